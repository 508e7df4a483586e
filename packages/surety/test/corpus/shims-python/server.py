import os
import subprocess
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), '../lib'))
from raw_server import serve, tool

MANAGER = os.path.expanduser('~/.pyenv')


@tool('Runs a tool.')
def starts_by_shim(args):
    subprocess.run([f'{MANAGER}/shims/corpus-tool'], check=True)


@tool('Waits a moment.')
def starts_by_login_shell(args):
    subprocess.run(['bash', '-lc', 'sleep 0'], check=True)


@tool('Writes a file.')
def writes_where_shim_does(args):
    os.makedirs(f'{MANAGER}/cache', exist_ok=True)
    with open(f'{MANAGER}/cache/last', 'w') as file:
        file.write('x')


serve()
