"""The shared machines are good: what is still found in them is right, and this table says why."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.analysis import check
from engine.dsl import read_bytes
from tests.cases import CASES

IDLE = "the driver may act in states that move on by themselves; its list is longer than need be"
ENDLESS = "a protocol or device that runs until it is switched off: no state is terminal on purpose"
UNDECLARED = "the agent is asked but not declared, so a run parks there for good"
MERGEABLE = "one transition an event, as protocols are written down"
ORDERED = "the order says which comes first: the exception before the rule"
TWO_FIELDS = "two numbers of the run are compared"
UNSHOWN = "a person decides and the requirement shows no field: what was decided on is not recorded"

UNEXPECTED = "an answer the state does not expect is taken, and then nobody is asked for another"
COMPARED = "numbers are compared with one another, so that other values may lead elsewhere"
UNDECIDED = "numbers without bounds, many inputs or budgets: not every situation is looked at"
FIRST_COUNTS = "optional on purpose: the first answer that decides ends the asking"
GOES_ROUND = "people or a job decide each time anew, and may as often as they like"
PROVOKED = "made to stop where it should not, for the reducer's sake"


def asking(stem: str) -> tuple[str, ...]:
    """The states of a machine that ask for something."""
    (path,) = CASES.rglob(f"{stem}.yaml")
    workflow = read_bytes(path.read_bytes()).workflow
    assert workflow is not None
    return tuple(name for name, state in workflow.states.items() if state.requires)


def gaps(*states: str) -> dict[tuple[str, str], tuple[int, str]]:
    return {("G504", f"states/{state}"): (1, UNEXPECTED) for state in states}


ARGUED: dict[str, dict[tuple[str, str], tuple[int, str]]] = {
    "catalog_table": {
        ("M901", ""): (1, UNDECIDED),
        **gaps("CreateDatabase", "DescribeFlow"),
        ("T309", "states/S3AsDestination?/transitions"): (1, "an input that is not given counts as another one"),
        ("R204", "agents/driver/canTransition"): (14, IDLE),
    },
    "elevator": {
        ("M901", ""): (1, COMPARED),
        ("G504", "states/doorsOpen"): (1, "at its destination an elevator waits for a new one"),
        ("G504", "states/doorsClosed"): (1, "at its destination an elevator waits for a new one"),
        ("L607", ""): (1, ENDLESS),
        ("T310", "states/movingUp/transitions"): (2, "the system has one event to tell, so that it came is enough"),
        ("T310", "states/movingDown/transitions"): (2, "the system has one event to tell, so that it came is enough"),
        ("T312", "states/doorsOpen/transitions"): (1, TWO_FIELDS),
        ("T312", "states/doorsClosed/transitions"): (2, TWO_FIELDS),
        ("T312", "states/movingUp/transitions"): (2, TWO_FIELDS),
        ("T312", "states/movingDown/transitions"): (2, TWO_FIELDS),
    },
    "genai_prompt_chain_hitl": {
        **gaps("StartTranscriptionJob", "GetTranscriptionJob", "Read Transcript", "Wait", "Wait for user feedback"),
        ("T309", "states/GetTranscriptionJob/transitions"): (2, "a job without a status is waited for"),
        ("T309", "states/Wait for user feedback/transitions"): (1, "no feedback counts as approval"),
        ("L609", "states/Wait/transitions"): (1, GOES_ROUND),
        ("R203", "states/Generate Avatar/requires"): (1, UNDECLARED),
        ("R204", "agents/driver/canTransition"): (1, IDLE),
        ("T306", "states/Ask two models/transitions"): (
            2,
            "a field that has() tells to be set is never the empty text",
        ),
        ("G506", "states/GetTranscriptionJob/transitions"): (2, ORDERED),
        ("G506", "states/Wait for user feedback/transitions"): (1, ORDERED),
    },
    "github_pull_request": {
        **gaps("draft", "open", "closed"),
        ("L609", "states/open/transitions"): (1, GOES_ROUND),
        ("R203", "states/in review/requires"): (1, UNDECLARED),
        ("T312", "states/in review/transitions"): (2, TWO_FIELDS),
    },
    "morse_decoder": {
        **gaps(*asking("morse_decoder")),
        ("L607", ""): (1, ENDLESS),
        ("R204", "agents/driver/canTransition"): (45, IDLE),
    },
    "order_control": {
        ("M901", ""): (1, COMPARED),
        **gaps("waiting_for_payment", "processing", "shipping"),
        ("T309", "states/waiting_for_payment/transitions"): (2, "the sums may be left out of the inputs"),
        ("R205", "agents/driver"): (1, "the driver may act in no state: people, tools and the system do it all"),
        ("G507", "states/waiting_for_payment/transitions"): (1, MERGEABLE),
        ("T312", "states/waiting_for_payment/transitions"): (2, TWO_FIELDS),
    },
    "ppp_lcp": {
        **gaps(*asking("ppp_lcp")),
        ("L607", ""): (1, ENDLESS),
        **{
            ("G507", f"states/{state}/transitions"): (groups, MERGEABLE)
            for state, groups in {
                "Closed": 1,
                "Stopped": 1,
                "Closing": 2,
                "Stopping": 2,
                "Req-Sent": 2,
                "Ack-Rcvd": 3,
                "Ack-Sent": 3,
                "Opened": 3,
            }.items()
        },
    },
    "tcp": {**gaps(*asking("tcp")), ("L607", ""): (1, ENDLESS)},
    "approvals": {
        ("Q408", "states/collect/requires"): (1, FIRST_COUNTS),
        ("Q408", "states/review/requires"): (2, FIRST_COUNTS),
        ("Q408", "states/pay/requires"): (1, FIRST_COUNTS),
        ("G506", "states/review/transitions"): (1, "a denial by risk does not stop a small payment"),
        ("G507", "states/review/transitions"): (1, "two ways to a payment, kept apart to be read"),
    },
    "counters": {
        ("Q408", "states/idle/requires"): (2, FIRST_COUNTS),
        ("M901", ""): (1, UNDECIDED),
        ("G504", "states/idle"): (1, "a list is asked for only while 'x' is above a half"),
        ("G504", "states/listing"): (1, "lists without a two or anything above three lead nowhere"),
        ("A709", "states/idle"): (1, PROVOKED),
        ("L609", "states/counting/transitions"): (1, GOES_ROUND),
        ("L605", "states/flop/transitions"): (1, PROVOKED),
        ("L606", "states/spinning"): (1, PROVOKED),
        ("R204", "agents/a/canTransition"): (4, IDLE),
        ("G506", "states/listing/transitions"): (1, ORDERED),
    },
    "timers": {
        ("M901", ""): (1, UNDECIDED),
        ("Q408", "states/wait/requires"): (1, FIRST_COUNTS),
        ("G506", "states/wait/transitions"): (3, ORDERED),
    },
    "invariants": {
        ("G504", "states/open"): (1, "'hold' is an answer that leads nowhere"),
        ("R204", "agents/clerk/canTransition"): (1, IDLE),
    },
    "chain_1000": {("L606", "states/s0127"): (1, "a thousand states in a row, to be drawn")},
    "delegated_review": {("L609", "states/review/transitions"): (1, GOES_ROUND)},
    "panel_signoff": {
        ("Q408", "states/panel/requires"): (5, FIRST_COUNTS),
        ("A711", "states/panel/requires"): (2, UNSHOWN),
        ("G506", "states/panel/transitions"): (2, "legal may override a failed review"),
        ("T312", "states/rework/requires"): (1, TWO_FIELDS),
    },
}
"""For each machine what is found: the check and the list it stands in, how often, and why it is right."""

GOOD = sorted(
    path
    for folder in ("machines", "features")
    for path in (CASES / folder).glob("*.yaml")
    if path.stem != "pathological"
)


@pytest.mark.parametrize("path", GOOD, ids=lambda path: path.stem)
def test_nothing_is_found_but_what_is_argued(path) -> None:  # type: ignore[no-untyped-def]
    found = Counter(
        (finding.id, "/".join(map(str, finding.path if len(finding.path) < 3 else finding.path[:3])))
        for finding in check(read_bytes(path.read_bytes(), path.name)).findings
    )
    argued = {key: times for key, (times, _) in ARGUED.get(path.stem, {}).items()}
    assert dict(found) == argued


def test_every_argued_machine_exists() -> None:
    assert ARGUED.keys() <= {path.stem for path in GOOD}
