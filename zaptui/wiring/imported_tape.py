"""A foreign run as a tape of ours, in a file without a name, while a thread still reads it."""

import tempfile
import threading
from pathlib import Path

from zaptui.core.events import Entry
from zaptui.core.lines import encode
from zaptui.session.tape_file import TapeFile
from zaptui.wiring.tapes import Told, read_run

_FLUSHED = 200
"""Entries after which what was written can be read."""
_PATIENCE_S = 1.0
"""An importer that hangs is not waited for: it dies with the process."""


class _Unwanted(Exception):
    """Nobody reads any more."""


class ImportedTape:
    """`tape` grows while the run is read. Its memory is that of the importer, not of the run."""

    def __init__(self, path: Path) -> None:
        """TranscriptError when the file cannot be recognised; the first entry is waited for."""
        self.told: Told | None = None
        """What is to be told of the file, once it has been read."""
        self._path = path
        self._file = tempfile.TemporaryFile(prefix="zap-replay-", buffering=1 << 18)  # noqa: SIM115
        self._failure: Exception | None = None
        self._begun, self._ended = threading.Event(), threading.Event()
        self._unwanted = False
        self._entries = 0
        self.tape = TapeFile(self._file.fileno(), whole=self._whole)
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()
        self._begun.wait()
        if self._failure is not None:
            self.close()
            raise self._failure

    def close(self) -> None:
        """Stop reading; the file is gone."""
        self._unwanted = True
        self._thread.join(_PATIENCE_S)
        if not self._thread.is_alive():
            self._file.close()

    def _read(self) -> None:
        try:
            self.told = read_run(self._path, self._take)
        except _Unwanted:
            pass
        except Exception as error:  # it is raised where somebody looks
            self._failure = error
        finally:
            self._file.flush()
            self._ended.set()
            self._begun.set()

    def _take(self, entry: Entry) -> None:
        if self._unwanted:
            raise _Unwanted
        self._file.write(f"{encode(entry)}\n".encode("ascii"))
        self._entries += 1
        if self._entries == 1 or self._entries % _FLUSHED == 0:
            self._file.flush()
            self._begun.set()

    def _whole(self) -> bool:
        if not self._ended.is_set():
            return False
        if self._failure is not None:
            raise self._failure
        return True
