"""Serves one tool of one of the files beside it, and a second one that it may call."""

import importlib
import sys

sys.path.insert(0, 'lib')
from raw_server import TEXT, registry, serve, tool  # noqa: E402

module = importlib.import_module(sys.argv[1])
run = getattr(module, sys.argv[2])
INPUT = {'id': TEXT, 'list': {'type': 'array'}}


@tool('Finds a name.', INPUT, optional=['list'], output=None)
def other(args):
    return 'name of ' + args['id']


def served(args):
    return run(args, registry) or 'done'


served.__name__ = sys.argv[2]
tool('Answers.', INPUT, optional=['list'], output=None)(served)
serve()
