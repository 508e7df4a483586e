"""Notes on a call that it starts a Node or Python process into which no spy can look."""

import os
import re
import sys

from . import calls

_INTERPRETERS = re.compile(r"^(?:node|npx|npm|tsx|bun|deno|python[\d.]*|uvx?)$")
# What a process needs in its environment to be spied on.
_WIRING = {name: os.environ.get(name, "") for name in ("SURETY_SPY", "NODE_OPTIONS", "PYTHONPATH")}


def watch():
    sys.addaudithook(_heard)


def _heard(event, args):
    if event not in ("subprocess.Popen", "os.posix_spawn", "os.exec"):
        return
    try:
        _started(args[0], args[-1])
    except Exception:
        pass  # What the spy cannot understand, it does not see.


def _started(program, env):
    call = calls.alone()
    given = {os.fsdecode(name): os.fsdecode(value) for name, value in (os.environ if env is None else env).items()}
    is_spied = all(value in given.get(name, "") for name, value in _WIRING.items())
    if call is not None and not is_spied and _INTERPRETERS.match(os.path.basename(os.fsdecode(program))):
        call.starts_unspied = True
