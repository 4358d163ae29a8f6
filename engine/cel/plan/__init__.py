"""The planner: a typed tree to Python functions, built as an ``ast`` and compiled once."""

from engine.cel.plan.access import UNBOUND
from engine.cel.plan.functions import plan_evaluate, plan_passes

__all__ = ["UNBOUND", "plan_evaluate", "plan_passes"]
