"""What a handler was given, before and after."""

from .log import shown

_MOST_VALUES = 50_000
_DIFFERENCES = 5


class TooLarge(Exception):
    pass


def copy_of(value, budget=None):
    """A copy that no later change reaches: dicts, lists and models are copied, all else is kept as it is."""
    budget = budget if budget is not None else [_MOST_VALUES]
    budget[0] -= 1
    if budget[0] < 0:
        raise TooLarge
    fields = fields_of(value)
    if fields is not None:
        return {key: copy_of(item, budget) for key, item in fields.items()}
    if isinstance(value, list):
        return [copy_of(item, budget) for item in value]
    return value


def fields_of(value):
    """A dict as it is, a pydantic model as its fields."""
    if isinstance(value, dict):
        return value
    return vars(value) if hasattr(type(value), "model_fields") else None


def is_tree(value):
    return isinstance(value, list) or fields_of(value) is not None


def differences(before, after, path="$"):
    """Where two values differ, as (path, event parts); the first few of them."""
    found = []
    _compare(before, after, path, found)
    return found


_ABSENT = object()


def _compare(before, after, path, found):
    if before is after or len(found) >= _DIFFERENCES:
        return
    if isinstance(before, list) and isinstance(after, list):
        for index in range(max(len(before), len(after))):
            items = [values[index] if index < len(values) else _ABSENT for values in (before, after)]
            _compare(*items, f"{path}[{index}]", found)
        return
    one, other = fields_of(before), fields_of(after)
    if one is not None and other is not None:
        for key in [*one, *(key for key in other if key not in one)]:
            _compare(one.get(key, _ABSENT), other.get(key, _ABSENT), f"{path}{_step(key)}", found)
        return
    if type(before) is type(after) and before == after:
        return
    parts = {name: shown(value) for name, value in (("before", before), ("after", after)) if value is not _ABSENT}
    found.append({"path": path, **parts})


def _step(key):
    return f".{key}" if isinstance(key, str) and key.isidentifier() else f"[{shown(key)!r}]"
