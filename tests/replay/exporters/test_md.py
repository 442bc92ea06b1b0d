"""Markdown: the whole of a small run, what is cut, several turns, subagents."""

from tests.replay.exporters.tapes import (
    SMALL,
    called,
    finished,
    plan,
    returned,
    run,
    said,
    step,
    tape,
    told,
)
from zaptui.core import events as e
from zaptui.replay.exporters.md import LIMITS

EXPECTED = """# Mend a.py

**incomplete** · acme/m1 · classic · 29 s · 2.7k tokens in, 50 out · $0.05

<details>
<summary>The whole prompt</summary>

> Mend a.py
> It is broken.

</details>

- [x] 1. Find it
- [ ] 2. Mend it — left open

<details>
<summary>Before the plan</summary>

<details>
<summary>Thinking</summary>

> hm

</details>

> Two stages.

</details>

<details>
<summary>1. Find it — 10 s · 1 call</summary>

**`shell`** `pytest -q` · exit 1 · 2.0 s

```
timeout_s: 5
```

```text
F
1 failed
```

</details>

<details>
<summary>2. Mend it — 12 s · 2 calls</summary>

**The user said:**

> be quick

**`edit`** `a.py` · +1 −1 · 3.0 s

```diff
@@ -1 +1 @@
-a = 1
+a = 2
```

**`shell`** `git push` · failed · 3.0 s

```text
denied by a rule
```

</details>

**Answer**

Mended `a.py`.

**Denied**

- `shell` `git push` — a rule

Stopped: idle.

"""


def test_the_whole_of_a_small_run() -> None:
    assert told(SMALL, "md") == EXPECTED


def test_without_a_plan_the_work_is_folded_as_one_and_the_answer_told_once() -> None:
    entries = run(
        *step(said("I look."), called("c1", "read", path="a.py"), returned("c1", "x = 1")),
        *step(said("It is `1`."), number=2),
    )
    assert told(entries, "md") == (
        "# mend it\n\n**answered** · 7.0 s\n\n"
        "<details>\n<summary>Work — 1 call</summary>\n\n> I look.\n\n"
        "**`read`** `a.py` · 1.0 s\n\n```text\nx = 1\n```\n\n</details>\n\n"
        "**Answer**\n\nIt is `1`.\n\n"
    )


def test_evidence_proves_a_stage_and_its_deliverable_stands_with_its_work() -> None:
    stages = [
        {"id": "a", "content": "Look", "deliverable": "the line", "evidence": "line 3"},
        {"id": "b", "content": "Mend", "deliverable": "Mend", "evidence": None},
    ]
    snapshots = [
        {"plan": {"stages": [{**s, "status": w} for s, w in zip(stages, words, strict=True)]}}
        for words in (("in_progress", "pending"), ("done", "in_progress"))
    ]
    changes = [
        e.PlanUpdate(mode="metronome", snapshot=s, todos=[], change="advanced", version=1)
        for s in snapshots
    ]
    entries = run(
        *step(changes[0]),
        *step(called("c", "read", path="a"), returned("c", "1"), changes[1], number=2),
    )
    assert told(entries, "md").split("\n\n")[2:5] == [
        "- [x] 1. Look — line 3\n- [ ] 2. Mend — left open",
        "<details>\n<summary>1. Look — 2.0 s · 1 call</summary>",
        "_To deliver:_ the line",
    ]


def test_an_interrupted_run_says_which_stage_it_was_in_and_why_it_stopped() -> None:
    entries = tape(
        e.RunStarted(session="s", prompt="p"),
        plan("One", "Two"),
        finished(outcome="aborted", finish_reason="abort", stopped_by="signal 2", exit_code=130),
    )
    assert told(entries, "md") == (
        "# p\n\n**aborted** · 2.0 s\n\n"
        "- [ ] 1. One — interrupted\n- [ ] 2. Two\n\nStopped: signal 2.\n\n"
    )


def test_an_error_ends_in_its_text() -> None:
    entries = tape(
        e.RunStarted(session="s", prompt="p"),
        finished(outcome="error", finish_reason="error", error="no such\nmodel", exit_code=1),
    )
    assert told(entries, "md").endswith("**Error**\n\n```text\nno such\nmodel\n```\n\n")


def test_several_turns_are_a_section_each() -> None:
    first, second = run(*step(said("one"))), run(*step(said("two")), prompt="and then?")
    lines = told([*first, *second], "md").split("\n\n")
    assert lines == [
        "# mend it",
        "**2 turns** · 6.0 s",
        "## 1. mend it",
        "**answered** · 3.0 s",
        "**Answer**",
        "one",
        "## 2. and then?",
        "**answered** · 3.0 s",
        "**Answer**",
        "two",
        "",
    ]


def test_a_long_output_is_cut_and_says_how_much_is_missing() -> None:
    output = "\n".join(f"line {n}" for n in range(1000))
    text = told(run(*step(called("c", "shell", command="seq"), returned("c", output))), "md")
    shown = text.split("```text\n")[1].split("\n```")[0].split("\n")
    assert shown[:2] == ["line 0", "line 1"]
    assert shown[26:28] == ["(… 961 lines left out …)", "line 987"]
    assert shown[-1] == "line 999"


def test_a_session_too_long_for_a_pull_request_is_shortened_and_says_so() -> None:
    work = [
        event
        for n in range(500)
        for event in (
            *step(called(f"c{n}", "shell", command=f"run {n}"), number=n),
            returned(f"c{n}", f"out {n} " + "x" * 1500),
        )
    ]
    text = told(run(*work, *step(said("done"), number=500)), "md")
    assert LIMITS.page * 0.8 < len(text) < 65_536
    assert "more items left out here)_" in text
    assert "`run 0`" in text
    assert "`run 499`" in text


def test_each_stage_gets_its_share_of_the_room() -> None:
    names = [f"Stage {n}" for n in range(8)]
    work = [
        event
        for place in range(8)
        for event in (
            *step(plan(*names, done=place), number=2 * place),
            *step(called(f"c{place}", "read", path=f"p{place}"), number=2 * place + 1),
            returned(f"c{place}", "y" * 6000),
            *(
                part
                for n in range(60 if place == 0 else 0)
                for part in (called(f"d{n}", "read", path="q"), returned(f"d{n}", "z" * 6000))
            ),
        )
    ]
    text = told(run(*work), "md")
    assert [f"`p{n}`" in text for n in range(8)] == [True] * 8


def test_a_subagent_stands_in_the_call_that_began_it() -> None:
    child = [
        e.Subagent(call_id="c1", event=event)
        for event in (
            e.RunStarted(session="", prompt="look around"),
            plan("See", done=1),
            *step(said("I see.")),
            finished(outcome="complete"),
        )
    ]
    entries = run(*step(called("c1", "task", prompt="look around"), *child, returned("c1", "ok")))
    assert (
        "<details>\n<summary>Subagent: look around</summary>\n\n**complete** · 2.0 s\n\n"
        "- [x] 1. See\n\n**Answer**\n\nI see.\n\n</details>"
    ) in told(entries, "md")


def test_a_subagent_that_no_call_began_is_told_at_the_end() -> None:
    child = e.Subagent(call_id="x", event=e.RunStarted(session="t", prompt="sum up"))
    text = told(run(*step(said("hi")), child), "md")
    assert text.endswith(
        "<details>\n<summary>Subagent: sum up</summary>\n\n**not finished**\n\n</details>\n\n"
    )


def test_what_a_failed_attempt_said_is_left_out_and_the_retry_told() -> None:
    retry = e.Retrying(attempt=1, wait_s=2.0, error="overloaded")
    text = told(run(*step(said("half a"), retry, said("whole"))), "md")
    assert "half a" not in text
    assert "_warning:_ overloaded; trying again in 2 s" in text


def test_an_empty_tape_is_an_empty_document() -> None:
    assert told([], "md") == "# (no prompt)\n\n"
