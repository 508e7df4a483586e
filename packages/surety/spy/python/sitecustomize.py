"""Preloaded into a server and every Python process below it (PYTHONPATH).

Reports which tool calls which other one, and whose handler changes its input, to the file
SURETY_SPY names. Without that variable it does nothing but run the sitecustomize it hides.
"""

import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


class Finder:
    """Lets the spy see a module the moment it has been imported; modules nobody imports cost nothing."""

    WATCHED = {"json": "watch_json", "pydantic.main": "watch_models", "pydantic.type_adapter": "watch_adapters"}

    def find_spec(self, name, path=None, target=None):
        if name not in self.WATCHED:
            return None
        specs = (finder.find_spec(name, path, target) for finder in sys.meta_path if finder is not self)
        spec = next((spec for spec in specs if spec is not None), None)
        execute = getattr(spec and spec.loader, "exec_module", None)
        if execute is None:
            return spec

        def execute_and_watch(module):
            execute(module)
            try:
                from surety_spy import messages

                getattr(messages, self.WATCHED[name])(module)
            except Exception:
                pass  # A server must run as well with the spy as without it.

        spec.loader.exec_module = execute_and_watch
        return spec


def run_hidden_sitecustomize():
    others = [entry for entry in sys.path if os.path.abspath(entry or ".") != HERE]
    for finder in sys.meta_path:
        spec = finder.find_spec("sitecustomize", others) if getattr(finder, "__name__", "") == "PathFinder" else None
        if spec is not None and spec.loader is not None:
            exec(spec.loader.get_code("sitecustomize"), {"__name__": "sitecustomize", "__file__": spec.origin})


if os.environ.get("SURETY_SPY"):
    sys.meta_path.insert(0, Finder())
run_hidden_sitecustomize()
