"""The picture of the final screen: what it shows, and that it can do nothing."""

from collections.abc import Sequence
from xml.etree import ElementTree

import pytest

from tests.replay.exporters.tapes import SMALL, called, finished, plan, run, said, step, tape, told
from tests.replay.exporters.test_hostile import TEXTS
from tests.replay.exporters.test_masked import full_of
from zaptui.core import events as e
from zaptui.replay.exporters.final_screen import HEIGHT, WIDTH, final_screen
from zaptui.view.lines import line_text, line_width

_NAMESPACE = "{http://www.w3.org/2000/svg}"


def shown(entries: Sequence[e.Entry]) -> list[str]:
    return [line_text(line).rstrip() for line in final_screen(entries)]


def test_the_whole_of_a_small_run() -> None:
    lines = shown(SMALL)
    assert lines[0] == " ❯ Mend a.py"
    assert [line[:16].rstrip() for line in lines if "/2  " in line] == [
        " ✓ 1/2  Find it",
        " ✓ 2/2  Mend it",
    ]
    assert " Mended `a.py`." in lines


def test_a_run_without_a_plan_shows_its_last_calls() -> None:
    calls = [
        event
        for n in range(15)
        for event in (
            called(f"c{n}", "shell", command=f"run {n}"),
            e.ToolReturned(call_id=f"c{n}", output="ok", error="bad" if n == 14 else None),
        )
    ]
    lines = shown(run(*step(*calls), *step(said("done"), number=2)))
    assert sum("shell" in line for line in lines) == 12
    assert "bad" in next(line for line in lines if "run 14" in line)
    assert lines[-3:] == [" done", "", " answered · 34 s"]


def test_only_the_last_run_is_shown_and_one_without_an_end_too() -> None:
    started = e.RunStarted(session="s", prompt="second")
    assert shown([*SMALL, *tape(started)]) == [" ❯ second"]
    assert shown([]) == ["nothing was run"]


def test_it_is_never_more_than_a_screen() -> None:
    items = [f"Stage {n} " + "x" * 300 for n in range(200)]
    answer = "\n".join(f"line {n}" for n in range(500))
    entries = run(*step(plan(*items)), *step(said(answer), number=2))
    lines = final_screen(entries)
    assert len(lines) <= HEIGHT
    assert max(map(line_width, lines)) <= WIDTH
    assert any("more" in line_text(line) for line in lines)
    assert any("+486 lines" in line_text(line) for line in lines)


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_whatever_is_said_the_picture_is_text_and_shapes(text: str) -> None:
    picture = told([*full_of(text), *tape(finished())], "svg", redact=False)
    root = ElementTree.fromstring(picture)
    assert {each.tag for each in root.iter()} <= {
        _NAMESPACE + name for name in ("svg", "rect", "g", "text")
    }
    for each in root.iter():
        assert not [name for name in each.attrib if name.startswith("on") or "href" in name]
        assert "url(" not in "".join(each.attrib.values())
