"""Plain minimax on lists, written from the rules alone: what the solver is compared with. Slow and simple."""

from itertools import product

ROWS = [[4 * row + column for column in range(4)] for row in range(4)]
COLUMNS = [list(column) for column in zip(*ROWS, strict=True)]
DIAGONALS = [[0, 5, 10, 15], [3, 6, 9, 12]]
LINES = ROWS + COLUMNS + DIAGONALS
BLOCKS = [
    [4 * row + column, 4 * row + column + 1, 4 * row + column + 4, 4 * row + column + 5]
    for row in range(3)
    for column in range(3)
]
SHAPES = ["".join(letters) for letters in product("oi", repeat=4)]
CORNERS = ("tl", "tr", "br", "bl")


class Brute:
    """Values of positions: a board is a list of 16 corner words or None; 1 win, 0 draw, -1 loss."""

    def __init__(self, features=CORNERS, squares=False):
        self.places = [CORNERS.index(name) for name in features]
        self.lines = LINES + (BLOCKS if squares else [])
        self.known = {}

    def makes_quarto(self, board, cell):
        """Say whether the shape in a cell is part of a Quarto."""
        for line in self.lines:
            if cell in line:
                shapes = [board[other] for other in line]
                if None not in shapes and any(
                    len({one[place] for one in shapes}) == 1 for place in self.places
                ):
                    return True
        return False

    def drawing(self, board, shape, cell):
        """Give the value, for who draws it, of a shape drawn in an empty cell."""
        after = [*board[:cell], shape, *board[cell + 1 :]]
        if self.makes_quarto(after, cell):
            return 1
        return self.handing_over(after)

    def holding(self, board, shape):
        """Give the value for the player who holds a shape."""
        return max(self.drawing(board, shape, cell) for cell in range(16) if board[cell] is None)

    def gifts(self, board):
        """Give for each shape left the value for who hands it over."""
        return {shape: -self.holding(board, shape) for shape in SHAPES if shape not in board}

    def handing_over(self, board):
        """Give the value for the player about to hand over; a draw where nothing is left."""
        key = tuple(board)
        if key not in self.known:
            self.known[key] = max(self.gifts(board).values(), default=0)
        return self.known[key]
