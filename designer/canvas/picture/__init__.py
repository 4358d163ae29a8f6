"""Pictures of a machine: SVG, PNG and PDF, drawn as on the canvas, whole, and the same bytes every time."""

from designer.canvas.picture.formats import FORMATS, draw
from designer.canvas.picture.subject import Subject, order_for, sheet_for, subject_of

__all__ = ["FORMATS", "Subject", "draw", "order_for", "sheet_for", "subject_of"]
