"""Reaches out while it starts, and in its calls: surety.yaml lets the whole server reach 192.0.2.10:443."""

import os
import socket
import sys

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), '../lib'))
from raw_server import serve, tool


def connect(host, port):
    try:
        socket.create_connection((host, port), timeout=0.5).close()
    except OSError:
        pass


connect('192.0.2.10', 443)


@tool('Connects over the network to 192.0.2.10.')
def as_the_server(args):
    connect('192.0.2.10', 443)


@tool('Connects over the network to 192.0.2.10.')
def though_it_declares_none(args):
    connect('192.0.2.10', 443)


serve()
