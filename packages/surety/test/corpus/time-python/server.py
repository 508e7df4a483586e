import os
import signal
import subprocess
import sys
import time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), '../lib'))
from raw_server import NoAnswer, send, serve, session, tool

signal.signal(signal.SIGTERM, signal.SIG_IGN)


@tool('Waits.')
def never_answers(args):
    raise NoAnswer


@tool('Thinks hard.')
def busy_for_ever(args):
    while True:
        pass


@tool('Works step by step.')
def progress_for_ever(args):
    for progress in range(1, 10**6):
        time.sleep(0.1)
        send({'method': 'notifications/message', 'params': {'level': 'info', 'data': 'still at it'}})
        if session.progress_token is not None:
            params = {'progressToken': session.progress_token, 'progress': progress}
            send({'method': 'notifications/progress', 'params': params})


@tool('Runs a program.')
def child_never_ends(args):
    subprocess.run(['sleep', '60'], check=True)


@tool('Answers.')
def quick(args):
    return None


@tool('Takes its time.')
def within_limit(args):
    time.sleep(0.3)


serve()
