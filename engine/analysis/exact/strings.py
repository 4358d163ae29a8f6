"""Strings in finitely many classes: a product automaton that finds every combination of answers a string can give."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, pairwise

from engine.analysis.exact.atoms import PIECE_TESTS, Test
from engine.analysis.exact.automaton import combinations
from engine.analysis.exact.chain import cuts
from engine.analysis.exact.line import Interval, IntLine, intervals

MAX_PIECES = 200
"""Pieces of a constant that are looked at one by one."""


@dataclass(frozen=True, slots=True)
class Text:
    """Strings that answer alike: a shortest one; ``only`` when there is no other; its lengths, where they matter."""

    example: str
    only: bool
    lengths: Interval | None = None


class Trie:
    """Which of finitely many words the string is. ``need``, here and below, bounds how far into a string it looks."""

    def __init__(self, words: Iterable[str]) -> None:
        self.words = frozenset(words)
        self.beginnings = {word[:end] for word in self.words for end in range(len(word) + 1)}
        self.start: Hashable = "" if "" in self.beginnings else None
        self.need = max(map(len, self.words), default=0) + 1

    def step(self, state: Hashable, character: str) -> Hashable:
        if not isinstance(state, str):
            return None
        longer = state + character
        return longer if longer in self.beginnings else None

    def label(self, state: Hashable) -> Hashable:
        return state if state in self.words else None


class Finder:
    """Whether a word has occurred, stands at the end, or stands at the beginning."""

    def __init__(self, word: str, test: str) -> None:
        self.word = word
        self.test = test
        self.start: Hashable = 0
        self.need = len(word) + 1
        self._fallback = _borders(word)

    def step(self, state: Hashable, character: str) -> Hashable:
        assert isinstance(state, int)
        word, size = self.word, len(self.word)
        if self.test == "startsWith":
            return state if state in (size, -1) else state + 1 if word[state] == character else -1
        if self.test == "contains" and state == size:
            return size
        while state and (state == size or word[state] != character):
            state = self._fallback[state - 1]
        return state + 1 if word and word[state] == character else state

    def label(self, state: Hashable) -> Hashable:
        return state == len(self.word)


class Order:
    """Whether the string comes before, at or after a word in the order of code points."""

    def __init__(self, word: str) -> None:
        self.word = word
        self.start: Hashable = 0
        self.need = len(word) + 2

    def step(self, state: Hashable, character: str) -> Hashable:
        if not isinstance(state, int):
            return state
        if state == len(self.word) or character > self.word[state]:
            return "after"
        return state + 1 if character == self.word[state] else "before"

    def label(self, state: Hashable) -> Hashable:
        if isinstance(state, int):
            return "at" if state == len(self.word) else "before"
        return state


def texts(tests: Sequence[Test], max_length: int | None) -> Sequence[Text] | None:
    """A string for every combination of answers to ``tests`` that some non-empty string gives.

    ``None`` when there are too many, or a test looks at strings in a way that is not understood.
    """
    lengths = _lengths(tests, max_length)
    words = _words(tests)
    if lengths is None or words is None:
        return None
    looks = tuple(dict.fromkeys((test.test, test.operand) for test in tests if _walked(test)))
    return _product(looks, tuple(words), tuple(lengths)) if looks else tuple(_plain(words, lengths))


def understood(test: Test) -> bool:
    """Whether :func:`texts` can take the test into account."""
    if test.measured:
        return test.kind != "string" and _lengths([test], None) is not None
    if test.steps or test.test == "matches":
        return False
    if test.kind != "string":
        return test.test in ("==", "!=", "in", "is")
    return test.test not in PIECE_TESTS or len(_pieces(test)) <= MAX_PIECES


def _lengths(tests: Sequence[Test], max_length: int | None) -> list[Interval] | None:
    """The lengths, from 1, cut where a test of the size changes its answer."""
    line = IntLine(1, max_length)
    found: set[int] = set()
    for test in tests:
        if test.measured:
            result = cuts(line, test.steps, [bound for bound in test.bounds if type(bound) in (int, float)])
            if result is None or result[1] != 1:
                return None
            found |= result[0]
    return list(intervals(line, found))


def _words(tests: Sequence[Test]) -> list[str] | None:
    """The words some test tells from all other strings, in order."""
    words: dict[str, None] = {}
    for test in tests:
        if test.measured or test.kind not in ("string", None):
            continue
        if test.test in ("==", "!=", "in"):
            words.update((bound, None) for bound in test.bounds if isinstance(bound, str))
        elif test.test in PIECE_TESTS:
            pieces = _pieces(test)
            if len(pieces) > MAX_PIECES:
                return None
            words.update((piece, None) for piece in pieces)
    words.pop("", None)
    return list(words)


def _pieces(test: Test) -> list[str]:
    """The words that are a beginning, an end or any part of the constant."""
    whole = str(test.operand)
    ends = range(1, len(whole) + 1)
    match test.test:
        case "startOf":
            return [whole[:end] for end in ends]
        case "endOf":
            return [whole[-end:] for end in ends]
        case _:
            if len(whole) > MAX_PIECES:
                return [whole] * (MAX_PIECES + 1)
            return sorted(
                {whole[start:end] for end in ends for start in range(end)}, key=lambda word: (len(word), word)
            )


def _walked(test: Test) -> bool:
    """Whether the test takes an automaton to tell what it answers."""
    if test.measured or not isinstance(test.operand, str):
        return False
    return test.test in ("startsWith", "endsWith", "contains", "<", "<=", ">", ">=")


def _plain(words: Sequence[str], lengths: Sequence[Interval]) -> Iterator[Text]:
    """Each word, and for each piece of the lengths the strings that are no word."""
    for word in words:
        if any(piece.low <= len(word) <= piece.high for piece in lengths):
            yield Text(word, True)
    fresh = fresh_character("".join(words))
    for piece in lengths:
        yield Text(fresh * piece.low, False, piece)


@lru_cache(maxsize=1024)
def _product(
    looks: tuple[tuple[str, str], ...], words: tuple[str, ...], lengths: tuple[Interval, ...]
) -> tuple[Text, ...] | None:
    """A shortest string for each combination, the words first.

    Past the ``need`` of all machines together, and one more, none of them looks: there a character that occurs in no
    constant can be put in or taken out without any of them noticing.
    """
    machines: list[Trie | Finder | Order] = [Trie(words)]
    machines += [Order(word) if test in ("<", "<=", ">", ">=") else Finder(word, test) for test, word in looks]
    alphabet = _alphabet(machines)
    far = sum(machine.need for machine in machines) + 1
    found = combinations(machines, alphabet, lengths, far, alphabet[:1])
    if found is None:
        return None
    place = {word: index for index, word in enumerate(words)}
    examples = [Text("".join(each.symbols), each.labels[0] is not None, each.piece) for each in found]
    return tuple(sorted(examples, key=lambda text: place.get(text.example, len(place))))


def _alphabet(machines: Sequence[Trie | Finder | Order]) -> list[str]:
    """One character for all that occur in no constant, then those that do; with an order, one between any two."""
    constants = [word for machine in machines for word in _constants(machine)]
    written = sorted({character for word in constants for character in word})
    fresh = fresh_character("".join(written))
    between: list[str] = []
    if any(isinstance(machine, Order) for machine in machines):
        edges = [-1, *(ord(character) for character in written), 0x110000]
        for low, high in pairwise(edges):
            between += _character_between(low, high)
    return list(dict.fromkeys([fresh, *written, *between]))


def _constants(machine: Trie | Finder | Order) -> Iterable[str]:
    if isinstance(machine, Trie):
        return machine.words
    return [machine.word] if isinstance(machine, Finder | Order) else []


def _character_between(low: int, high: int) -> list[str]:
    """A readable character strictly between two code points, if there is any character at all."""
    for span in (range(ord("a"), ord("z") + 1), range(ord("0"), ord("9") + 1), range(0x20, 0x7F), range(0xA1, 0xD800)):
        start, stop = max(span.start, low + 1), min(span.stop, high)
        if start < stop:
            return [chr(start)]
    start = max(low + 1, 1)
    if 0xD800 <= start < 0xE000:
        start = 0xE000
    return [chr(start)] if start < high else []


def fresh_character(used: str) -> str:
    """A character that does not occur in ``used``."""
    taken = set(used)
    codes = chain(b"xyzabcdefghijklmnopqrstuvw", range(0x30, 0x3A), range(0xA1, 0xD800))
    return next(chr(code) for code in codes if chr(code) not in taken)


def _borders(word: str) -> list[int]:
    """For each beginning of the word, the length of the longest proper beginning that is also its end."""
    table = [0] * len(word)
    length = 0
    for index in range(1, len(word)):
        while length and word[index] != word[length]:
            length = table[length - 1]
        length += word[index] == word[length]
        table[index] = length
    return table
