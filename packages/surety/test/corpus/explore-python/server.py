import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), '../lib'))
from raw_server import COUNT, TEXT, serve, tool

YEAR = {'type': 'integer', 'minimum': 1900, 'maximum': 2100}
PLACES = {'type': 'integer', 'minimum': 0, 'maximum': 10}
NUMBER = {'type': 'integer', 'minimum': -1000, 'maximum': 1000}


@tool('Rounds a number.', input={'value': NUMBER, 'places': PLACES}, optional=['places'], output={'rounded': TEXT})
def needs_optional_key(args):
    return {'rounded': format(args['value'], f'.{args["places"]}f')}


@tool('Finds a user.', input={'id': TEXT}, output={'label': TEXT})
def finds_nothing(args):
    raise LookupError('RESOURCE_NOT_FOUND: there is no such user')


@tool('Measures a text.', input={'text': TEXT}, output={'size': COUNT})
def refuses_empty(args):
    if args['text'] == '':
        raise ValueError('A text is needed.')
    return {'size': len(args['text'])}


@tool('Measures a text.', input={'text': {'type': 'string', 'minLength': 1}}, output={'size': COUNT})
def refuses_empty_as_it_says(args):
    return {'size': len(args['text'])}


@tool('Tells the century.', input={'year': YEAR}, output={'century': COUNT})
def century_of(args):
    return {'century': -(-args['year'] // 100)}


@tool('Rounds a number.', input={'value': NUMBER, 'places': PLACES}, optional=['places'], output={'rounded': TEXT})
def rounds_off(args):
    return {'rounded': format(args['value'], f'.{args.get("places", 0)}f')}


serve()
