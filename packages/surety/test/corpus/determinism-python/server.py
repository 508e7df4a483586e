import itertools
import os
import secrets
import sys
import time
import uuid

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), '../lib'))
from raw_server import COUNT, TEXT, serve, tool

WORDS = {'type': 'array', 'items': TEXT}
LONG = 'A long and steady sentence that is always the same, so that little of the answer ever changes. ' * 4
BORN_WITH = str(uuid.uuid4())
counter = itertools.count()
fives = itertools.count()
refusals = itertools.count()
turns = itertools.count()
unclaimed = itertools.count()


@tool('Rolls a die.', output={'note': TEXT, 'face': COUNT})
def once_in_five(args):
    return {'note': LONG, 'face': 6 if next(fives) % 5 == 4 else 1}


@tool('Finds a tree.', output={'note': TEXT, 'tree': {'type': 'object'}})
def nested_field(args):
    return {'note': LONG, 'tree': {'branches': [{'leaves': [1, {'age': secrets.randbelow(2**40)}]}]}}


@tool('Finds a tree.', output={'note': TEXT, 'tree': TEXT})
def fresh_process(args):
    return {'note': LONG, 'tree': BORN_WITH}


@tool('Lists the words.', output={'words': WORDS})
def set_order(args):
    return {'words': list({f'tree number {number}' for number in range(40)})}


@tool('Counts.', output={'note': TEXT, 'count': COUNT})
def count_up(args):
    return {'note': LONG, 'count': next(counter)}


@tool('Finds a tree.', input={'name': TEXT})
def numbered_error(args):
    if args['name'] != 'oak':
        raise LookupError(f'NOT_FOUND: there is no such tree ({next(refusals)})')


@tool('Finds a tree.', input={'name': TEXT})
def steady_error(args):
    if args['name'] != 'oak':
        raise LookupError('NOT_FOUND: there is no such tree')


@tool('Tells a word.', output={'word': TEXT})
def steady(args):
    return {'word': 'oak'}


@tool('Finds a tree.', output={'age': COUNT, 'name': TEXT}, raw=True)
def key_order(args):
    pairs = [('age', 3), ('name', 'oak')]
    ordered = dict(pairs if next(turns) % 2 else reversed(pairs))
    return {'content': [{'type': 'text', 'text': 'An oak.'}], 'structuredContent': ordered}


@tool('Makes a key.', output={'key': TEXT})
def random_blob(args):
    return {'key': secrets.token_hex(300)}


@tool('Tells the time.', output={'at': {'type': 'number'}})
def clock_unclaimed(args):
    return {'at': time.time()}


@tool('Tells the time.', output={'at': COUNT})
def clock_of_seconds(args):
    return {'at': int(time.time())}


@tool('Counts.', output={'count': COUNT})
def counter_unclaimed(args):
    return {'count': next(unclaimed)}


serve()
