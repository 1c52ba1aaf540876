"""The errors that a user can cause, each with one clear sentence. Knows nothing else.

Every error here ends up on standard error as its message alone, and the command ends with status 2.
"""


class PrintquartoError(Exception):
    """Something that the user can put right; ``str()`` of it is what the user reads."""


class NotationError(PrintquartoError):
    """A text is not a shape, a cell or a game record."""


class TemplateError(PrintquartoError):
    """A template file says something that cannot be understood."""


class FitError(PrintquartoError):
    """What was asked for does not fit the paper; the message holds the sum that shows it."""


class GlyphError(PrintquartoError):
    """A text holds a character that the printed font cannot show."""


class OptionError(PrintquartoError):
    """An option asks for something that its command or template cannot give."""


class OutputError(PrintquartoError):
    """A file cannot be written."""


class InputError(PrintquartoError):
    """A file cannot be read."""


class MissingExtraError(PrintquartoError):
    """A command needs libraries that are not installed; the message holds the command that installs them."""
