"""The history of prompts: for this user, bounded, and nothing that goes wrong stops anybody."""

from pathlib import Path

from zaptui.session.prompts_file import PromptsFile


def test_what_was_asked_is_there_for_the_next_process(tmp_path: Path) -> None:
    prompts = PromptsFile(tmp_path / "state")
    for prompt in ("one", "two\nlines ✓", "two\nlines ✓", "one", "half a pair \ud83d"):
        prompts.add(prompt)
    read = PromptsFile(tmp_path / "state").all()
    assert read == prompts.all() == ["one", "two\nlines ✓", "one", "half a pair \ud83d"]
    path = tmp_path / "state" / "prompts.jsonl"
    assert (path.stat().st_mode & 0o777, path.parent.stat().st_mode & 0o777) == (0o600, 0o700)
    assert path.read_bytes().isascii()


def test_damage_is_left_out(tmp_path: Path) -> None:
    lines = [b'"one"', b"{", b"3", b"\xff\x00", b'{"a":1}', b"[" * 10_000, b'"two"', b'"torn']
    (tmp_path / "prompts.jsonl").write_bytes(b"\n".join(lines))
    assert PromptsFile(tmp_path).all() == ["one", "two"]


def test_only_the_last_thousand_of_the_last_megabytes_are_read(tmp_path: Path) -> None:
    path = tmp_path / "prompts.jsonl"
    path.write_text("".join(f'"{number}"\n' for number in range(1_500)))
    assert PromptsFile(tmp_path).all() == [str(number) for number in range(500, 1_500)]
    with path.open("wb") as file:
        file.truncate(10**10)
        file.seek(0, 2)
        file.write(b'\n"last"\n')
    assert PromptsFile(tmp_path).all() == ["last"]


def test_a_place_that_cannot_be_written_is_no_fault(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    prompts = PromptsFile(tmp_path / "file")
    prompts.add("kept for this process")
    assert prompts.all() == ["kept for this process"]
    assert PromptsFile(tmp_path / "file").all() == []


def test_S16_a_link_in_its_place_is_not_followed(tmp_path: Path) -> None:
    target = tmp_path / "target"
    target.write_text("")
    (tmp_path / "prompts.jsonl").symlink_to(target)
    PromptsFile(tmp_path).add("secret")
    assert target.read_text() == ""
