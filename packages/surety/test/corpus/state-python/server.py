import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), '../lib'))
from raw_server import serve, tool


def put(path):
    with open(path, 'w') as file:
        file.write('x')


@tool('Finds a page.', annotations={'readOnlyHint': True})
def logs_at_home(args):
    folder = os.path.expanduser('~/.corpus-state/logs')
    os.makedirs(folder, exist_ok=True)
    put(os.path.join(folder, 'search.log'))


@tool('Shows the plan.', annotations={'readOnlyHint': True})
def changes_the_project(args):
    put('plan.txt')


@tool('Shows a page.', annotations={'readOnlyHint': True})
def tidies_up(args):
    put('/tmp/corpus-page')
    os.unlink('/tmp/corpus-page')


serve()
