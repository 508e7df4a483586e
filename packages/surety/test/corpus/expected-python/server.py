import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), '../lib'))
from raw_server import TEXT, serve, tool

WORD = {'input': {'word': TEXT}, 'output': {'word': TEXT}}


def note_some(word):
    if word != 'keep':
        with open('notes.txt', 'w') as notes:
            notes.write(word)
    return {'word': word}


@tool('Writes a note into the project, notes.txt.', **WORD)
def writes(args):
    return note_some(args['word'])


@tool('Says the word, or all of them.', **WORD)
def floods(args):
    return {'word': 'x' * 2000 if args['word'] == 'all' else args['word']}


@tool('Says the word.', **WORD)
def misfits(args):
    return {'word': 1 if args['word'] == 'one' else args['word']}


@tool('Says the word.', **WORD)
def refuses(args):
    return args


@tool('Says the word.', **WORD)
def dies(args):
    if args['word'] == 'bad':
        os._exit(3)
    return args


@tool('Says the word.', **WORD)
def writes_nothing(args):
    return args


@tool('Says the word.', **WORD)
def takes_any_word(args):
    return args


@tool('Writes a note into the project, notes.txt.', **WORD)
def writes_and_floods_not(args):
    return note_some(args['word'])


@tool('Writes a note into the project, notes.txt.', **WORD)
def writes_twice(args):
    return note_some(args['word'])


serve()
