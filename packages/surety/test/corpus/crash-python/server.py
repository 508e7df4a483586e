import os
import signal
import sys
import threading

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), '../lib'))
from raw_server import serve, tool


@tool('Answers.')
def before(args):
    return None


def write():
    with open('late.txt', 'w') as file:
        file.write('x')


@tool('Answers.')
def writes_after_its_answer(args):
    threading.Timer(0.15, write).start()


@tool('Answers.')
def exits(args):
    os._exit(3)


@tool('Answers.')
def kills_itself(args):
    os.kill(os.getpid(), signal.SIGKILL)


@tool('Answers.')
def dies_after_its_answer(args):
    threading.Timer(0.1, lambda: os._exit(4)).start()


@tool('Answers.')
def after(args):
    return None


serve()
