"""`zap plan`: the plan of any session, shown, compared, edited and exported."""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.agent.expected import plan_update, started
from tests.cli.mock import zap
from tests.session.test_index import ENDED
from tests.session.test_transcript import write
from zaptui.core import events as e
from zaptui.planning.plan_rows import rows_of
from zaptui.planning.stored_plan import StoredPlan
from zaptui.session.lock import SessionLock
from zaptui.session.plan_store import SqlitePlanStore
from zaptui.session.transcript import load

ID = "20260101-000001-abcdef"
WORKS = "zap: version {}: {}\n"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path / "home"
    for name in ("VISUAL", "EDITOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("ZAP_HOME", str(home))
    monkeypatch.chdir(tmp_path)
    (home / "sessions").mkdir(parents=True)
    write(
        file(home),
        here(tmp_path),
        e.StepStarted(step=1),
        plan_update(None, "a b", work=0, version=1, change="replaced"),
        plan_update(None, "a+ b", work=1, version=2),
        ENDED,
    )
    return home


def here(folder: Path, **more: str) -> e.RunStarted:
    run = started(**more)
    assert isinstance(run, e.RunStarted)
    return e.RunStarted(session=ID, prompt="p", mode=run.mode, cwd=str(folder), time=run.time)


def file(home: Path, number: int = 1) -> Path:
    return home / "sessions" / f"20260101-00000{number}-abcdef.jsonl"


@pytest.fixture
def store(home: Path) -> Iterator[SqlitePlanStore]:
    store = SqlitePlanStore(home)
    yield store
    store.close()


def live(store: SqlitePlanStore) -> StoredPlan:
    found = store.read(ID)
    assert found is not None
    return found


def told(home: Path) -> list[e.PlanUpdate]:
    return [x.event for x in load(file(home)).entries if isinstance(x.event, e.PlanUpdate)]


def contents(plan: StoredPlan) -> list[str]:
    return [f"{stored.row.content} {stored.row.status}" for stored in plan.rows]


# ---- show, log, diff


def test_show_is_the_default_and_the_last_session_of_the_folder_is(home: Path) -> None:
    ended = zap("plan")
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.split("\n") == [
        f"plan of {ID} · metronome · version 2 · 1/2 closed",
        " [x]   1  a  Do a",
        "            deliverable: Out a",
        "            evidence: a ok (calls r1)",
        " [>]   2  b  Do b",
        "            deliverable: Out b",
        "",
    ]
    assert zap("plan", "show", "20260101-000001").out == ended.out
    assert zap("plan", "show", str(file(home))).out == ended.out


def test_show_as_json_and_as_it_was(home: Path) -> None:
    (now,) = zap("plan", "--json").lines
    (then,) = zap("plan", "show", "--json", "--version", "1").lines
    (none,) = zap("plan", "show", "--json", "--version", "0").lines
    assert [stage["status"] for stage in now["stages"]] == ["done", "in_progress"]
    assert [stage["status"] for stage in then["stages"]] == ["in_progress", "pending"]
    assert (now["version"], then["version"], none["stages"]) == (2, 1, [])


def test_the_log_and_a_difference(home: Path) -> None:
    assert zap("plan", "log").out.split("\n") == [
        "   1  2026-01-01T00:00:00Z  zap     replaced  +2",
        "   2  2026-01-01T00:00:00Z  zap     advanced  ~2",
        "",
    ]
    assert [version["version"] for version in zap("plan", "log", "--json").lines] == [1, 2]
    assert zap("plan", "diff", "1", "2").out.split("\n") == [
        '~ 1. Do a: status in_progress → done; evidence none → "a ok"',
        "~ 2. Do b: status pending → in_progress",
        "",
    ]
    assert [r["change"] for r in zap("plan", "diff", "0", "1", "--json").lines] == [["added"]] * 2


def test_another_sessions_file_is_read_from_its_tape(home: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.jsonl"
    other.write_bytes(file(home).read_bytes())
    assert zap("plan", "show", str(other)).out.startswith("plan of other · metronome · version 2")
    assert len(zap("plan", "log", str(other), "--json").lines) == 2
    ended = zap("plan", "edit", str(other), "--add", "x")
    assert (ended.code, ended.out) == (2, "")
    assert "other.jsonl is no session of zap's" in ended.err
    assert not (home / "zap.db").exists()


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["show", "20270101"], 65, "there is no file and no session '20270101'"),
        (["show", "No Such"], 65, "there is no file 'No Such'"),
        (["show", "--version", "9"], 2, "the plan has no version 9 — the last one is 2"),
        (["diff", "1", "7"], 2, "the plan has no version 7 — the last one is 2"),
        (["edit", "--drop", "9"], 2, "there is no stage '9' — the plan has 2"),
        (["edit", "--add", " "], 2, "a stage needs a text"),
        (["edit", "--move", "a"], 2, "'a' names no two things — it is --move ROW:PLACE"),
        (["edit", "--move", "a:b"], 2, "'b' is no place — places count from 1"),
        (["edit", "--reword", "a"], 2, "'a' names no two things — it is --reword ROW:TEXT"),
        (["edit"], 2, "there is no terminal to edit in — set EDITOR, or use --add, --drop"),
        (["export", "-o", "."], 74, "cannot read .: Is a directory"),
        (["export", "-o", "no/such"], 74, "cannot write"),
    ],
)
def test_what_cannot_be_is_one_clear_line(
    home: Path, arguments: list[str], code: int, said: str
) -> None:
    ended = zap("plan", *arguments)
    assert (ended.code, ended.out) == (code, "")
    assert ended.err.startswith(f"zap: {said}")
    assert ended.err.count("\n") == 1
    assert len(told(home)) == 2


def test_in_a_folder_without_sessions(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "empty").mkdir()
    monkeypatch.chdir(tmp_path / "empty")
    ended = zap("plan")
    assert (ended.code, ended.err.split(" — ")[0]) == (
        2,
        "zap: no session to go on with in this folder",
    )


def test_a_session_without_a_plan_says_so_and_can_get_one(home: Path, tmp_path: Path) -> None:
    write(file(home, 2), here(tmp_path, mode="ledger"), ENDED)
    for command in ("show", "log"):
        ended = zap("plan", command, "20260101-000002")
        assert (ended.code, ended.out) == (0, "")
        assert ended.err == "zap: session 20260101-000002-abcdef has no plan\n"
    assert zap("plan", "edit", "20260101-000002", "--add", "First").code == 0
    assert "ledger · version 1 · 0/1 closed" in zap("plan", "show", "20260101-000002").out


def test_mode_none_has_no_plan(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(file(home, 3), here(tmp_path, mode="none"), ENDED)
    monkeypatch.setenv("EDITOR", "true")
    for more in (["--add", "x"], []):
        ended = zap("plan", "edit", "20260101-000003", *more)
        assert (ended.code, ended.err) == (2, "zap: a session of mode none has no plan\n")


# ---- edit


def test_edits_by_options_are_stored_and_told_on_the_tape(home: Path) -> None:
    ended = zap("plan", "edit", "--add", "Tell Ann", "--at", "2", "--add", "Tell Bob")
    assert ended.err == "zap: version 3: add 'Tell Ann'; add 'Tell Bob'\n"
    ended = zap("plan", "edit", "--move", "b:2", "--drop", "t1", "--pin", "4", "--break", "b")
    assert (ended.code, ended.out) == (0, "")
    (plan,) = zap("plan", "--json").lines
    facts = [(s["id"], s["status"], s["pinned"], s["breakpoint"]) for s in plan["stages"]]
    assert facts == [
        ("a", "done", False, False),
        ("b", "in_progress", True, True),
        ("t2", "pending", False, False),
    ]
    third, fourth = told(home)[2:]
    assert (third.version, third.change) == (3, "edited")
    assert third.why == "add 'Tell Ann'; add 'Tell Bob'"
    assert [row.content for row in rows_of(third.snapshot)] == [
        "Do a",
        "Tell Ann",
        "Tell Bob",
        "Do b",
    ]
    assert (fourth.version, fourth.breakpoints, fourth.dropped) == (
        4,
        ["b"],
        [{"id": "t1", "content": "Tell Ann"}],
    )
    loaded = load(file(home))
    assert [entry.seq for entry in loaded.entries] == list(range(7))
    assert (loaded.crashed, loaded.warnings) == (False, [])


def test_closing_with_evidence_and_other_words(home: Path, store: SqlitePlanStore) -> None:
    zap("plan", "edit", "--done", "2", "--evidence", "I saw it", "--reword", "b:Do it: now")
    rows = live(store).rows
    assert (rows[1].row.content, rows[1].row.evidence) == ("Do it: now", "I saw it")
    zap("plan", "edit", "--pin", "1", "--break", "1")
    zap("plan", "edit", "--unpin", "a", "--no-break", "a")
    assert [(row.pinned, row.breakpoint) for row in live(store).rows] == [(False, False)] * 2
    assert live(store).version == 5


def test_a_person_gives_a_stage_its_check(home: Path, store: SqlitePlanStore) -> None:
    zap("plan", "edit", "--check", "b:exit 1: grep -q TODO a.py", "--reword", "b:Mend it")
    row = live(store).rows[1].row
    assert row.check is not None
    assert (row.content, row.check.text, row.check.by) == (
        "Mend it",
        "exit 1: grep -q TODO a.py",
        "person",
    )
    zap("plan", "edit", "--check", "b:")
    assert live(store).rows[1].row.check is None
    ended = zap("plan", "edit", "--check", "b:file:")
    assert (ended.code, ended.err) == (2, "zap: the check names no path\n")


@pytest.mark.parametrize("more", [["--move", "b:2"], ["--unpin", "a"], ["--reword", "b:Do b"]])
def test_what_changes_nothing_is_no_version(home: Path, more: list[str]) -> None:
    ended = zap("plan", "edit", *more)
    assert (ended.code, ended.err) == (0, "zap: nothing was changed\n")
    assert len(told(home)) == 2
    assert zap("plan", "edit", "--expect", "1", *more).code == 1


def test_a_session_that_is_held_is_told_through_the_store(
    home: Path, store: SqlitePlanStore
) -> None:
    lock = SessionLock(file(home))
    ended = zap("plan", "edit", "--add", "c", "--json")
    lock.release()
    assert "version 3: add 'c'; the session takes it up at its next step" in ended.err
    assert [stage["content"] for stage in ended.lines[0]["stages"]] == ["Do a", "Do b", "c"]
    assert (len(told(home)), live(store).version) == (2, 3)
    zap("plan", "edit", "--add", "d")
    assert [update.version for update in told(home)] == [1, 2, 3, 4]


def test_L4_an_edit_for_another_version_is_refused_with_the_live_list(home: Path) -> None:
    ended = zap("plan", "edit", "--expect", "1", "--add", "c")
    assert ended.code == 1
    assert ended.err.startswith("zap: the plan is at version 2, not 1; nothing was written")
    assert ended.out == zap("plan").out
    assert zap("plan", "edit", "--expect", "2", "--add", "c").code == 0


def test_a_lost_store_is_made_anew_from_the_tape(home: Path) -> None:
    zap("plan", "edit", "--add", "c", "--pin", "a")
    before = zap("plan", "--json").lines
    for path in home.glob("zap.db*"):
        path.unlink()
    assert zap("plan", "--json").lines == before
    for path in home.glob("zap.db*"):
        path.unlink()
    zap("plan", "edit", "--add", "d")
    assert [update.version for update in told(home)] == [1, 2, 3, 4]


def test_a_crashed_session_can_be_edited_and_still_ends_once(home: Path, tmp_path: Path) -> None:
    update = plan_update(None, "a b", work=0, version=1, change="replaced")
    write(file(home), here(tmp_path), e.StepStarted(step=1), update)
    assert zap("plan", "edit", "--add", "c").code == 0
    loaded = load(file(home))
    assert loaded.crashed
    assert [type(entry.event) for entry in loaded.entries[-2:]] == [e.PlanUpdate, e.RunFinished]


def test_no_secret_of_the_environment_is_kept(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_API_TOKEN", "abcd1234efgh5678")
    zap("plan", "edit", "--add", "use abcd1234efgh5678")
    assert "use [redacted]" in zap("plan").out
    assert "abcd1234efgh5678" not in file(home).read_text()


# ---- in an editor


def editor(folder: Path, monkeypatch: pytest.MonkeyPatch, code: str) -> None:
    """An editor that does this to the `text` of the file."""
    script = folder / "editor.py"
    script.write_text(
        "import os, sys\nfrom pathlib import Path\nfile = Path(sys.argv[-1])\n"
        f"text = file.read_text()\n{code}\nfile.write_text(text)\n"
    )
    monkeypatch.setenv("EDITOR", f"{sys.executable} {script}")
    monkeypatch.setenv("TMPDIR", str(folder / "kept"))
    monkeypatch.setattr("tempfile.tempdir", str(folder / "kept"))
    (folder / "kept").mkdir(exist_ok=True)


def kept(folder: Path) -> list[str]:
    return [path.read_text() for path in (folder / "kept").iterdir()]


def test_the_plan_is_edited_as_markdown(
    home: Path, tmp_path: Path, store: SqlitePlanStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    editor(tmp_path, monkeypatch, 'text += "- [ ] Tell Ann\\n  check: file: ann.txt\\n"')
    ended = zap("plan", "edit")
    assert (ended.code, ended.err) == (0, WORKS.format(3, "edited as Markdown"))
    assert contents(live(store)) == ["Do a done", "Do b in_progress", "Tell Ann pending"]
    check = live(store).rows[2].row.check
    assert check is not None
    assert (check.text, check.by) == ("file: ann.txt", "person")
    assert kept(tmp_path) == []
    assert told(home)[-1].why == "edited as Markdown"


def test_what_was_not_changed_is_no_version(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    editor(tmp_path, monkeypatch, "pass")
    ended = zap("plan", "edit")
    assert (ended.code, ended.err) == (0, "zap: nothing was changed\n")
    assert (kept(tmp_path), len(told(home))) == ([], 2)


def test_L4_a_stale_edit_is_refused_with_the_live_list_and_the_text_is_kept(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, store: SqlitePlanStore
) -> None:
    """Another process writes while the editor is open."""
    zap("plan", "edit", "--pin", "a")
    other = (
        'text = text.replace("Do b", "Do it")\n'
        "from zaptui.planning.stored_plan import PlanWrite\n"
        "from zaptui.session.plan_store import SqlitePlanStore\n"
        f"store = SqlitePlanStore(Path({str(home)!r}))\n"
        f"live = store.read({ID!r})\n"
        f"store.write({ID!r}, PlanWrite(snapshot=live.snapshot, who='model', what='advanced'))\n"
        "store.close()"
    )
    editor(tmp_path, monkeypatch, other)
    ended = zap("plan", "edit")
    assert ended.code == 1
    assert "the plan is at version 4, not 3; nothing was written" in ended.err
    assert ended.out == zap("plan").out
    (text,) = kept(tmp_path)
    assert "Do it" in text
    assert f"your text is in {next((tmp_path / 'kept').iterdir())}" in ended.err


@pytest.mark.parametrize(
    ("code", "exit_code", "said", "left"),
    [
        ('text = text.replace("id: b", "id: ;")', 2, "line 5: the comment cannot be read", 1),
        ('text = ""', 2, "nothing is left of the plan — --drop drops a stage by its name", 1),
        ("sys.exit(3)", 78, "ended with 3; the plan is as before", 0),
    ],
)
def test_an_edit_that_cannot_be_taken_is_not_lost(
    home: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    code: str,
    exit_code: int,
    said: str,
    left: int,
) -> None:
    editor(tmp_path, monkeypatch, code)
    ended = zap("plan", "edit")
    assert (ended.code, ended.out) == (exit_code, "")
    assert said in ended.err
    assert (len(kept(tmp_path)), len(told(home))) == (left, 2)
    assert ("your text is in" in ended.err) == bool(left)


@pytest.mark.parametrize("command", ["no-such-editor-here", "'", "./editor"])
def test_an_editor_that_is_not_there(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str
) -> None:
    """One of the workspace's is none."""
    (tmp_path / "editor").write_text("#!/bin/sh\ntouch owned\n")
    (tmp_path / "editor").chmod(0o755)
    monkeypatch.setenv("EDITOR", command)
    ended = zap("plan", "edit")
    assert (ended.code, ended.err) == (78, f"zap: cannot start {command!r} — set EDITOR\n")
    assert not Path("owned").exists()


# ---- export


def test_an_export_reads_back_to_the_same_plan_and_keeps_the_rest_of_a_file(
    home: Path, tmp_path: Path, store: SqlitePlanStore
) -> None:
    text = zap("plan", "export").out
    assert text.split("\n")[:4] == [
        "<!-- zap_plan: metronome; version: 2; work_at_last_advance: 1 -->",
        "- [x] Do a <!-- id: a -->",
        "  deliverable: Out a",
        '  <!-- evidence: "a ok"; receipts: r1 -->',
    ]
    out = tmp_path / "plan.md"
    out.write_bytes(b"# Ours\r\n" + text.encode() + b"\nThe  end")
    os.chmod(out, 0o640)
    ended = zap("plan", "export", "-o", "plan.md")
    assert ended.err == "zap: plan.md says it already\n"
    zap("plan", "edit", "--add", "c")
    ended = zap("plan", "export", "-o", "plan.md")
    assert (ended.code, ended.err) == (0, "zap: written: plan.md\n")
    lines = out.read_bytes().split(b"\n")
    assert lines[0] == b"# Ours\r"
    assert lines[-1] == b"The  end"
    assert b"version: 3" in lines[1]
    assert lines[2:5] == text.encode().split(b"\n")[1:4]
    assert out.stat().st_mode & 0o777 == 0o640
    assert sorted(path.name for path in tmp_path.iterdir()) == ["home", "plan.md"]


def test_an_export_into_a_link_writes_its_file(home: Path, tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "link.md").symlink_to("deep/plan.md")
    assert zap("plan", "export", "-o", "link.md", "--version", "1").code == 0
    assert "version: 1" in (tmp_path / "deep" / "plan.md").read_text()
    assert (tmp_path / "link.md").is_symlink()


def test_an_export_into_a_damaged_or_huge_file_is_refused(home: Path, tmp_path: Path) -> None:
    (tmp_path / "bad.md").write_text("- [ ] x <!-- id: -->\n")
    (tmp_path / "huge.md").write_bytes(b"x" * (4 * 1024 * 1024 + 1))
    for name, said in (("bad.md", "line 1: the comment"), ("huge.md", "huge.md is larger")):
        before = (tmp_path / name).read_bytes()
        ended = zap("plan", "export", "-o", name)
        assert ended.code == 2
        assert said in ended.err
        assert (tmp_path / name).read_bytes() == before


def test_an_export_seeds_a_run_of_any_mode(home: Path, tmp_path: Path) -> None:
    """Ids are of the session it was exported from: a seed has its own (R68)."""
    from zaptui.planning.plan_file import parse_plan_file

    parsed = parse_plan_file(zap("plan", "export").out.encode())
    assert [(item.content, item.done, item.deliverable) for item in parsed.items] == [
        ("Do a", True, "Out a"),
        ("Do b", False, "Out b"),
    ]
