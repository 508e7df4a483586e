"""Tools that leave something running, where it is hard to see, or have it act where nobody looks any more."""

import ctypes
import os
import socket
import time

libc = ctypes.CDLL(None, use_errno=True)


def nobody_listens():
    null = os.open('/dev/null', os.O_RDWR)
    for file in range(3):
        os.dup2(null, file)


def write_later(seconds):
    time.sleep(seconds)
    with open('late.txt', 'w') as file:
        file.write('x')
    time.sleep(600)


def leave(detach=False, seconds=20, prepare=lambda: None):
    """A grandchild whose parent is gone."""
    child = os.fork()
    if child != 0:
        os.waitpid(child, 0)
        return
    if detach:
        os.setsid()
    if os.fork() != 0:
        os._exit(0)
    prepare()
    nobody_listens()
    write_later(seconds)


def hide_command():
    """The kernel reads a process's words from memory that is the process's own."""
    with open('/proc/self/stat') as file:
        fields = file.read().rpartition(')')[2].split()
    start, end = int(fields[45]), int(fields[46])
    ctypes.memset(start, 0, end - start)


def a_daemon_that_waits(args, registry):
    leave(detach=True)


def an_orphan_that_waits(args, registry):
    leave()


def an_orphan_without_a_command(args, registry):
    leave(prepare=hide_command)


def one_that_never_stays(args, registry):
    """A new process every few milliseconds, each the child of the last."""

    def move_on():
        nobody_listens()
        until = time.time() + 20
        while time.time() < until:
            if os.fork() != 0:
                os._exit(0)
            time.sleep(0.002)
        os._exit(0)

    leave(prepare=move_on)


def an_orphan_by_an_abstract_socket(args, registry):
    """It waits for a word by a socket that has no file."""
    name = '\0silence'

    def listen():
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(name)
        listener.listen()
        nobody_listens()
        listener.accept()

    leave(prepare=listen)
