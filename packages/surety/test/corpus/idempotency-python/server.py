import itertools
import os
import sys
import time
import uuid

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), '../lib'))
from raw_server import COUNT, TEXT, serve, tool

counter = itertools.count(1)


def append(path):
    with open(path, 'a') as file:
        file.write('x\n')


@tool('Writes one more line to data/log.txt.')
def append_line(args):
    append('data/log.txt')


@tool('Counts up.', output={'count': COUNT})
def count_in_answer(args):
    return {'count': next(counter)}


@tool('Writes data/value.txt.')
def put_value(args):
    with open('data/value.txt', 'w') as file:
        file.write('the same')


@tool('Makes a receipt at some time.', output={'receipt': TEXT, 'at': {'type': 'number'}, 'note': TEXT})
def chance_and_clock(args):
    return {'receipt': str(uuid.uuid4()), 'at': time.time(), 'note': 'The booking stands; keep this for your records.'}


@tool('Writes one more line to data/other.txt.')
def append_unclaimed(args):
    append('data/other.txt')


serve()
