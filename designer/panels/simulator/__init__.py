"""The simulator."""

from designer.panels.simulator.panel import Simulator
from designer.panels.simulator.simulation import Simulation
from designer.panels.simulator.tracing import trace_of

__all__ = ["Simulation", "Simulator", "trace_of"]
