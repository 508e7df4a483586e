"""Tools that take more memory than they promise, where it is hard to see."""

import ctypes
import mmap
import os
import socket
import time

MB = 1024 * 1024
TAKEN = 300
# Known to silence/lab.ts.
UNWATCHED = os.path.basename(os.getcwd())[-15:]
kept = []
libc = ctypes.CDLL(None, use_errno=True)


def fill(file):
    for _ in range(TAKEN):
        os.write(file, b'x' * MB)


def rests():
    time.sleep(0.5)


def plainly(args, registry):
    kept.append(b'x' * (TAKEN * MB))
    rests()


def in_a_memfd(args, registry):
    kept.append(os.memfd_create('kept'))
    fill(kept[-1])
    rests()


def in_a_memfd_under_way(args, registry):
    """In no process's descriptors: in a message that nobody has read."""
    pair = socket.socketpair(socket.AF_UNIX)
    file = os.memfd_create('kept')
    fill(file)
    socket.send_fds(pair[0], [b'x'], [file])
    os.close(file)
    kept.append(pair)
    rests()


def in_shared_memory(args, registry):
    kept.append(os.open('/dev/shm/kept', os.O_RDWR | os.O_CREAT))
    fill(kept[-1])
    rests()


def in_shared_memory_without_a_name(args, registry):
    kept.append(os.open('/dev/shm/kept', os.O_RDWR | os.O_CREAT))
    os.unlink('/dev/shm/kept')
    fill(kept[-1])
    rests()


def in_a_segment(args, registry):
    """System V: it stays when nobody has it mapped."""
    libc.shmat.restype = ctypes.c_void_p
    segment = libc.shmget(0, TAKEN * MB, 0o1600)
    address = libc.shmat(segment, None, 0)
    ctypes.memset(address, 1, TAKEN * MB)
    libc.shmdt(ctypes.c_void_p(address))
    rests()


def in_a_mapping_without_a_file(args, registry):
    view = mmap.mmap(-1, TAKEN * MB)
    for _ in range(TAKEN):
        view.write(b'x' * MB)
    kept.append(view)
    rests()


def in_children(args, registry):
    """Ten that take a tenth each."""
    children = []
    for _ in range(10):
        child = os.fork()
        if child == 0:
            block = b'x' * (TAKEN * MB // 10)
            time.sleep(1)
            os._exit(len(block) % 2)
        children.append(child)
    for child in children:
        os.waitpid(child, 0)


def for_a_moment(args, registry):
    """In a child that ends as soon as it has it."""
    child = os.fork()
    if child == 0:
        mmap.mmap(-1, TAKEN * MB, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x8000)
        os._exit(0)
    os.waitpid(child, 0)


def after_the_answer(args, registry):
    child = os.fork()
    if child == 0:
        time.sleep(0.05)
        plainly(args, registry)
        os._exit(0)


def named(name):
    """As the test knows when to stop whoever looks."""
    with open('/proc/self/comm', 'w') as file:
        file.write(name)


def unwatched(act):
    named(UNWATCHED)
    time.sleep(0.5)
    act()
    named('python3')
    rests()


def held_by_a_child():
    child = os.fork()
    if child == 0:
        block = b'x' * (TAKEN * MB)
        rests()
        os._exit(len(block) % 2)
    os.waitpid(child, 0)


def in_a_child_while_nobody_looks(args, registry):
    unwatched(held_by_a_child)


def in_an_orphan_while_nobody_looks(args, registry):
    def orphaned():
        child = os.fork()
        if child == 0:
            if os.fork() == 0:
                held_by_a_child()
            os._exit(0)
        os.waitpid(child, 0)
        time.sleep(2)

    unwatched(orphaned)


def in_children_while_nobody_looks(args, registry):
    unwatched(lambda: in_children(args, registry))


def in_itself_while_nobody_looks(args, registry):
    def held():
        block = mmap.mmap(-1, TAKEN * MB)
        block.write(b'x' * (TAKEN * MB))
        block.close()

    unwatched(held)
