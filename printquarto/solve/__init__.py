"""The solver: a position and rules to values. Knows no text, paper, files or terminal."""
