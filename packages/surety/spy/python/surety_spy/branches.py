"""Finds where a program branches on tools' names, and the functions a branch hands the whole input to."""

import dis
import gc
import sys
import types
from collections import defaultdict

from .functions import function_of, is_named_after

_WHOLE = {"arguments", "args", "input", "params", "parameters"}
_NAMES = {"LOAD_GLOBAL", "LOAD_DEREF", "LOAD_METHOD", "LOAD_ATTR", "LOAD_NAME"}
_VALUES = {"LOAD_FAST", "LOAD_DEREF", "LOAD_NAME", "LOAD_GLOBAL", "LOAD_FAST_BORROW", "LOAD_FAST_CHECK"}
_SILENT = {"CACHE", "PUSH_NULL", "PRECALL", "KW_NAMES", "NOP", "RESUME"}


def search(tools):
    """Code that branches on tools' names → tool → functions."""
    functions = [item for item in gc.get_objects() if type(item) is types.FunctionType]
    programs = [(function.__code__, function.__globals__) for function in functions]
    frame = sys._getframe(1)
    while frame is not None:
        programs.append((frame.f_code, frame.f_globals))
        frame = frame.f_back
    found = {}
    for code, names in programs:
        if code not in found and not tools.isdisjoint(filter(_is_text, code.co_consts)):
            branches = _branches(code, tools)
            if branches:
                found[code] = _handlers(branches, names, functions)
    return found


def _is_text(constant):
    return isinstance(constant, str)


def _branches(code, tools):
    """tool → the instructions after each comparison with its name, up to the next one."""
    branches = defaultdict(list)
    current, compared = None, None
    for instruction in dis.get_instructions(code):
        if instruction.opname in _SILENT:
            continue
        if instruction.opname == "COMPARE_OP" and compared is not None:
            current = branches[compared]
        elif current is not None:
            current.append(instruction)
        is_name = instruction.opname == "LOAD_CONST" and _is_text(instruction.argval) and instruction.argval in tools
        # A constant may stand on the left: the other side is loaded between it and the comparison.
        compared = instruction.argval if is_name else compared if instruction.opname in _VALUES else None
    return branches


def _handlers(branches, names, functions):
    used = {tool: {item.argval for item in body if item.opname in _NAMES} for tool, body in branches.items()}
    handlers = {}
    for tool, body in branches.items():
        elsewhere = set().union(*(theirs for other, theirs in used.items() if other != tool))
        whole = _called_with_all(body) - elsewhere
        own = {item.argval for before, item in zip([None, *body], body) if _is_own(before, item)}
        handlers[tool] = [
            function
            for name in used[tool]
            for function in _resolve(name, names, functions)
            if name in whole or (name in own and is_named_after(function, tool))
        ]
    return handlers


def _is_own(before, item):
    """A function of the program or a method of `self`, not one of some other object."""
    if item.opname in ("LOAD_METHOD", "LOAD_ATTR"):
        return before is not None and before.argval == "self"
    return item.opname in _NAMES


def _called_with_all(body):
    """The last name called with a variable as it is, not with a part of it; a call whose result is dropped checks or logs."""
    called = set()
    for index, instruction in enumerate(body):
        if instruction.opname not in _NAMES:
            continue
        given = []
        for after, following in enumerate(body[index + 1 :], index + 2):
            if following.opname.startswith("CALL"):
                break
            given.append(following)
        dropped = body[after].opname == "POP_TOP" if given and after < len(body) else False
        if given and _is_all(given) and not dropped:
            called = {instruction.argval}
    return called


def _is_all(given):
    if given[0].opname == "BUILD_MAP" or (given[0].opname == "LOAD_CONST" and given[0].argval == ()):
        return any(item.opname == "DICT_MERGE" for item in given)
    if given[0].opname not in _VALUES:
        return False
    if len(given) == 1 or given[1].opname in _VALUES or given[1].opname == "LOAD_CONST" and len(given) == 2:
        return True
    return len(given) > 2 and given[1].argval in _WHOLE and given[2].opname.startswith("BINARY")


def _resolve(name, names, functions):
    function = function_of(names.get(name))
    if function is not None:
        return [function]
    module = names.get("__name__")
    return [item for item in functions if item.__name__ == name and item.__module__ == module]
