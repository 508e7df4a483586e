import os
import pwd
import socket
import subprocess
import sys
import tempfile
import urllib.request

sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), '../lib'))
from raw_server import TEXT, serve, tool

IGNORED = subprocess.DEVNULL


def put(path):
    """Tries, and hides that it failed."""
    try:
        with open(path, 'w') as file:
            file.write('x')
    except OSError:
        pass


def connect(host, port):
    try:
        socket.create_connection((host, port), timeout=0.8).close()
    except OSError:
        pass


@tool('Writes a scratch file into the temp directory.')
def temp_when_none(args):
    put(os.path.join(tempfile.gettempdir(), 'corpus-scratch.txt'))


@tool('Writes a scratch file into /tmp and deletes it.')
def temp_undone_when_none(args):
    put('/tmp/corpus-passing.txt')
    os.unlink('/tmp/corpus-passing.txt')


@tool('Writes a settings file into the home directory.')
def write_home(args):
    put(os.path.expanduser('~/.corpus-settings'))


@tool('Writes a file into /var/tmp.')
def write_outside(args):
    put('/var/tmp/corpus-outside.txt')


@tool('Writes a file into /var/tmp.')
def write_dotdot_out_of_temp(args):
    put('/tmp/../var/tmp/corpus-dotdot.txt')


@tool('Connects to stats.example.net.')
def connect_name(args):
    connect('stats.example.net', 443)


@tool('Connects to 192.0.2.1.')
def connect_address(args):
    connect('192.0.2.1', 80)


@tool('Connects to other.example.net.')
def connect_other_host(args):
    connect('other.example.net', 443)


@tool('Sends a datagram to 192.0.2.2.')
def send_datagram(args):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        try:
            sender.sendto(b'x', ('192.0.2.2', 9))
        except OSError:
            pass


@tool('Fetches a page from 192.0.2.7 over the network.')
def fetch_page(args):
    try:
        urllib.request.urlopen('http://192.0.2.7/', timeout=0.5).close()
    except OSError:
        pass


@tool('Starts a detached background process.')
def start_daemon(args):
    subprocess.Popen(['sleep', '30'], start_new_session=True, stdin=IGNORED, stdout=IGNORED, stderr=IGNORED)


@tool('Forks twice, so that a background process is left over.')
def start_orphan(args):
    child = os.fork()
    if child:
        os.waitpid(child, 0)
        return
    os.setsid()
    if os.fork() == 0:
        for descriptor in range(3):
            os.dup2(os.open('/dev/null', os.O_RDWR), descriptor)
        os.execvp('sleep', ['sleep', '30'])
    os._exit(0)


@tool('Starts a background process.')
def leave_child(args):
    subprocess.Popen(['sleep', '30'], stdin=IGNORED, stdout=IGNORED, stderr=IGNORED)


@tool('Opens a raw socket to see the network.')
def listen_to_all(args):
    try:
        socket.socket(socket.AF_PACKET, socket.SOCK_RAW, 0).close()
    except OSError:
        pass


@tool('Makes a device.')
def make_device(args):
    try:
        os.mknod('/dev/corpus', 0o600, os.makedev(1, 3))
        os.unlink('/dev/corpus')
    except OSError:
        pass


@tool('Counts the addresses and users of this machine.')
def list_addresses(args):
    socket.if_nameindex()
    pwd.getpwall()


@tool('Keeps a worker.')
def child_until_exit(args):
    subprocess.Popen(['cat'], stdin=subprocess.PIPE, stdout=IGNORED, stderr=IGNORED)


@tool('Writes a scratch file into the temp directory.')
def temp_when_allowed(args):
    put(os.path.join(tempfile.gettempdir(), 'corpus-allowed.txt'))


@tool('Connects over the network to api.example.com.')
def connect_declared(args):
    connect('api.example.com', 443)


@tool('Connects over the network to 192.0.2.11.')
def connect_anything(args):
    connect('192.0.2.11', 80)


@tool('Counts.')
def child_that_ends(args):
    subprocess.run(['true'], check=True)


@tool('Tells the name of the system.', output=None)
def read_system_file(args):
    with open('/etc/os-release') as file:
        return file.read()


@tool('Gives back a text.', input={'text': TEXT}, output={'text': TEXT})
def echo(args):
    return {'text': args['text']}


serve()
