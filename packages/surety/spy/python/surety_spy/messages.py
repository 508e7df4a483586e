"""Shows every JSON-RPC message this process reads or writes through json or pydantic."""

from . import spy


def watch_json(json):
    json.loads = _after(json.loads, lambda value, args: _each(value, spy.received))
    json.dumps = _after(json.dumps, lambda text, args: _each(args[0], spy.sent))
    json.dump = _after(json.dump, lambda nothing, args: _each(args[0], spy.sent))


def watch_models(pydantic):
    model = pydantic.BaseModel
    validate = model.__dict__["model_validate_json"].__func__
    model.model_validate_json = classmethod(_after(validate, lambda value, args: _each(value, spy.received)))
    model.model_dump_json = _after(model.model_dump_json, lambda text, args: _each(args[0], spy.sent))


def watch_adapters(pydantic):
    adapter = pydantic.TypeAdapter
    adapter.validate_json = _after(adapter.validate_json, lambda value, args: _each(value, spy.received))


def _after(original, look):
    def watched(*args, **kwargs):
        result = original(*args, **kwargs)
        try:
            look(result, args)
        except Exception:
            pass  # What the spy cannot understand, it does not see.
        return result

    for name in ("__module__", "__name__", "__qualname__", "__doc__", "__kwdefaults__"):
        setattr(watched, name, getattr(original, name))
    watched.__wrapped__ = original
    return watched


def _each(value, look):
    for item in value if isinstance(value, list) else [value]:
        message = _message(item)
        if message is None:
            return
        look(message)


def _message(value):
    """A message as a dict, whether it is one or a model of one."""
    if isinstance(value, dict):
        return value if "jsonrpc" in value else None
    value = getattr(value, "root", value) if hasattr(type(value), "model_fields") else None
    return vars(value) if hasattr(value, "jsonrpc") else None
