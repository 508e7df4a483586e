"""Finds whatever keeps functions under tools' names."""

import gc
import types

from .functions import function_of

_KEYS = ("handler", "callback", "execute", "run", "fn", "func", "function", "call", "invoke", "handle", "action", "impl")
_PLAIN = {list, tuple, set, frozenset, types.FunctionType, types.CellType, types.CodeType, types.ModuleType, type}


def search(tools):
    """(tool, function, holder, whether the holder is an SDK's) for each function; entries with a name of their own are of one holder."""
    for holder in gc.get_objects():
        if type(holder) in _PLAIN:
            continue
        try:
            yield from _functions_in(holder, tools)
        except Exception:
            pass  # A stranger's lazy object: it is left alone.


def _functions_in(holder, tools):
    fields = _fields(holder)
    for tool in fields.keys() & tools:
        for function in _functions_of(fields[tool]):
            yield tool, function, id(holder), _is_sdk(fields[tool])
    name = fields.get("name")
    if isinstance(name, str) and name in tools:
        for function in _functions_of(holder):
            yield name, function, "entries", _is_sdk(holder)


def _is_sdk(entry):
    return type(entry).__module__.split(".")[0] in ("mcp", "fastmcp")


def _fields(holder):
    if type(holder) is dict:
        return holder
    if isinstance(holder, tuple):
        return holder._asdict() if hasattr(holder, "_fields") else {}
    return object.__getattribute__(holder, "__dict__") if type(holder).__dictoffset__ else {}


def _functions_of(entry):
    """What a registry's entry stands for: itself, or what it keeps under a telling name."""
    if function_of(entry) is not None:
        return [function_of(entry)]
    if isinstance(entry, dict):
        kept = [entry.get(key) for key in _KEYS]
    elif type(entry) is tuple:
        kept = entry
    else:
        kept = [getattr(entry, key, None) for key in (*_KEYS, "__call__")]
    return [function for function in map(function_of, kept) if function is not None]
