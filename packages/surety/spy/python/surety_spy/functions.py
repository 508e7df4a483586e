"""The function behind a callable."""

import functools
import re
import types

_AFFIXES = re.compile(r"^(?:handle|do|run|tool|call|exec|execute)?(.*?)(?:handler|tool|impl)?$")


def function_of(value):
    """A method's, a partial's or a decorated function's own function; None for what has no code of its own."""
    while not isinstance(value, types.FunctionType) or hasattr(value, "__wrapped__"):
        if isinstance(value, types.FunctionType):
            value = value.__wrapped__
        elif isinstance(value, types.MethodType):
            value = value.__func__
        elif isinstance(value, functools.partial):
            value = value.func
        else:
            return None
    return value


def is_named_after(function, tool):
    name, wanted = (re.sub("[^a-z0-9]", "", text.lower()) for text in (function.__name__, tool))
    return name == wanted or _AFFIXES.match(name).group(1) == wanted
