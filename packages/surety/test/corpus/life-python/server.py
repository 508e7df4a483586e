import os
import signal
import sys
import time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), '../lib'))
from raw_server import serve, tool

signal.signal(signal.SIGTERM, signal.SIG_IGN)
with open('started.log', 'a') as log:
    log.write('x\n')
time.sleep(3)


@tool('Answers.')
def hello(args):
    return None


@tool('Answers.')
def hello_again(args):
    return None


serve()
time.sleep(2)
