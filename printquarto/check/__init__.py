"""The check: a record and rules to findings. Knows no paper, no files and no terminal."""
