"""Makes what Qt writes as PDF the same every time: objects in order, a fixed date, an id from the content."""

from __future__ import annotations

import hashlib
import re

_REFERENCE = re.compile(rb"\b(\d+) 0 R\b")
_TAG = re.compile(rb"/([A-Z]{6})\+")
_DATE = rb"D:20000101000000Z"


def canonical(data: bytes) -> bytes:
    """The same document; Qt numbers fonts in the chance order of a hash table and stamps clock and chance on it."""
    objects, trailer = _taken_apart(data)
    root, info = (int(_needed(rb"/%s (\d+) 0 R" % key, trailer)) for key in (b"Root", b"Info"))
    number: dict[int, int] = {}
    waiting = [info, root]
    while waiting:
        old = waiting.pop()
        if old not in number:
            number[old] = len(number) + 1
            waiting += [int(found) for found in reversed(_REFERENCE.findall(_head(objects[old])))]
    tags: dict[bytes, bytes] = {}
    written = [b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n"]
    places = []
    for old, new in sorted(number.items(), key=lambda pair: pair[1]):
        places.append(sum(map(len, written)))
        written.append(b"%d 0 obj%s" % (new, _renumbered(objects[old], number, tags)))
    body = b"".join(written)
    digest = hashlib.sha256(body).hexdigest()[:32].encode()
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    return (
        body
        + b"xref\n0 %d\n0000000000 65535 f \n%s" % (len(places) + 1, table)
        + b"trailer\n<<\n/Size %d\n/Info %d 0 R\n/Root %d 0 R\n" % (len(places) + 1, number[info], number[root])
        + b"/ID [ <%s> <%s> ]\n>>\nstartxref\n%d\n%%%%EOF\n" % (digest, digest, len(body))
    )


def _taken_apart(data: bytes) -> tuple[dict[int, bytes], bytes]:
    """Objects by number, without their first words, and the trailer."""
    start = int(_needed(rb"startxref\s+(\d+)\s+%%EOF\s*$", data))
    entries = re.findall(rb"(\d{10}) \d{5} ([nf])", data[start:])
    places = sorted((int(place), number) for number, (place, kind) in enumerate(entries) if kind == b"n")
    ends = [place for place, _ in places[1:]] + [start]
    objects = {}
    for (place, number), end in zip(places, ends, strict=True):
        objects[number] = data[place:end].removeprefix(b"%d 0 obj" % number)
    return objects, data[data.index(b"trailer", start) :]


def _head(body: bytes) -> bytes:
    """What stands before an object's stream."""
    return body.split(b"stream", 1)[0] if b"endstream" in body else body


def _renumbered(body: bytes, number: dict[int, int], tags: dict[bytes, bytes]) -> bytes:
    """The object with its new references; subsets of fonts are named in the order they come."""
    head = _head(body)
    rest = body[len(head) :]
    head = re.sub(rb"D:\d{14}[^)]*", _DATE, head)
    head = _TAG.sub(lambda found: b"/%s+" % tags.setdefault(found.group(1), _tag(len(tags))), head)
    return _REFERENCE.sub(lambda found: b"%d 0 R" % number[int(found.group(1))], head) + rest


def _tag(place: int) -> bytes:
    high, low = divmod(place, 26)
    return b"FACE%c%c" % (65 + high, 65 + low)


def _needed(pattern: bytes, data: bytes) -> bytes:
    found = re.search(pattern, data)
    if found is None:
        raise ValueError("Qt wrote a PDF of another shape than this version of the program knows")
    return bytes(found.group(1))
