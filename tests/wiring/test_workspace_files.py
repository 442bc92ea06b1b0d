"""The files that `@` completes."""

from pathlib import Path

from zaptui.wiring.files import list_files


def test_what_gitignore_names_is_left_out(tmp_path: Path) -> None:
    (tmp_path / ".gitignore").write_text("out/\n*.log\n")
    for name in ("a.py", "a.log", "out/b.py", "src/c d.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("x")
    assert sorted(list_files(tmp_path)) == ["a.py", "src/c d.py"]


def test_an_empty_folder_has_none(tmp_path: Path) -> None:
    assert list(list_files(tmp_path)) == []
