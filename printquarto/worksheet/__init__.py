"""Classroom worksheets: puzzles whose answers follow from rules and solver, and the pages they fill."""
