"""Playing a witness: what the machine itself does in the run that is to show a fault."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.analysis.finding import Witness
from engine.reducer import Contribution, Definition, Step, contribute, create, tick


@dataclass(frozen=True, slots=True)
class Played:
    """What came in, ``None`` for the creation, and the steps that were made of it, the last one refused or not.

    ``since`` is the time of the run before, in nanoseconds since 1970.
    """

    contribution: Contribution | None
    steps: tuple[Step, ...]
    since: int

    @property
    def waited(self) -> bool:
        """Whether nothing came in but time passed, until something was due."""
        return self.contribution is not None and not self.contribution.values


def played(definition: Definition, witness: Witness) -> Iterator[Played]:
    """The run of a witness, from its creation on."""
    step = create(definition, given=witness.given)
    yield Played(None, (step,), step.envelope.at)
    envelope = step.envelope
    for line in witness.contributions:
        contribution = Contribution.from_json(dict(line), simulated=True)
        if contribution.values or contribution.at is None:
            steps = contribute(definition, envelope, contribution)
        else:
            steps = tick(definition, envelope, contribution.at)
        yield Played(contribution, steps, envelope.at)
        envelope = steps[-1].envelope if steps else envelope
