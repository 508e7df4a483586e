import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), '../lib'))
from raw_server import COUNT, TEXT, NoAnswer, refusal, send, serve, session, tool

LINES = {'type': 'array', 'items': TEXT}
CUSTOMER = {'type': 'object', 'properties': {'name': TEXT, 'tags': LINES}, 'required': ['name', 'tags']}
ORDER = {'id': TEXT, 'customer': CUSTOMER}


def says(text):
    return [{'type': 'text', 'text': text}]


DONE = {'content': says('done'), 'structuredContent': {'done': True}}


def refusing(name, refuse):
    """Registers a tool that serves shop 1 and refuses every other."""

    def run(args):
        return {'content': says('open')} if args['id'] == '1' else refuse

    run.__name__ = name
    tool('Opens a shop.', input={'id': TEXT}, output=None, raw=True)(run)


@tool('Looks up an order.')
def fails_always(args):
    raise RuntimeError('the database is away')


@tool('Looks up an order.', raw=True)
def protocol_error(args):
    raise RuntimeError('internal')


@tool('Looks up an order.', input={'id': TEXT})
def fails_as_expected(args):
    if args['id'] != '1':
        raise LookupError('RESOURCE_NOT_FOUND: there is no such order')


@tool('Answers nothing at all.', raw=True)
def no_result(args):
    return None


@tool('Answers.', raw=True)
def content_is_text(args):
    return {'content': 'done', 'structuredContent': {'done': True}}


@tool('Lists the numbers.', raw=True, definition={'outputSchema': {'type': 'array', 'items': COUNT}})
def array_root(args):
    return {'content': says('[1,2]'), 'structuredContent': [1, 2]}


@tool('Answers.')
def answers_twice(args):
    send({'id': session.id, 'result': DONE})


@tool('Answers.')
def answers_by_text_id(args):
    send({'id': str(session.id), 'result': DONE})
    raise NoAnswer


@tool('Answers.')
def answers_another(args):
    send({'id': session.id + 1000, 'result': DONE})
    raise NoAnswer


@tool('Answers.')
def tells_of_progress(args):
    send({'method': 'notifications/progress', 'params': {'progressToken': 1, 'progress': 1}})


@tool('Counts.', output={'count': COUNT})
def wrong_type(args):
    return {'count': 'many'}


@tool('Finds an order.', output=ORDER)
def wrong_deep_down(args):
    return {'id': '1', 'customer': {'name': 'Ada', 'tags': ['new', 7]}}


@tool('Counts.', output={'count': COUNT})
def structured_missing(args):
    return '{"count": 3}'


@tool('Counts.', input={'id': TEXT}, output={'count': COUNT}, raw=True)
def error_with_bad_structure(args):
    if args['id'] == '1':
        return {'content': says('1'), 'structuredContent': {'count': 1}}
    return {**refusal('GONE: it is gone'), 'structuredContent': {'count': 'x'}}


@tool('Counts.', input={'id': TEXT}, output={'count': COUNT})
def error_without_structure(args):
    if args['id'] != '1':
        raise LookupError('GONE: it is gone')
    return {'count': 1}


@tool('Finds an order.', output=ORDER)
def fits_schema(args):
    return {'id': '1', 'customer': {'name': 'Ada', 'tags': ['new']}}


@tool('Counts.', output=None)
def text_of_wrong_type(args):
    return '{"count": "many"}'


@tool('Counts.', output=None)
def text_is_prose(args):
    return 'There are three.'


@tool('Counts.', output=None)
def text_fits_schema(args):
    return '{"count": 3}'


@tool('Counts.', output={'count': COUNT}, raw=True)
def prose_beside_structure(args):
    return {'content': says('There is one.'), 'structuredContent': {'count': 1.0}}


refusing('code_in_text', refusal('CLOSED: the shop is closed'))
refusing('code_in_structure', {**refusal('closed'), 'structuredContent': {'error': {'code': 'CLOSED'}}})
refusing('code_beside', {**refusal('closed'), 'structuredContent': {'code': 'CLOSED'}})
refusing('code_in_meta', {**refusal('closed'), '_meta': {'surety.dev/error': {'code': 'CLOSED'}}})
refusing('code_declared', refusal('CLOSED: the shop is closed'))
refusing('no_code', refusal('The shop is closed: come back later'))
refusing('other_error', refusal('BUSY: try again'))


@tool('Answers.', definition={'inputSchema': {'properties': {}}})
def input_without_type(args):
    return None


@tool('Answers.', definition={'inputSchema': {'type': 'object'}})
def input_of_nothing(args):
    return None


@tool('Adds up.', output={'total': COUNT})
def wrong_total(args):
    return {'total': 21}


@tool('Counts lines.', input={'lines': LINES}, output={'count': COUNT})
def wrong_count(args):
    return {'count': len(args['lines']) + 1}


@tool('Opens the shop.', input={'id': TEXT})
def no_error(args):
    return None


@tool('Adds up.', output={'total': COUNT})
def right_total(args):
    return {'total': 20}


@tool('Counts lines.', input={'lines': LINES}, output={'count': COUNT, 'currency': TEXT, 'lines': LINES})
def right_count(args):
    return {'count': len(args['lines']), 'currency': 'EUR', 'lines': args['lines']}


serve()
