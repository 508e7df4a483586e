import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), '../lib'))
from raw_server import serve, tool

print('Corpus server is starting …', flush=True)


@tool('Answers.')
def prints(args):
    print('debug: called', flush=True)


@tool('Answers.')
def silent(args):
    print('debug: called', file=sys.stderr)


serve()
