import os
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), '../lib'))
from raw_server import serve, tool


@tool('Answers.')
def unknown_key(args):
    return None


@tool('Answers.')
def ping(args):
    return None


@tool('Answers.')
def pong(args):
    return None


@tool('Answers.')
def good(args):
    return None


serve()
