"""The errors of Ennead, with the messages of the command line."""


class Error(Exception):
    """Any error of Ennead."""


class UsageError(Error, ValueError):
    """An unknown game, format, option or bot, or an option with an invalid value."""


class InputError(Error, ValueError):
    """A rejected text, value or record; the message names the field and the reason."""


class IllegalMoveError(InputError):
    """An illegal move or action. Nothing has changed."""


class InternalError(Error, RuntimeError):
    """A bug in Ennead itself. Other matches and environments are not affected."""
