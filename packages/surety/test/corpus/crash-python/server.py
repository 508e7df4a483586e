import os
import signal
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), '../lib'))
from raw_server import serve, tool


@tool('Answers.')
def before(args):
    return None


@tool('Answers.')
def exits(args):
    os._exit(3)


@tool('Answers.')
def kills_itself(args):
    os.kill(os.getpid(), signal.SIGKILL)


@tool('Answers.')
def after(args):
    return None


serve()
