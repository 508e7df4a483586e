import json
import os
import socket
import sys
import tempfile

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), '../lib'))
from raw_server import serve, tool


def put(path, text, mode='w'):
    with open(path, mode) as file:
        file.write(text)


def scratch():
    put(os.path.join(tempfile.gettempdir(), 'corpus-report.txt'), 'x')


def connect(host):
    try:
        socket.create_connection((host, 80), timeout=0.3).close()
    except OSError:
        pass


@tool('Writes data/report.txt.', annotations={'readOnlyHint': True})
def read_only_writes(args):
    put('data/report.txt', 'x')


@tool('Shows the report. Writes a log into the temp directory.', annotations={'readOnlyHint': True})
def read_only_logs(args):
    scratch()


@tool('Deletes data/old.txt.', annotations={'readOnlyHint': False, 'destructiveHint': False})
def harmless_deletes(args):
    if os.path.exists('data/old.txt'):
        os.unlink('data/old.txt')


@tool('Writes data/keep.txt anew, longer than it was.', annotations={'readOnlyHint': False, 'destructiveHint': False})
def harmless_overwrites(args):
    put('data/keep.txt', 'something else, and more of it\n')


@tool('Appends one line to data/log.txt.', annotations={'readOnlyHint': False, 'destructiveHint': False})
def harmless_appends(args):
    put('data/log.txt', 'one more\n', 'a')


@tool('Adds one item to data/items.', annotations={'readOnlyHint': False, 'destructiveHint': False})
def harmless_inserts(args):
    with open('data/items') as file:
        stored = json.load(file)
    stored['items'].append('more')
    put('data/items.new', json.dumps(stored, indent=2) + '\n')
    os.replace('data/items.new', 'data/items')


@tool('Connects over the network to 192.0.2.20.', annotations={'openWorldHint': False})
def closed_world_connects(args):
    connect('192.0.2.20')


@tool('Lists orders. Connects to api.example.com.', annotations={'openWorldHint': False})
def closed_world_of_another(args):
    connect('api.example.com')


@tool('Lists orders of the service Example. Connects to api.example.com.', annotations={'openWorldHint': False})
def example_orders(args):
    connect('api.example.com')


@tool('Writes one more line to data/lines.txt.', annotations={'readOnlyHint': False, 'idempotentHint': True})
def repeatable_appends(args):
    put('data/lines.txt', 'x\n', 'a')


@tool('Reads the log.', annotations={'readOnlyHint': True, 'openWorldHint': False}, output=None)
def read_only_reads(args):
    with open('data/keep.txt') as file:
        return file.read()


@tool('Writes data/value.txt.', annotations={'readOnlyHint': False, 'idempotentHint': True})
def repeatable_puts(args):
    put('data/value.txt', 'the same')


@tool('Makes a summary.')
def undocumented_write(args):
    scratch()


@tool('Makes a summary and writes it to a file in the temp directory.')
def documented_write(args):
    scratch()


serve()
