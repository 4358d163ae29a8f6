"""Which of the language's models, keys and types stand at a path: asked of the models themselves."""

from __future__ import annotations

import types
from collections.abc import Mapping
from enum import EnumMeta
from functools import cache
from typing import Annotated, Any, Literal, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, Tag

from engine.diagnostics import Path
from engine.dsl.models import Assign, FieldType, Model, Source, Workflow

EXTENSION = "x-"
"""What a key begins with that is kept and ignored wherever the keys are fixed."""

Shape = Any
"""An annotation of the models, bare of ``None`` and of what validates it."""


def shape_at(path: Path) -> Shape | None:
    """What is due at ``path``: a model class, ``Mapping[str, …]``, ``tuple[…, ...]`` or a scalar type."""
    shape: Shape | None = Workflow
    for part in path:
        if shape is None:
            return None
        shape = _inner(_actions(shape).get(str(part), shape), part)
    return shape


def file_path(loc: tuple[str | int, ...]) -> tuple[Path, Shape | None, Shape | None]:
    """A place as pydantic names it, as a path of the file, with the shapes that hold it and that are due there.

    Pydantic puts the member of a union into the place; the file knows none. A requirement's ``from`` is judged whole.
    """
    path: list[str | int] = []
    holder: Shape | None = None
    shape: Shape | None = Workflow
    for part in loc:
        if actions := _actions(shape):
            shape = actions.get(str(part))
            continue
        if shape is Source or not _is_container(shape):
            break
        path.append(part)
        holder, shape = shape, _inner(shape, part)
    return tuple(path), holder, shape


def keys_of(shape: Shape) -> dict[str, bool]:
    """The fixed keys of a map and whether each is required; empty where keys are names."""
    if not _is_model(shape):
        return {}
    return {info.alias or name: info.is_required() for name, info in shape.model_fields.items()}


def fixed_keys(shape: Shape) -> bool:
    """Whether the keys of a map of this shape are words of the language, so that ``x-…`` keys are extensions."""
    return _is_model(shape) or bool(_actions(shape))


def is_named(shape: Shape) -> bool:
    """Whether the keys of a map of this shape are names of the user's."""
    return _origin(shape) is Mapping


def is_list(shape: Shape) -> bool:
    return _origin(shape) is tuple


def choices(shape: Shape) -> tuple[str, ...]:
    """The words a closed choice allows, in order; empty where it is none."""
    if _origin(shape) is Literal:
        return tuple(map(str, get_args(shape)))
    return tuple(map(str, shape.__members__.values())) if isinstance(shape, EnumMeta) else ()


def blank(shape: Shape) -> Any:
    """The least value that fits: what stands in a machine where the file has nothing usable but something is due."""
    if _actions(shape):
        return blank(Assign)
    if _is_model(shape):
        return {key: blank(_inner(shape, key)) for key, required in keys_of(shape).items() if required}
    if is_named(shape):
        return {}
    if is_list(shape):
        return []
    if shape is FieldType:
        return FieldType.ANY.value
    return choices(shape)[0] if choices(shape) else 0 if shape is int else "" if shape is str else None


def _origin(shape: Shape) -> Any:
    return get_origin(shape)


def _is_model(shape: Shape) -> bool:
    return isinstance(shape, type) and issubclass(shape, Model)


def _is_container(shape: Shape) -> bool:
    return _is_model(shape) or is_named(shape) or is_list(shape)


def _inner(shape: Shape, part: str | int) -> Shape | None:
    if _is_model(shape):
        for name, info in shape.model_fields.items():
            if (info.alias or name) == part:
                return _bare(_annotations(shape)[name])
        return None
    if is_named(shape):
        return _bare(get_args(shape)[1])
    return _bare(get_args(shape)[0]) if is_list(shape) else None


@cache
def _annotations(model: type[BaseModel]) -> dict[str, Any]:
    return {name: info.annotation for name, info in model.model_fields.items()}


def _bare(annotation: Any) -> Shape:
    """``X | None`` and ``Annotated[X, …]`` as ``X``; unions of numbers as ``float``; actions stay a union."""
    if _actions(annotation):
        return annotation
    origin = get_origin(annotation)
    if origin is Annotated:
        return _bare(get_args(annotation)[0])
    if origin in (Union, types.UnionType):
        members = [_bare(member) for member in get_args(annotation) if member is not type(None)]
        return members[0] if len(members) == 1 else float
    return annotation


def _actions(annotation: Any) -> dict[str, Shape]:
    """The members of a tagged union by their tags."""
    if isinstance(annotation, TypeVar) or get_origin(annotation) not in (Annotated, Union, types.UnionType):
        return {}
    union = get_args(annotation)[0] if get_origin(annotation) is Annotated else annotation
    tagged: dict[str, Shape] = {}
    for member in get_args(union):
        if get_origin(member) is Annotated:
            model, *marks = get_args(member)
            tagged.update({mark.tag: model for mark in marks if isinstance(mark, Tag)})
    return tagged
