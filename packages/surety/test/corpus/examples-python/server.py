import os
import random
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), '../lib'))
from raw_server import COUNT, TEXT, serve, tool

LINES = {'type': 'array', 'items': TEXT}
COUNTED = {'count': COUNT, 'unit': TEXT}


@tool('Counts lines.', input={'lines': LINES}, output=COUNTED)
def example_differs(args):
    return {'count': len(args['lines']) + 1, 'unit': 'line'}


@tool('Counts lines.', input={'lines': LINES})
def example_fails(args):
    if len(args['lines']) > 1:
        raise RuntimeError('BUSY: too many lines')


@tool('Counts lines.', input={'lines': LINES}, output=COUNTED)
def example_holds(args):
    return {'count': len(args['lines']), 'unit': 'line'}


@tool('Rolls a die.', output={'note': TEXT, 'face': COUNT})
def example_of_chance(args):
    return {'note': 'As dice do, it shows a face between one and six.', 'face': random.randrange(1, 7)}


@tool('Counts lines.', input={'lines': LINES}, output=COUNTED)
def contradicting_test(args):
    return {'count': len(args['lines']), 'unit': 'line'}


serve()
