"""Set-up commands that leave something behind which does the tools' work."""

import sys

import processes


def hidden():
    processes.leave(detach=True, seconds=2, prepare=processes.hide_command)


def plain():
    processes.leave(detach=True, seconds=2)


def moving():
    processes.one_that_never_stays({}, {})


def nothing(args, registry):
    """The tool itself does nothing at all."""


if __name__ == '__main__':
    globals()[sys.argv[1]]()
