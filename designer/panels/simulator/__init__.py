"""The simulator."""

from designer.panels.simulator.panel import Simulator
from designer.panels.simulator.simulation import Simulation

__all__ = ["Simulation", "Simulator"]
