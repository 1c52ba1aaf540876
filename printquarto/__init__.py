"""Pen-and-paper Quarto: sheets to play on, and a check of the games that were played.

Importing the package loads nothing heavy: ask the rooms for what you need, for instance
``printquarto.games.shape`` for the sixteen shapes or ``printquarto.check.report`` for the judge.
"""

__version__ = "0.1.0"
