"""Runs and sweeps of the command ``slotscope``, and logs, as data frames of pandas or polars.

>>> import slotscope
>>> easy = slotscope.run({"system": {"two_level": {"local": {"queue": "easy"}}}}, "log.swf")  # doctest: +SKIP
>>> easy.report["mean_flow_time"], easy.jobs["start"].max()  # doctest: +SKIP
"""

from __future__ import annotations

import io
import json
import os
import shutil
import subprocess
import sysconfig
import tempfile
import warnings
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Literal, TypeVar, Union, overload

if TYPE_CHECKING:
    import pandas
    import polars

__all__ = ["LeftOut", "Run", "SlotscopeError", "command", "read_jobs", "run", "sweep"]

Scenario = Union[str, "os.PathLike[str]", Mapping[str, Any]]
Log = Union[str, "os.PathLike[str]"]
Frame = TypeVar("Frame")

# Columns of text whose values may all look like numbers; docs/outputs.md has every column.
_TEXT = ("processors_used", "name", "node")
# A quote before what a spreadsheet would take for a formula.
_QUOTED = r"^'(['=+\-@＝＋－＠\s])"


class SlotscopeError(Exception):
    """The command has failed; the text is its own: what is wrong, where, and what to do."""


class LeftOut(UserWarning):
    """What the command tells beside its result: jobs that it does not take, and values that it guesses."""


@dataclass(frozen=True)
class Run(Generic[Frame]):
    """A run of a scenario.

    ``report`` has the fields, and ``jobs`` the columns, that docs/outputs.md describes under *Report* and *Jobs CSV*.
    """

    report: dict[str, Any]
    jobs: Frame


def command() -> str:
    """The file of the command: ``SLOTSCOPE_COMMAND``, that of this installation, or that on ``PATH``."""
    named = os.environ.get("SLOTSCOPE_COMMAND")
    found = named or shutil.which("slotscope", path=sysconfig.get_path("scripts")) or shutil.which("slotscope")
    if found is None:
        raise SlotscopeError("no command slotscope; install the wheel, or name its file in SLOTSCOPE_COMMAND")
    return found


@overload
def run(scenario: Scenario, log: Log, *, set: Mapping[str, Any] = ..., options: Iterable[str] = ...,
        frame: Literal["pandas"] = ...) -> Run[pandas.DataFrame]: ...
@overload
def run(scenario: Scenario, log: Log, *, set: Mapping[str, Any] = ..., options: Iterable[str] = ...,
        frame: Literal["polars"]) -> Run[polars.DataFrame]: ...


def run(scenario, log, *, set=None, options=(), frame="pandas"):
    """Runs a scenario on a log.

    ``scenario`` is an object, the text of one, or the path of its file: ``{}`` is the log's machine, all of its jobs and
    no reservations. ``set`` maps fields such as ``"workload.load_factor"`` to values that replace the scenario's.
    ``options`` are further options of ``slotscope run``, such as ``["--requests", "requests.csv"]``.
    """
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.json")
        table = _call("run", scenario, log, [*_fields("--set", set or {}), "--jobs", "-", f"--report={report}", *options])
        return Run(json.loads(report.read_text(encoding="utf-8")), _frame(table, frame))


@overload
def sweep(scenario: Scenario, log: Log, vary: Mapping[str, Iterable[Any]], *, seeds: int = ...,
          criteria: Iterable[str] = ..., options: Iterable[str] = ...,
          frame: Literal["pandas"] = ...) -> pandas.DataFrame: ...
@overload
def sweep(scenario: Scenario, log: Log, vary: Mapping[str, Iterable[Any]], *, seeds: int = ...,
          criteria: Iterable[str] = ..., options: Iterable[str] = ...,
          frame: Literal["polars"]) -> polars.DataFrame: ...
def sweep(scenario, log, vary, *, seeds=1, criteria=(), options=(), frame="pandas"):
    """Runs a scenario with fields varied, every combination with as many seeds; a row for each combination.

    ``vary`` maps fields to their values: ``{"workload.reservations.percent": range(0, 101, 10)}``. ``criteria`` are
    further figures by their paths in a report. The columns: the fields, then figures, each with its ``_deviation`` and
    ``_half_width`` over the seeds (docs/outputs.md, *Sweep CSV*). ``options`` are further options of ``slotscope sweep``.
    """
    varied = _fields("--vary", {field: list(values) for field, values in vary.items()})
    figures = [f"--criteria={','.join(criteria)}"] if (criteria := list(criteria)) else []
    return _frame(_call("sweep", scenario, log, [*varied, f"--seeds={seeds}", *figures, *options]), frame)


@overload
def read_jobs(log: Log, *, options: Iterable[str] = ..., frame: Literal["pandas"] = ...) -> pandas.DataFrame: ...
@overload
def read_jobs(log: Log, *, options: Iterable[str] = ..., frame: Literal["polars"]) -> polars.DataFrame: ...
def read_jobs(log, *, options=(), frame="pandas"):
    """The jobs of a log of any format that Slotscope reads, as they ran there; times in seconds from its start.

    Jobs that never ran are left out, which a warning tells. ``options`` are further options of ``slotscope run``: a table
    of no known format needs ``["--columns", "submit=…,start=…,end=…"]``.
    """
    scenario = {"system": {"as_logged": {}}}
    return _frame(_call("run", scenario, log, ["--jobs", "-", *options]), frame)


def _fields(option: str, fields: Mapping[str, Any]) -> list[str]:
    return [f"{option}={field}={json.dumps(value)}" for field, value in fields.items()]


def _call(name: str, scenario: Scenario, log: Log, options: Iterable[str]) -> bytes:
    given = json.dumps(scenario) if isinstance(scenario, Mapping) else os.fspath(scenario)
    ran = subprocess.run([command(), name, *options, "--", given, os.fspath(log)], capture_output=True)
    told = ran.stderr.decode(errors="replace").strip()
    if ran.returncode != 0:
        raise SlotscopeError(told)
    # Progress ends its lines with returns alone.
    if lines := [line for line in told.splitlines() if line.strip()]:
        warnings.warn("\n".join(lines), LeftOut, stacklevel=3)
    return ran.stdout


def _frame(table: bytes, kind: str):
    if kind == "pandas":
        import pandas

        frame = pandas.read_csv(io.BytesIO(table), dtype=dict.fromkeys(_TEXT, "str"))
        for column in frame.columns.intersection(_TEXT):
            frame[column] = frame[column].str.replace(_QUOTED, r"\1", regex=True)
        return frame
    if kind == "polars":
        import polars

        text = dict.fromkeys(_TEXT, polars.String)
        frame = polars.read_csv(io.BytesIO(table), schema_overrides=text, infer_schema_length=None)
        there = [column for column in _TEXT if column in frame.columns]
        return frame.with_columns(polars.col(there).str.replace(_QUOTED, "${1}"))
    raise ValueError(f'frame is "pandas" or "polars", not {kind!r}')
