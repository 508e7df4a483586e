"""The calls this process has received and not yet answered."""

import os

from .inputs import TooLarge, copy_of, differences
from .log import log, now, recent

_MOST_OPEN = 1000
# The tool that started this process while it was being called, if one did.
_PARENT = os.environ.get("SURETY_SPY_PARENT")
is_started = _PARENT is not None
_open = {}


class Call:
    def __init__(self, params):
        self.params = params
        self.tool = params["name"]
        self.input = params["arguments"] if params.get("arguments") is not None else {}
        self.watched = []
        self.reported = set()
        # A function that takes the input has started: a dispatcher or a handler; a handler.
        self.entered = False
        self.handled = False
        # No other call was served beside it.
        self.alone = not _open
        # What happens of it where this spy sees nothing.
        self.is_client = False
        self.handed_on = False
        self.starts_unspied = False

    def watch(self, values):
        """Changes to these, and to no others, are the tool's doing: (path, value) each."""
        try:
            self.watched = [(path, value, copy_of(value)) for path, value in values]
        except (TooLarge, RecursionError):
            self.watched = []

    def report_mutations(self):
        found = {}
        for path, value, before in self.watched:
            found.update((difference["path"], difference) for difference in differences(before, value, path))
        for difference in found.values():
            log({"kind": "mutation", "tool": self.tool, **difference})


def begin(request, params):
    # Read twice, it is one call all the same.
    _open.pop(request, None)
    call = Call(params)
    _report_if_started(call.tool)
    call.watch([("$", call.input)])
    for other in _open.values():
        other.alone = False
    if len(_open) >= _MOST_OPEN:
        del _open[next(iter(_open))]
    _open[request] = call
    # A server started by this tool finds the tool's name in its environment.
    os.environ["SURETY_SPY_PARENT"] = call.tool
    return call


def end(request):
    call = _open.pop(request, None)
    if call is not None and not _open:
        os.environ.pop("SURETY_SPY_PARENT", None)
    return call


def any_open():
    return bool(_open)


def alone():
    """The only call that is being served, if it is the only one."""
    return next(iter(_open.values())) if len(_open) == 1 else None


def report_nested(call, caller, to, how, at=None):
    """One tool called another: said once for each pair in a call."""
    pair = (caller, to)
    if caller == to or (call is not None and pair in call.reported):
        return
    if call is not None:
        call.reported.add(pair)
    origin = {} if caller is None else {"from": caller}
    log({"kind": "nested", **origin, "to": to, "how": how}, at if at is not None else now())


def _report_if_started(tool):
    """A tool started this server and calls it: a nested call, unless the caller's own spy has said so."""
    if _PARENT is None or _PARENT == tool:
        return
    if not any(event.get("how") == "client" and event.get("to") == tool for event in recent()):
        report_nested(None, _PARENT, tool, "process")
