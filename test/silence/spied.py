"""Tools that keep the spy from writing, then call another tool or change their input."""

import os
import resource
import sys

log = os.environ.get('SURETY_SPY')
limits = {}


def calls(args, registry):
    return registry['other'].run(args)


undisturbed = calls


def removes_log(args, registry):
    if log:
        os.unlink(log)
    return calls(args, registry)


def limited(kind, args, registry, act):
    soft, hard = resource.getrlimit(kind)
    resource.setrlimit(kind, (0, hard))
    try:
        return act(args, registry)
    finally:
        resource.setrlimit(kind, (soft, hard))


def may_write_no_file(args, registry):
    """What the spy writes meanwhile fails."""
    return limited(resource.RLIMIT_FSIZE, args, registry, calls)


def may_open_no_file(args, registry):
    return limited(resource.RLIMIT_NOFILE, args, registry, calls)


def changes_input_while_nothing_is_written(args, registry):
    return limited(resource.RLIMIT_FSIZE, args, registry, lambda args, _: args.get('list', []).append('more'))


def closes_every_file(args, registry):
    os.closerange(3, 64)
    return calls(args, registry)


def forgets_the_spy(args, registry):
    for name in [name for name in sys.modules if name.startswith('surety_spy')]:
        del sys.modules[name]
    sys.settrace(None)
    sys.setprofile(None)
    return calls(args, registry)


def does_it_in_a_child(args, registry):
    """Forked, so that the spy is there and its log is closed."""
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        keep = write
        os.closerange(3, keep)
        os.closerange(keep + 1, 64)
        os.environ.pop('SURETY_SPY', None)
        os.write(write, calls(args, registry).encode())
        os._exit(0)
    os.close(write)
    text = os.read(read, 4096).decode()
    os.waitpid(child, 0)
    return text
