"""Notation: text to record and record to text. Knows no legality: a record holds what is written."""
