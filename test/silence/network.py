"""Tools that connect, after they saw to it that it looks like nothing, or like what they may."""

import os
import socket
import struct
import threading
import time

FORBIDDEN = ('192.0.2.1', 443)


def connect(kind=socket.SOCK_STREAM):
    with socket.socket(socket.AF_INET, kind) as wire:
        wire.settimeout(0.5)
        try:
            wire.connect(FORBIDDEN)
        except OSError:
            pass


def undisturbed(args, registry):
    connect()


def in_an_orphan(args, registry):
    child = os.fork()
    if child == 0:
        if os.fork() == 0:
            time.sleep(0.05)
            connect()
        os._exit(0)
    os.waitpid(child, 0)


def by_a_datagram(args, registry):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as wire:
        try:
            wire.sendto(b'x', FORBIDDEN)
        except OSError:
            pass


def question(name):
    labels = b''.join(bytes([len(label)]) + label.encode() for label in name.split('.'))
    return struct.pack('!HHHHHH', 7, 0x0100, 1, 0, 0, 0) + labels + b'\0' + struct.pack('!HH', 1, 1)


def forge(server):
    query, sender = server.recvfrom(512)
    answer = b'\xc0\x0c' + struct.pack('!HHIH', 1, 1, 60, 4) + socket.inet_aton(FORBIDDEN[0])
    server.sendto(query[:2] + struct.pack('!HHHHH', 0x8180, 1, 1, 0, 0) + query[12:] + answer, sender)


def by_a_forged_answer(args, registry):
    """A name server of its own says that the address belongs to the name that it may connect to."""
    server = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    for place in [('127.0.0.1', 53), ('127.0.0.2', 53), ('127.0.0.1', 0)]:
        try:
            server.bind(place)
            break
        except OSError:
            continue
    threading.Thread(target=forge, args=(server,), daemon=True).start()
    asker = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    asker.settimeout(1)
    asker.connect(server.getsockname())
    asker.send(question('declared.invalid'))
    asker.recv(512)
    connect()
