import json
import os
import subprocess
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), '../lib'))
from raw_server import COUNT, TEXT, handlers, registry, serve, tool

ID = {'input': {'id': TEXT}, 'output': {'label': TEXT}}


def format_label(id):
    """A helper that tools share: it is no tool."""
    return f'user {id}'


@tool('Finds a user.', **ID)
def fetch_user(args):
    label = format_label(args['id'])
    return {'label': label.upper()}


@tool('Counts the users.', output={'count': COUNT})
def count_users(args):
    return {'count': 3}


@tool('Greets.', **ID)
def calls_function(args):
    return {'label': 'Hello ' + fetch_user(args)['label']}


@tool('Greets.', **ID)
def calls_registry(args):
    return registry['fetch_user'].run(args)


@tool('Greets.', **ID)
def calls_dispatcher(args):
    handlers['tools/call']({'name': 'fetch_user', 'arguments': args})
    return {'label': 'done'}


@tool('Greets.', **ID)
def calls_second_process(args):
    messages = [
        {'id': 1, 'method': 'initialize', 'params': {'protocolVersion': '2025-06-18', 'capabilities': {}}},
        {'id': 2, 'method': 'tools/call', 'params': {'name': 'fetch_user', 'arguments': args}},
    ]
    lines = ''.join(json.dumps({'jsonrpc': '2.0', **message}) + '\n' for message in messages)
    answer = subprocess.run([sys.executable, __file__], input=lines, capture_output=True, text=True, check=True)
    return {'label': answer.stdout[-10:].strip()}


@tool('Greets.', **ID)
def calls_for_one_input(args):
    return fetch_user(args) if args['id'] == '7' else {'label': 'none'}


@tool('Greets.', **ID)
def calls_and_declares_nothing(args):
    return fetch_user(args)


@tool('Labels nobody.', **ID)
def declares_nothing(args):
    return {'label': 'nobody'}


@tool('Greets.', **ID)
def calls_declared(args):
    return fetch_user(args)


@tool('Labels a user.', **ID)
def shares_helper(args):
    return {'label': format_label(args['id'])}


serve()
