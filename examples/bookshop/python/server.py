"""The bookshop again, in Python with nothing but the standard library: the same promises, the same broken ones."""

import json
import random
import sys
import time

BOOKS = {
    "9780140449136": {"isbn": "9780140449136", "title": "The Odyssey", "author": "Homer", "cents": 1299},
    "9780141439518": {"isbn": "9780141439518", "title": "Pride and Prejudice", "author": "Jane Austen", "cents": 899},
    "9780553213119": {"isbn": "9780553213119", "title": "Moby-Dick", "author": "Herman Melville", "cents": 1050},
}


class Failure(Exception):
    pass


def find_book(isbn):
    if isbn not in BOOKS:
        raise Failure(f"NO_SUCH_BOOK: There is no book {isbn}.")
    return BOOKS[isbn]


def list_authors(limit=10):
    return {"authors": sorted(book["author"] for book in BOOKS.values())[:limit]}


def check_stock(isbn):
    with open("asked.log", "a") as log:
        log.write(f"{isbn}\n")
    return {"inStock": isbn in BOOKS}


def price_of(isbn):
    cents = BOOKS.get(isbn, {"cents": 0})["cents"]
    return {"isbn": isbn, "cents": cents + random.randrange(100), "currency": "EUR"}


def export_catalogue():
    return "".join(f"{book['title']}\n" * 400 for book in BOOKS.values())


def recommend(isbn):
    return find_book(isbn)


def delivery_date(isbn):
    time.sleep(5)
    return {"days": 3}


def schema(title, properties, required=None):
    return {
        "title": title,
        "type": "object",
        "properties": properties,
        "required": list(properties) if required is None else required,
    }


TEXT, WHOLE, FLAG = {"type": "string"}, {"type": "integer"}, {"type": "boolean"}
ISBN = {"type": "string", "pattern": "^[0-9]{13}$"}
BY_ISBN = schema("ByIsbn", {"isbn": ISBN})
BOOK = schema("Book", {"isbn": ISBN, "title": TEXT, "author": TEXT, "cents": WHOLE})
LIMIT = {"type": "integer", "minimum": 1, "maximum": 50, "default": 10}

TOOLS = {
    "find_book": (find_book, "Finds a book by its ISBN.", BY_ISBN, BOOK),
    "list_authors": (
        list_authors,
        "Lists the authors in stock, in alphabetical order.",
        schema("ListAuthors", {"limit": LIMIT}, required=[]),
        schema("Authors", {"authors": {"type": "array", "items": TEXT}}),
    ),
    "check_stock": (check_stock, "Tells whether a book is in stock.", BY_ISBN, schema("Stock", {"inStock": FLAG})),
    "price_of": (
        price_of,
        "Tells the price of a book.",
        BY_ISBN,
        schema("Price", {"isbn": ISBN, "cents": WHOLE, "currency": TEXT}),
    ),
    "export_catalogue": (export_catalogue, "Exports the catalogue as text.", schema("Nothing", {}), None),
    "recommend": (recommend, "Recommends a book.", BY_ISBN, BOOK),
    "delivery_date": (
        delivery_date,
        "Tells when a book could be delivered.",
        BY_ISBN,
        schema("Delivery", {"days": WHOLE}),
    ),
}


def check(value, shape):
    """As much of JSON Schema as this shop needs."""
    for name in shape["required"]:
        if name not in value:
            raise Failure(f"INVALID_INPUT: {name} is missing.")
    for name, rules in shape["properties"].items():
        given = value.get(name, rules.get("default"))
        if rules["type"] == "string" and not (isinstance(given, str) and len(given) == 13 and given.isdigit()):
            raise Failure(f"INVALID_INPUT: {name} must be 13 digits.")
        if rules["type"] == "integer" and (type(given) is not int or not 1 <= given <= 50):
            raise Failure(f"INVALID_INPUT: {name} must be a whole number from 1 to 50.")


def listing():
    for name, (_, description, accepts, gives) in TOOLS.items():
        tool = {"name": name, "description": description, "inputSchema": accepts}
        yield tool if gives is None else {**tool, "outputSchema": gives}


def call(name, arguments):
    if name not in TOOLS:
        raise Failure(f"There is no tool {name}.")
    handler, _, accepts, _ = TOOLS[name]
    check(arguments, accepts)
    value = handler(**arguments)
    text = value if isinstance(value, str) else json.dumps(value)
    result = {"content": [{"type": "text", "text": text}]}
    return result if isinstance(value, str) else {**result, "structuredContent": value}


def answer(method, params):
    if method == "initialize":
        server = {"name": "bookshop", "version": "1.0.0"}
        return {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}}, "serverInfo": server}
    if method == "tools/list":
        return {"tools": list(listing())}
    if method == "tools/call":
        try:
            return call(params["name"], params.get("arguments", {}))
        except Failure as failure:
            return {"content": [{"type": "text", "text": str(failure)}], "isError": True}
    return {}


for line in sys.stdin:
    message = json.loads(line)
    if "id" in message and "method" in message:
        result = answer(message["method"], message.get("params", {}))
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}), flush=True)
