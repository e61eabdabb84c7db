"""A file that says what goes wrong: TOML or JSON, read into `Faults`. See the README."""

import json
import tomllib
from pathlib import Path
from random import Random
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator
from pydantic_core import ErrorDetails

from sheets_emulator.errors import ServerError
from sheets_emulator.faults import Call, Chance, Fault, Faults, Kind, What

_OF_STATUS = {"status", "after", "html", "text", "retry_after"}
"""What only an answer with a code of its own can have."""


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)


class _Entry(_Model):
    """A fault, and the calls that it fits: of some kinds, and with some text in their path."""

    what: What
    kinds: list[Kind] | None = None
    path: str = ""
    status: Annotated[int, Field(ge=200, le=599)] = 503
    seconds: Annotated[float, Field(ge=0, le=3600)] = 0.0
    after: bool = False
    html: bool = False
    text: str | None = None
    retry_after: Annotated[int, Field(ge=0)] | str | None = None

    @model_validator(mode="after")
    def _fits_together(self) -> "_Entry":
        given = self.model_fields_set
        if self.what != "status" and (strange := sorted(given & _OF_STATUS)):
            raise ValueError(f"{strange[0]} goes with 'status' alone, not with {self.what!r}")
        if self.html and self.text is not None:
            raise ValueError("an answer is either HTML or text")
        if self.what == "late" and not self.seconds:
            raise ValueError("'late' needs seconds")
        return self

    def fault(self) -> Fault:
        """Return it as the server wants it."""

        def fits(call: Call) -> bool:
            return (self.kinds is None or call.kind in self.kinds) and self.path in call.path

        return Fault(
            self.what,
            self.status,
            self.seconds,
            after=self.after,
            html=self.html,
            text=self.text,
            retry_after=self.retry_after,
            when=fits,
        )


class _Planned(_Entry):
    times: Annotated[int, Field(ge=1, le=100_000)] = 1


class _Random(_Entry):
    what: Literal["status", "late", "reset", "lost", "half", "hang", "mislabelled"]
    chance: Annotated[float, Field(gt=0, le=1)]


class _File(_Model):
    seed: int = 0
    planned: list[_Planned] = []
    random: list[_Random] = []


def read_faults(file: Path) -> Faults:
    """Return what a file says is to go wrong. Raises ServerError for the first fault in it."""
    try:
        content = _content(file)
        found = _File.model_validate(content)
    except OSError as error:
        raise ServerError(f"{file} cannot be read ({error.strerror}).") from None
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        raise ServerError(f"{file}: {_sentence(first)}: correct it.") from None
    except ValueError as error:  # no UTF-8, no TOML, no JSON
        raise ServerError(f"{file} is neither TOML nor JSON: {error}.") from None
    return Faults(
        coming=[entry.fault() for entry in found.planned for _ in range(entry.times)],
        chances=tuple(Chance(entry.chance, entry.fault()) for entry in found.random),
        luck=Random(found.seed),
    )


def _content(file: Path) -> Any:
    text = file.read_text(encoding="utf-8")
    return json.loads(text) if file.suffix == ".json" else tomllib.loads(text)


def _sentence(fault: ErrorDetails) -> str:
    where = [f"entry {step + 1}" if isinstance(step, int) else str(step) for step in fault["loc"]]
    if fault["type"] == "extra_forbidden":
        told = "there is no such key"
    elif fault["type"] == "value_error":
        told = str(fault["ctx"]["error"])
    else:
        told = f"{fault['msg'][:1].lower()}{fault['msg'][1:]}"
    return ": ".join(filter(None, (", ".join(where), told)))
