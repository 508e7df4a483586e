"""What a function that has just started was given."""

from .inputs import is_tree


def input_given(frame, arguments):
    """The values of a call's input among the parameters, as (path, value); None if the function did not get the input."""
    parameters = _parameters(frame)
    paths = ((), ("arguments",), ("params", "arguments"))
    carried = [_get(value, *path) for value in parameters.values() for path in paths]
    whole = [value for value in carried if isinstance(value, dict) and value == arguments]
    if whole:
        return [("$", value) for value in whole]
    shared = [name for name in arguments if name in parameters] if isinstance(arguments, dict) else []
    return [(f"$.{name}", parameters[name]) for name in shared if is_tree(parameters[name])] if shared else None


def tool_given(frame, tools):
    """Which tool a dispatcher is asked for: a parameter that is its name, or a message that carries it."""
    for value in _parameters(frame).values():
        for candidate in (value, _get(value, "name"), _get(value, "params", "name")):
            if isinstance(candidate, str) and candidate in tools:
                return candidate
    return None


def _parameters(frame):
    code = frame.f_code
    count = code.co_argcount + code.co_kwonlyargcount + bool(code.co_flags & 4) + bool(code.co_flags & 8)
    local = frame.f_locals
    return {name: local[name] for name in code.co_varnames[:count] if name in local}


def _get(value, *path):
    for key in path:
        value = value.get(key) if isinstance(value, dict) else getattr(value, key, None)
    return value
