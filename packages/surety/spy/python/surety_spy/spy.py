"""From messages to calls: what came in, what is answered, what is sent on."""

from . import calls, starts
from .log import log

_listings = set()
_tools = set()
_said = None
_let_go = False


def received(message, by_model=False):
    request, method, params = message.get("id"), message.get("method"), message.get("params")
    if request is None:
        return
    if method == "tools/list":
        _listings.add(request)
    if method != "tools/call" or not isinstance(params, dict) or not isinstance(params.get("name"), str):
        return
    arguments = params.get("arguments")
    calls.begin(request, params["name"], arguments if arguments is not None else {}, by_model)
    starts.resume()


def received_model(message):
    received(message, by_model=True)


def sent(message):
    request, method = message.get("id"), message.get("method")
    if method == "tools/call":
        _call_sent(message)
    elif request in _listings and method is None:
        _listings.discard(request)
        _learn((message.get("result") or {}).get("tools"))
    elif method is None:
        _answered(request, message)


def _call_sent(message):
    to = (message.get("params") or {}).get("name")
    if message.get("id") is None or not isinstance(to, str):
        return
    call = calls.alone()
    calls.report_nested(call, call.tool if call else None, to, "client")


def _learn(listed):
    names = {tool.get("name") for tool in listed or [] if isinstance(tool, dict)} - {None}
    if names <= _tools:
        return
    _tools.update(names)
    # Slow to load, and most processes never get here.
    from . import handlers

    starts.watch(handlers.find(_tools), handlers.started)


def _answered(request, answer):
    call = calls.end(request)
    if call is None:
        return
    if not calls.any_open():
        starts.pause()
    call.report_mutations()
    result = answer.get("result")
    failed = not isinstance(result, dict) or result.get("isError") is True
    if _tools and not calls.is_started and (call.entered or not failed):
        _say_what_is_seen(call)


def _say_what_is_seen(call):
    """Once, and again when a call shows more, or something has become invisible."""
    global _said, _let_go
    from . import handlers

    sees = set() if starts.let_go or _said is None else set(_said)
    if not starts.let_go and all(map(handlers.knows, _tools)):
        sees.add("calls")
    if not call.by_model or (call.entered and not starts.let_go):
        sees.add("inputs")
    if sees != _said or starts.let_go != _let_go:
        _said, _let_go = sees, starts.let_go
        log({"kind": "spy", "language": "python", "sees": sorted(sees), "deeper": starts.let_go})
