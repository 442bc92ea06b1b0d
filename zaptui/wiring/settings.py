"""`zap config`: make, show, find and check the settings."""

import os
from pathlib import Path

import tomli_w

from zaptui.config.files import Loaded, check_user_file, user_file
from zaptui.config.schema import ProjectSettings
from zaptui.errors import ConfigError, StateError
from zaptui.headless.stdout import write_line
from zaptui.prompts import load_example
from zaptui.session.folder import make_private_folder
from zaptui.wiring.models import settings_for
from zaptui.wiring.options import RunOptions
from zaptui.wiring.permissions import rules_in_force


def init_settings() -> int:
    """Write a commented file; one that is there is never touched."""
    path = user_file(os.environ)
    make_private_folder(path.parent)
    try:
        fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW, 0o600)
    except FileExistsError:
        raise ConfigError(f"{path} is there already", hint="it is left as it is") from None
    except OSError as error:
        raise StateError(f"cannot write {path}: {os.strerror(error.errno or 0)}") from error
    with os.fdopen(fd, "w", encoding="utf-8") as file:
        file.write(load_example())
    write_line(f"wrote {path}")
    return 0


def show_settings(root: Path) -> int:
    """Print the settings in force, as TOML, and where they come from."""
    loaded = settings_for(root)
    for source in loaded.sources:
        write_line(f"# from {source}")
    table = loaded.user.model_dump(exclude_none=True)
    table["planning"] |= {"mode": loaded.mode, "dialect": loaded.dialect}
    narrowed = loaded.project.permissions.model_dump()
    for name in ("ask", "deny"):
        table["permissions"][name] += narrowed[name]
    write_line(tomli_w.dumps(table).rstrip("\n"))
    return 0


def show_path() -> int:
    """Print where the user's settings are."""
    write_line(str(user_file(os.environ)))
    return 0


def check_settings() -> int:
    """Check the user's file; a fault is a ConfigError."""
    path = user_file(os.environ)
    loaded = Loaded(user=check_user_file(path), project=ProjectSettings())
    rules_in_force(RunOptions(cwd=path.parent), loaded)
    write_line(f"{path}: no fault found")
    return 0
