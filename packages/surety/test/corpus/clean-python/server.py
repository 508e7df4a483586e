import csv
import hashlib
import os
import subprocess
import sys
import tempfile
import time
import uuid

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), '../lib'))
from raw_server import COUNT, TEXT, options, serve, tool

TEXTS = {'type': 'array', 'items': TEXT}


@tool('Gives back a text.', input={'text': TEXT}, output={'text': TEXT})
def echo(args):
    return {'text': args['text']}


@tool('Sorts texts.', input={'items': TEXTS}, output={'items': TEXTS})
def sort(args):
    return {'items': sorted(args['items'])}


@tool('Hashes a text with SHA-256.', input={'text': TEXT}, output={'hash': TEXT})
def hash(args):
    return {'hash': hashlib.sha256(args['text'].encode('utf-8', 'surrogatepass')).hexdigest()}


@tool('Tells how many pieces of a part there are.', input={'part': TEXT}, output={'qty': COUNT})
def stock_of(args):
    with open('data/stock.csv') as file:
        stock = {row['name']: int(row['qty']) for row in csv.DictReader(file)}
    if args['part'] not in stock:
        raise LookupError('RESOURCE_NOT_FOUND: there is no such part')
    return {'qty': stock[args['part']]}


@tool('Tells the time.', output={'at': TEXT})
def now(args):
    return {'at': time.strftime('%Y-%m-%dT%H:%M:%SZ', time.gmtime())}


@tool('Draws a ticket.', output={'id': TEXT, 'venue': TEXT, 'rules': TEXT})
def ticket(args):
    rules = 'Bring this ticket. Doors open at eight. No refunds after nine.'
    return {'id': str(uuid.uuid4()), 'venue': 'Main hall', 'rules': rules}


@tool('Writes a draft to a file in the temp directory.', input={'text': TEXT})
def draft(args):
    with tempfile.NamedTemporaryFile('w', delete=False, errors='replace') as file:
        file.write(args['text'])


@tool('Saves a note: writes data/note.txt.', input={'text': TEXT}, annotations={'idempotentHint': True})
def save(args):
    with open('data/note.txt', 'w', errors='replace') as file:
        file.write(args['text'])


@tool('Counts words with a program.', output={'words': COUNT})
def words(args):
    answer = subprocess.run(['wc', '-w', 'data/stock.csv'], capture_output=True, text=True, check=True)
    return {'words': int(answer.stdout.split()[0])}


options.page_size = 4
serve()
