"""Tools that leave a change in the project, and try to keep a comparison of the trees from showing it."""

import mmap
import os
import shutil

held = open('held.txt', 'r+b', buffering=0) if os.path.exists('held.txt') else None


def with_its_old_time(change):
    before = os.stat('held.txt')
    change()
    os.utime('held.txt', ns=(before.st_atime_ns, before.st_mtime_ns))


def overwrite(name='held.txt'):
    with open(name, 'r+b') as file:
        file.write(b'H')


def sets_the_time_back(args, registry):
    with_its_old_time(overwrite)


def maps_and_sets_the_time_back(args, registry):
    def change():
        with mmap.mmap(held.fileno(), 0) as view:
            view[0:1] = b'H'
            view.flush()

    with_its_old_time(change)


def writes_to_what_was_open(args, registry):
    with_its_old_time(lambda: os.pwrite(held.fileno(), b'H', 0))


def changes_between_the_samples(args, registry):
    """Of a file so large that it is not read whole, one byte."""
    before = os.stat('large.bin')
    with open('large.bin', 'r+b') as file:
        file.seek(1024 * 1024 + 4096)
        file.write(b'H')
    os.utime('large.bin', ns=(before.st_atime_ns, before.st_mtime_ns))


def swaps_a_copy_in(args, registry):
    shutil.copy2('held.txt', 'copy.txt')
    before = os.stat('held.txt')
    overwrite('copy.txt')
    os.utime('copy.txt', ns=(before.st_atime_ns, before.st_mtime_ns))
    os.rename('copy.txt', 'held.txt')


def names_no_text_can_hold(args, registry):
    with open(b'odd-\xff\xfe\n', 'w') as file:
        file.write('x')


def digs_deeper_than_a_path_reaches(args, registry):
    here = os.getcwd()
    name = 'd' * 200
    for _ in range(30):
        os.mkdir(name)
        os.chdir(name)
    with open('deep.txt', 'w') as file:
        file.write('x')
    os.chdir(here)


def undoes_it_with_its_times(args, registry):
    """Only a tracer can tell."""

    def change():
        overwrite()
        with open('held.txt', 'r+b') as file:
            file.write(b'h')

    with_its_old_time(change)
