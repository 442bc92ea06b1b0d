"""The settings files: read whole or not at all, never written over."""

import difflib
import os
import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar, cast, get_args

from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

from zaptui.config.schema import (
    ProjectPermissions,
    ProjectPlanning,
    ProjectSettings,
    Settings,
)
from zaptui.errors import ConfigError

_LARGEST = 1024 * 1024
"""Bytes; no settings file is larger."""

TableT = TypeVar("TableT", bound=BaseModel)
Table = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """The settings in force: the user's, and what the project narrows. `sources` were read."""

    user: Settings
    project: ProjectSettings
    sources: list[Path] = field(default_factory=list[Path])
    warnings: list[str] = field(default_factory=list[str])

    @property
    def mode(self) -> str:
        """The planning mode by default: the project's word, else the user's."""
        return self.project.planning.mode or self.user.planning.mode

    @property
    def dialect(self) -> str:
        """The words of classic's list by default: the project's choice, else the user's."""
        return self.project.planning.dialect or self.user.planning.dialect


def user_file(environ: Mapping[str, str]) -> Path:
    """Where the user's settings are; `ZAP_HOME` holds them when it is set."""
    if home := environ.get("ZAP_HOME"):
        return Path(home).expanduser() / "config.toml"
    import platformdirs  # 10 ms, and not needed with ZAP_HOME

    return Path(platformdirs.user_config_dir("zaptui", appauthor=False)) / "config.toml"


def project_file(root: Path) -> Path:
    """Where a project's settings are."""
    return root / ".zap" / "config.toml"


def load_settings(environ: Mapping[str, str], root: Path) -> Loaded:
    """Read the user's and the project's files. ConfigError for a fault in the user's."""
    path, project_path = user_file(environ), project_file(root)
    sources: list[Path] = []
    warnings: list[str] = []
    user, project = Settings(), ProjectSettings()
    own = path
    if path.exists() and _inside(path, root):
        warnings.append(f"{path} lies in the workspace; it is read as a project's settings")
        own, project_path = None, path
    if own is not None and (table := _read(own)) is not None:
        user = _validated(Settings, table, own)
        sources.append(own)
    if (table := _read_project(project_path, warnings)) is not None:
        project = _narrowed(table, project_path, warnings)
        sources.append(project_path)
    return Loaded(user=user, project=project, sources=sources, warnings=warnings)


def check_user_file(path: Path) -> Settings:
    """The settings of a file. ConfigError for any fault, also for a file that is missing."""
    table = _read(path)
    if table is None:
        raise ConfigError(f"there is no {path}", hint="zap config init makes one")
    return _validated(Settings, table, path)


def _read(path: Path) -> Table | None:
    """The table of a file, None where there is none."""
    try:
        data = path.read_bytes() if path.stat().st_size <= _LARGEST else None
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        raise ConfigError(f"cannot read {path}: {os.strerror(error.errno or 0)}") from error
    if data is None:
        raise ConfigError(f"{path} is larger than {_LARGEST} bytes; that is no settings file")
    try:
        return tomllib.loads(data.decode("utf-8-sig"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        found = re.search(r"line (\d+)", str(error))
        line = f":{found[1]}" if found else ""
        raise ConfigError(f"{path}{line}: no valid TOML: {error}") from error


def _read_project(path: Path, warnings: list[str]) -> Table | None:
    """As `_read`; a project's file can never stop zap, only be left out."""
    try:
        return _read(path)
    except ConfigError as error:
        warnings.append(f"the project's settings are ignored: {error.message}")
        return None


def _narrowed(table: Table, path: Path, warnings: list[str]) -> ProjectSettings:
    """What a project may say; the rest is ignored, and one warning names it."""
    allowed: dict[str, set[str]] = {
        "planning": set(ProjectPlanning.model_fields),
        "permissions": set(ProjectPermissions.model_fields),
    }
    kept: Table = {}
    ignored: list[str] = []
    for key, value in table.items():
        inner = allowed.get(key)
        if inner is None or not isinstance(value, dict):
            ignored.append(key)
            continue
        entries = cast("Table", value)
        kept[key] = {name: entry for name, entry in entries.items() if name in inner}
        ignored += [f"{key}.{name}" for name in entries if name not in inner]
    if ignored:
        names = ", ".join(ignored)
        warnings.append(f"{path}: a project may not set {names}; ignored")
    try:
        return _validated(ProjectSettings, kept, path)
    except ConfigError as error:
        warnings.append(f"the project's settings are ignored: {error.message}")
        return ProjectSettings()


def _validated(model: type[TableT], table: Table, path: Path) -> TableT:
    try:
        return model.model_validate(table)
    except ValidationError as error:
        faults = error.errors(include_url=False, include_input=False)
        # A misspelt key often makes another one missing: the misspelling is what to mend.
        fault = next((fault for fault in faults if fault["type"] == "extra_forbidden"), faults[0])
        keys = [str(key) for key in fault["loc"] if key not in ("str", "RuleTable")]
        place = f"{path}{_line_of(path, keys)}: {'.'.join(keys)}"
        if fault["type"] == "extra_forbidden":
            near = difflib.get_close_matches(keys[-1], _known_keys(model, keys[:-1]), n=1)
            hint = f"did you mean {near[0]}?" if near else None
            raise ConfigError(f"{place} is no setting", hint=hint) from error
        raise ConfigError(f"{place}: {fault['msg']}") from error


def _known_keys(model: type[BaseModel], keys: Sequence[str]) -> list[str]:
    """The keys that are known at a place."""
    table: object = model
    for key in keys:
        fields = _fields(table)
        annotation: object = fields[key].annotation if key in fields else table
        inner = [arg for arg in get_args(annotation) if _fields(arg)]
        table = inner[-1] if inner else annotation
    return list(_fields(table))


def _fields(table: object) -> dict[str, FieldInfo]:
    """The fields of a table's model; none for anything else."""
    if isinstance(table, type) and issubclass(table, BaseModel):
        return table.model_fields
    return {}


def _line_of(path: Path, keys: Sequence[str]) -> str:
    """`:line` of the innermost key that can be found in the text."""
    lines = path.read_text("utf-8-sig").split("\n")
    for name in (re.escape(key) for key in reversed(keys) if not key.isdigit()):
        pattern = re.compile(rf"^\s*(?:\[.*\b{name}\b.*\]|.*\b{name}\b\s*=)")
        for number, line in enumerate(lines, start=1):
            if pattern.match(line):
                return f":{number}"
    return ""


def _inside(path: Path, root: Path) -> bool:
    return path.resolve().is_relative_to(root.resolve())
