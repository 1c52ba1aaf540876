"""The games: shapes, boards, positions and rules. Knows no text, paper or files."""
