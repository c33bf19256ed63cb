"""The errors of Ennead, with the text of the command line."""


class Error(Exception):
    """Any error of Ennead."""


class UsageError(Error, ValueError):
    """A game, format, option or bot that does not exist, or an option with a wrong value."""


class InputError(Error, ValueError):
    """A text, value or record that is rejected; the message names the field and the reason."""


class IllegalMoveError(InputError):
    """A move or an action that cannot be made. Nothing has changed."""


class InternalError(Error, RuntimeError):
    """A fault in Ennead itself. Other matches and environments are not affected."""
