"""A saved run behind the viewer: a tape of ours, or a foreign run that becomes one."""

from collections.abc import Sequence
from pathlib import Path

from zaptui.session.tape_file import TapeFile, open_tape
from zaptui.wiring.export import format_of, write_export
from zaptui.wiring.imported_tape import ImportedTape
from zaptui.wiring.tapes import OURS, Told, is_ours, run_path, told_lines


class TapeHost:
    """A ViewerHost, until `close`. TranscriptError for what cannot be opened or recognised."""

    def __init__(self, name: str) -> None:
        self.name = name
        self._path = run_path(name)
        ours = is_ours(self._path)
        self._imported = None if ours else ImportedTape(self._path)
        self.source: TapeFile = (
            self._imported.tape if self._imported is not None else open_tape(self._path)
        )

    @property
    def format(self) -> str:
        """Whose transcript it is, once that is known; empty for one of ours."""
        told = self._imported.told if self._imported is not None else None
        return told.format if told is not None else ""

    def notices(self) -> Sequence[str]:
        """What a person should know of the file, as far as it has been read."""
        told = self._told()
        lines = told_lines(told)
        return lines[:-1] if told.format != OURS and not told.not_understood else lines

    def about(self) -> Sequence[str]:
        """The file, and all that is to be told of it."""
        return [str(self._path), *told_lines(self._told())]

    def _told(self) -> Told:
        if self._imported is not None:
            return self._imported.told or Told()
        damaged = self.source.damaged
        plural = "" if damaged == 1 else "s"
        warnings = [f"{damaged} line{plural} could not be read"] if damaged else []
        return Told(crashed=self.source.crashed, warnings=warnings)

    def export_name(self) -> str:
        """A name of its own in the working folder."""
        return f"{self._path.stem}.md"

    def export(self, file: str) -> str:
        """Write the run out, in the format that the name ends with."""
        path = Path.cwd() / file
        write_export(self.name, format_of(path.suffix.lstrip(".")), to=path, redact=True)
        return str(path)

    def close(self) -> None:
        """Let go of the file."""
        if self._imported is not None:
            self._imported.close()
        else:
            self.source.close()
