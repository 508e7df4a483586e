"""From messages to calls: what came in, what is answered, what is sent on."""

from . import calls, starts
from .log import log

_listings = set()
_tools = set()
# Tools that were called before all the handlers were known: what they called is reported once they are.
_waiting = []


def received(message):
    request, method, params = message.get("id"), message.get("method"), message.get("params")
    if request is None:
        return
    if method == "tools/list":
        _listings.add(request)
    if method != "tools/call" or not isinstance(params, dict) or not isinstance(params.get("name"), str):
        return
    calls.begin(request, params)
    starts.resume()


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
    if call is not None and message["params"] is not call.params:
        call.is_client = True
        # Whoever is asked for the same tool serves the call in its place.
        call.handed_on = call.handed_on or call.tool == to
    calls.report_nested(call, call.tool if call else None, to, "client")


def _learn(listed):
    names = {tool.get("name") for tool in listed or [] if isinstance(tool, dict)} - {None}
    if names <= _tools:
        return
    _tools.update(names)
    # Slow to load, and most processes never get here.
    from . import handing_on, handlers

    starts.watch(handlers.find(_tools), handlers.started)
    handing_on.watch()


def _answered(request, answer):
    call = calls.end(request)
    if call is None:
        return
    if not calls.any_open():
        starts.pause()
    call.report_mutations()
    result = answer.get("result")
    # A call that was refused may never have reached its handler.
    is_accepted = isinstance(result, dict) and result.get("isError") is not True
    if _tools and not calls.is_started and is_accepted:
        _say_what_was_seen(call)


def _say_what_was_seen(call):
    """Last of all: a log in which this is missing, or does not follow what came before, is not whole."""
    from . import handlers

    is_here = call.entered and not call.handed_on and (call.handled or not handlers.has_own(call.tool))
    _say(call.tool, ["inputs"] if is_here else [])
    if is_here and call.alone and (call.is_client or not call.starts_unspied):
        _waiting.append(call.tool)
    if all(map(handlers.knows, _tools)):
        while _waiting:
            _say(_waiting.pop(0), ["calls"])


def _say(tool, sees):
    log({"kind": "spy", "language": "python", "tool": tool, "sees": sees})
