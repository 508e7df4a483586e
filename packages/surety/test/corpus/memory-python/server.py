import os
import subprocess
import sys
import time

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), '../lib'))
from raw_server import serve, tool

MEGABYTE = 1024 * 1024


def hold(megabytes):
    memory = [b'x' * MEGABYTE for _ in range(megabytes)]
    time.sleep(0.5)
    del memory


@tool('Plans a route.')
def objects(args):
    hold(600)


@tool('Runs a program.')
def child(args):
    code = f'import time; memory = b"x" * {600 * MEGABYTE}; time.sleep(0.7)'
    subprocess.run([sys.executable, '-c', code], check=False, stderr=subprocess.DEVNULL)


def fill(megabytes):
    file = os.memfd_create('corpus')
    for _ in range(megabytes):
        os.write(file, b'x' * MEGABYTE)
    time.sleep(0.5)
    os.close(file)


@tool('Paints a picture.')
def memory_file(args):
    fill(700)


@tool('Paints a small picture.')
def small_memory_file(args):
    fill(10)


@tool('Paints a small picture.')
def modest(args):
    hold(20)


serve()
