"""Serves tools over stdio: JSON-RPC by hand, standard library only."""

import json
import re
import sys
from types import SimpleNamespace

TEXT = {'type': 'string'}
COUNT = {'type': 'integer'}
KNOWN = ('2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25')
DONE = {'done': {'type': 'boolean'}}

registry = {}
# listing: changes what is listed, given the list and how often it was asked for.
options = SimpleNamespace(page_size=None, listing=lambda listed, times: listed, listings=0)
# What a tool may know of the request it answers.
session = SimpleNamespace(id=None, progress_token=None)


class NoAnswer(Exception):
    """The request is left without an answer."""


def tool(description, input=None, optional=(), output=DONE, annotations=None, definition=None, lax=False, raw=False):
    """Registers a function under its own name; nothing returned means {'done': True}."""

    def register(run):
        registry[run.__name__] = SimpleNamespace(
            name=run.__name__, description=description, input=schema_of(input or {}, optional), output=output,
            annotations=annotations, definition=definition or {}, lax=lax, raw=raw, run=run,
        )
        return run

    return register


def schema_of(properties, optional=()):
    """An object schema; every property is required but those that have a default or are named optional."""
    required = [key for key, schema in properties.items() if 'default' not in schema and key not in optional]
    return {'type': 'object', 'properties': properties, **({'required': required} if required else {})}


def definition_of(entry):
    listed = {'name': entry.name, 'description': entry.description, 'inputSchema': entry.input}
    if entry.output is not None:
        listed['outputSchema'] = schema_of(entry.output)
    if entry.annotations:
        listed['annotations'] = entry.annotations
    return {**listed, **entry.definition}


def problem_in(value, schema, path):
    """What is wrong with a value, in one sentence that carries no error code; None where nothing is."""
    if not has_type(value, schema.get('type')):
        return f'The value at {path} must be of type {schema["type"]}.'
    if 'enum' in schema and value not in schema['enum']:
        return f'The value at {path} must be one of {schema["enum"]}.'
    if isinstance(value, (int, float)) and not schema.get('minimum', value) <= value <= schema.get('maximum', value):
        return f'The number at {path} is out of range.'
    if isinstance(value, str) and not schema.get('minLength', 0) <= len(value) <= schema.get('maxLength', len(value)):
        return f'The text at {path} has a wrong length.'
    if isinstance(value, str) and not re.search(schema.get('pattern', ''), value):
        return f'The text at {path} has a wrong form.'
    if isinstance(value, list):
        if not schema.get('minItems', 0) <= len(value) <= schema.get('maxItems', len(value)):
            return f'The list at {path} has a wrong length.'
        return first(problem_in(item, schema.get('items', {}), f'{path}/{at}') for at, item in enumerate(value))
    if not isinstance(value, dict):
        return None
    missing = first(key for key in schema.get('required', []) if key not in value)
    if missing:
        return f'The key {missing} is missing at {path}.'
    known = ((key, child) for key, child in schema.get('properties', {}).items() if key in value)
    return first(problem_in(value[key], child, f'{path}/{key}') for key, child in known)


def first(candidates):
    return next((candidate for candidate in candidates if candidate is not None), None)


def has_type(value, name):
    if name in ('integer', 'number') and isinstance(value, bool):
        return False
    if name == 'integer':
        return isinstance(value, int) or (isinstance(value, float) and value.is_integer())
    python = {'string': str, 'number': (int, float), 'boolean': bool, 'array': list, 'object': dict, 'null': type(None)}
    return name is None or isinstance(value, python[name])


def refusal(text):
    return {'content': [{'type': 'text', 'text': text}], 'isError': True}


def result_of(value):
    if isinstance(value, str):
        return {'content': [{'type': 'text', 'text': value}]}
    structured = {'done': True} if value is None else value
    return {'content': [{'type': 'text', 'text': json.dumps(structured)}], 'structuredContent': structured}


def call_tool(params):
    entry = registry.get(params.get('name'))
    if entry is None:
        raise LookupError('There is no such tool.')
    args = params.get('arguments', {})
    problem = None if entry.lax else problem_in(args, entry.input, 'arguments')
    if problem:
        return refusal(problem)
    if entry.raw:
        return entry.run(args)
    try:
        return result_of(entry.run(args))
    except NoAnswer:
        raise
    except Exception as error:
        return refusal(str(error))


def greet(params):
    asked = params.get('protocolVersion')
    return {
        'protocolVersion': asked if asked in KNOWN else '2025-11-25',
        'capabilities': {'tools': {'listChanged': True}, 'logging': {}},
        'serverInfo': {'name': 'corpus', 'version': '1.0.0'},
    }


def list_tools(params):
    options.listings += 1
    listed = options.listing([definition_of(entry) for entry in registry.values()], options.listings)
    start = int(params.get('cursor', 0))
    end = start + (options.page_size or len(listed))
    return {'tools': listed[start:end], **({'nextCursor': str(end)} if end < len(listed) else {})}


handlers = {'initialize': greet, 'ping': lambda params: {}, 'tools/list': list_tools, 'tools/call': call_tool}


def send(message):
    write(json.dumps({'jsonrpc': '2.0', **message}, separators=(',', ':'), ensure_ascii=False))


def write(line):
    sys.stdout.write(line + '\n')
    sys.stdout.flush()


def answer(request):
    params = request.get('params') or {}
    session.id = request['id']
    session.progress_token = (params.get('_meta') or {}).get('progressToken')
    handle = handlers.get(request['method'])
    if handle is None:
        return send({'id': request['id'], 'error': {'code': -32601, 'message': f'No method {request["method"]}.'}})
    try:
        result = handle(params)
    except NoAnswer:
        return None
    except Exception as error:
        return send({'id': request['id'], 'error': {'code': -32602, 'message': str(error)}})
    return send({'id': request['id'], **({} if result is None else {'result': result})})


def serve():
    for line in sys.stdin:
        if line.strip():
            message = json.loads(line)
            if 'method' in message and 'id' in message:
                answer(message)
