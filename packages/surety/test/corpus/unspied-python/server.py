import os
import sys

# The server proper is a process without the path that Python was given.
if os.environ.pop('PYTHONPATH', None) is not None:
    os.execv(sys.executable, [sys.executable, *sys.argv])

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), '../lib'))
from raw_server import TEXT, serve, tool

ID = {'input': {'id': TEXT}, 'output': {'label': TEXT}}


@tool('Finds a user.', **ID)
def fetch_user(args):
    return {'label': f"user {args['id']}"}


@tool('Greets.', **ID)
def calls_function(args):
    return fetch_user(args)


serve()
