import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), '../lib'))
from raw_server import serve, tool


@tool('Answers.')
def contracted(args):
    return None


@tool('Writes harm.txt into the project.')
def uncontracted(args):
    with open('harm.txt', 'w') as file:
        file.write('x')


serve()
