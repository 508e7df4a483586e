import os
import signal
import sys
import time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), '../lib'))
from raw_server import serve, tool

signal.signal(signal.SIGTERM, signal.SIG_IGN)
with open('started.log', 'a') as log:
    log.write('x\n')
calls = open('calls.log', 'a', buffering=1)
open('lock', 'w').close()
time.sleep(3)


@tool('Answers.')
def hello(args):
    return None


@tool('Answers.')
def logs_to_a_file_opened_at_the_start(args):
    calls.write('called\n')


@tool('Answers.')
def hello_again(args):
    return None


serve()
os.remove('lock')
time.sleep(2)
