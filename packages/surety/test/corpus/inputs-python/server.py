import os
import sys
import time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), '../lib'))
from raw_server import COUNT, TEXT, serve, tool

ITEMS = {'type': 'array', 'items': TEXT}
UNIT = {'type': 'string', 'enum': ['kg', 'lb']}
SHARE = {'type': 'integer', 'minimum': 1, 'maximum': 100}
MANY = ('adults', 'children', 'beds', 'rooms', 'nights', 'meals', 'bags', 'pets')
LIMIT = {'type': 'integer', 'default': 10}


@tool('Measures a text.', lax=True, input={'text': TEXT})
def takes_wrong_type(args):
    args['text']


@tool('Takes a share in percent.', lax=True, input={'share': SHARE})
def takes_out_of_range(args):
    if type(args['share']) is not int:
        raise TypeError('A share is a whole number.')


@tool('Weighs.', lax=True, input={'unit': UNIT})
def takes_non_member(args):
    if not isinstance(args['unit'], str):
        raise TypeError('A unit is a text.')


@tool('Measures a text.', lax=True, input={'text': TEXT})
def takes_missing(args):
    if not isinstance(args.get('text', ''), str):
        raise TypeError('A text is needed.')


@tool('Ships a share.', input={'share': SHARE, 'unit': UNIT, 'text': TEXT})
def refuses_all(args):
    return None


@tool('Sorts texts.', input={'items': ITEMS}, output={'first': TEXT})
def sorts_in_place(args):
    args['items'].sort()
    return {'first': (args['items'] or [''])[0]}


@tool('Measures a text.', input={'text': TEXT})
def deletes_key(args):
    del args['text']


@tool('Books an amount.', input={'amount': COUNT}, output={'input': {'type': 'object'}})
def echoes_changed(args):
    return {'input': {'amount': args['amount'] + 1}}


@tool('Books an amount.', input={'amount': COUNT}, output={'input': {'type': 'object'}})
def echoes_faithfully(args):
    return {'input': args}


@tool('Sorts texts.', input={'items': ITEMS}, output={'items': ITEMS})
def sorts_a_copy(args):
    return {'items': sorted(args['items'])}


@tool('Writes a text in small letters.', input={'text': TEXT}, output={'text': TEXT})
def normalizes(args):
    return {'text': args['text'].strip().lower()}


@tool('Lists a page.', input={'limit': LIMIT}, output={'size': COUNT})
def default_ignored(args):
    return {'size': args.get('limit', 25)}


@tool('Lists a page.', input={'limit': LIMIT}, output={'size': COUNT})
def default_kept(args):
    return {'size': args.get('limit', 10)}


@tool('Lists a page.', input={'limit': LIMIT}, output={'size': COUNT, 'at': {'type': 'number'}})
def default_kept_with_clock(args):
    return {'size': args.get('limit', 10), 'at': time.time()}


@tool('Takes a share in percent.', input={'share': {'type': 'integer', 'minimum': 1, 'maximum': 100}}, lax=True)
def takes_number_as_text(args):
    if isinstance(args['share'], (dict, list)) or not 1 <= int(args['share']) <= 100:
        raise ValueError('No share.')


@tool('Books a trip.', input={key: COUNT for key in MANY}, lax=True)
def takes_last_of_many(args):
    for key in MANY:
        if key not in args or (key != MANY[-1] and not isinstance(args[key], int)):
            raise ValueError(f'No {key}.')


@tool('Books a trip.', input={key: COUNT for key in MANY})
def refuses_each_of_many(args):
    return None


@tool('Lists a page.', input={'page': COUNT, 'size': COUNT}, optional=('size',), lax=True)
def takes_wrong_optional(args):
    if not isinstance(args.get('page'), int):
        raise ValueError('Which page?')


@tool('Measures a text.', input={'text': TEXT}, output=None, lax=True)
def refuses_in_words(args):
    text = args.get('text')
    return str(len(text)) if isinstance(text, str) else 'Error: text must be a text.'


@tool('Measures a text.', input={'text': TEXT}, output=None, lax=True)
def refuses_in_words_as_error(args):
    text = args.get('text')
    if not isinstance(text, str):
        raise ValueError('Error: text must be a text.')
    return str(len(text))


serve()
