"""Knows the tools' handlers by their code, and what it means when one of them starts."""

from collections import defaultdict

from . import branches, calls, registries
from .log import now
from .parameters import input_given, tool_given

_MOST_HELD = 100
_tools = set()
# Code that may be a handler's → the functions made of it, as (tool, function, group).
_candidates = defaultdict(list)
# Code that branches on tool names, each a group of its own.
_dispatchers = {}
_branched = set()


class Group:
    """What was found together. It is confirmed once the server is seen to dispatch by it."""

    def __init__(self, confirmed=False):
        self.confirmed = confirmed
        self.held = []

    def report(self, *nested):
        if self.confirmed:
            calls.report_nested(*nested)
        elif len(self.held) < _MOST_HELD:
            self.held.append(nested)

    def confirm(self):
        self.confirmed = True
        while self.held:
            calls.report_nested(*self.held.pop(0))


_in_branches = Group(confirmed=True)


def find(tools):
    """Looks for handlers of these tools; returns the code to be watched."""
    _tools.update(tools)
    registered = list(registries.search(tools))
    held = defaultdict(set)
    groups = defaultdict(Group)
    for tool, _, holder, is_sdk in registered:
        held[holder].add(tool)
        if is_sdk:
            groups[holder].confirm()
    # The same functions may be held twice, by a registry and by their module: an SDK's comes first, then what holds more tools.
    order = {holder: (not groups[holder].confirmed, -len(held[holder]), str(holder)) for holder in held}
    for tool, function, holder, _ in sorted(registered, key=lambda item: order[item[2]]):
        _add(tool, function, groups[holder])
    for code, handlers in branches.search(tools).items():
        _dispatchers.setdefault(code, Group())
        for tool, functions in handlers.items():
            _branched.add(tool)
            for function in functions:
                _add(tool, function, _in_branches)
    return {*_dispatchers, *_candidates}


def _add(tool, function, group):
    found = _candidates[function.__code__]
    if not any(of == tool and known is function for of, known, _ in found):
        found.append((tool, function, group))


def knows(tool):
    """Would a call of this tool from another one be noticed?"""
    handlers = (candidate for found in _candidates.values() for candidate in found)
    return tool in _branched or any(of == tool and group.confirmed for of, _, group in handlers)


def has_own(tool):
    """Is there a function that handles this tool and no other? A call in which it does not start is handled elsewhere."""
    return any(
        all(of == tool and group.confirmed for of, _, group in found) for found in _candidates.values() if found
    )


def started(frame):
    call = calls.alone()
    found = _dispatched(frame) if frame.f_code in _dispatchers else _registered(frame)
    if call is not None and call.tool in found:
        _enter(frame, call, found)
        return
    caller = _caller(frame) or (call and call.tool)
    # A function that several tools share is nobody's own.
    if caller is not None and len(found) == 1:
        tool, group = next(iter(found.items()))
        group.report(call, caller, tool, "handler", now())


def _dispatched(frame):
    tool = tool_given(frame, _tools)
    return {} if tool is None else {tool: _dispatchers[frame.f_code]}


def _registered(frame):
    """The tools whose handler this is, each with its group; functions of the same code differ in what they close over."""
    found = _candidates.get(frame.f_code, ())
    if len(found) > 1:
        found = [candidate for candidate in found if _is_running(candidate[1], frame)]
    return {tool: group for tool, _, group in found}


def _is_running(function, frame):
    names = zip(function.__code__.co_freevars, function.__closure__ or ())
    return all(frame.f_locals.get(name) is cell.cell_contents for name, cell in names)


def _enter(frame, call, found):
    """The first function of its own to get a call's input is what handles it; dispatchers and shared ones pass it on."""
    is_dispatcher = frame.f_code in _dispatchers
    group = found[call.tool]
    given = None if call.handled else input_given(frame, call.input)
    if call.handled or (given is None and (is_dispatcher or not group.confirmed)):
        return
    call.entered = True
    call.handled = not is_dispatcher and len(found) == 1
    call.watch(given or [])
    group.confirm()


def _caller(frame):
    """The tool on whose behalf this runs: the nearest handler further up."""
    frame = frame.f_back
    while frame is not None:
        found = _dispatched(frame) if frame.f_code in _dispatchers else _registered(frame)
        if len(found) == 1:
            tool, group = next(iter(found.items()))
            if group.confirmed:
                return tool
        frame = frame.f_back
    return None
