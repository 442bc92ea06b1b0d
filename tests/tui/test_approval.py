"""The panel of an approval: the whole of it, its answers, and what each does."""

from tests.tui.asked import answered, approval, ask, edit, panel
from tests.tui.by_hand import by_hand, end
from zaptui.core.ports import Approval, Decision

ONCE = Decision(verdict="allow", by="the user, once")
SESSION = Decision(verdict="allow", by="the user, for this session")
DENY = Decision(verdict="deny", by="the user", reason="the user said no")


async def test_it_shows_the_whole_command_why_it_asks_and_the_answers():
    async with by_hand(size=(80, 24)) as hand:
        asking = await ask(hand, approval("make test", timeout_s=5))
        assert panel(hand) == [
            "  The model wants to run:",
            "  shell asks",
            "",
            "    make test",
            "    timeout_s: 5",
            "",
            "    s allows from now on: shell(make test)",
            "",
            "    n deny    y once    s this session    w deny with a word",
            "    tab to answer; keys typed in the prompt never do",
        ]
        asking.cancel()


async def test_with_the_focus_it_marks_deny():
    async with by_hand(size=(80, 24)) as hand:
        asking = await ask(hand, approval())
        await hand.press("tab")
        assert panel(hand)[-2:] == [
            "   ▸n deny    y once    s this session    w deny with a word",
            "    enter gives the marked answer",
        ]
        asking.cancel()


async def test_without_a_rule_there_is_no_answer_for_the_session():
    async with by_hand(size=(80, 24)) as hand:
        asking = await ask(hand, approval("a && b"))
        await hand.press("tab")
        assert panel(hand)[-2:] == [
            "   ▸n deny    y once    w deny with a word",
            "    there is no rule for this call: it can be allowed once",
        ]
        await hand.press("s")
        assert not asking.done()
        asking.cancel()


async def test_y_allows_once():
    async with by_hand() as hand:
        asking = await ask(hand, approval())
        await hand.press("tab", "y")
        assert await answered(hand, asking) == ONCE
        assert hand.host.granted == []
        assert panel(hand) == []
        assert hand.main.focused is hand.main.prompt


async def test_s_grants_the_rule_that_was_shown():
    async with by_hand() as hand:
        asking = await ask(hand, approval())
        await hand.press("tab", "s")
        assert await answered(hand, asking) == SESSION
        assert hand.host.granted == ["shell(make test)"]


async def test_n_denies():
    async with by_hand() as hand:
        asking = await ask(hand, approval())
        await hand.press("tab", "n")
        assert await answered(hand, asking) == DENY


async def test_enter_alone_denies():
    async with by_hand() as hand:
        asking = await ask(hand, approval())
        await hand.press("tab", "enter")
        assert await answered(hand, asking) == DENY


async def test_arrows_mark_another_answer_and_enter_gives_it():
    async with by_hand(size=(80, 24)) as hand:
        asking = await ask(hand, approval())
        await hand.press("tab", "right", "right", "left")
        assert panel(hand)[-2] == "    n deny   ▸y once    s this session    w deny with a word"
        await hand.press("enter")
        assert await answered(hand, asking) == ONCE


async def test_w_takes_a_word_to_the_model_and_gives_the_draft_back():
    async with by_hand(size=(80, 24)) as hand:
        hand.main.prompt.set_text("my draft")
        asking = await ask(hand, approval())
        await hand.press("tab", "w")
        assert "a word to the model: why not?" in hand.text
        await hand.press(*"use", "space", *"tox", "enter")
        assert await answered(hand, asking) == Decision(
            verdict="deny", by="the user", reason="the user said no: use tox"
        )
        assert hand.main.prompt.text == "my draft"


async def test_a_long_paste_in_the_draft_survives_a_word():
    from textual.events import Paste

    async with by_hand(size=(80, 24)) as hand:
        hand.app.post_message(Paste("a\n" * 40))
        asking = await ask(hand, approval())
        await hand.press("tab", "w", *"no", "enter")
        await answered(hand, asking)
        assert hand.main.prompt.full_text() == "a\n" * 40


async def test_esc_gives_the_word_up_and_the_question_stays():
    async with by_hand(size=(80, 24)) as hand:
        hand.main.prompt.set_text("my draft")
        asking = await ask(hand, approval())
        await hand.press("tab", "w", *"no", "escape")
        assert hand.main.prompt.text == "my draft"
        assert not asking.done()
        assert panel(hand)
        assert hand.main.turns.running
        asking.cancel()


async def test_a_change_is_shown_as_what_goes_and_what_comes():
    async with by_hand(size=(80, 24)) as hand:
        asking = await ask(hand, edit("now = time()", "now = clock()\nreturn now"))
        assert panel(hand)[:7] == [
            "  The model wants to change:",
            "  edits ask",
            "",
            "    a.py",
            "    - now = time()",
            "    + now = clock()",
            "    + return now",
        ]
        asking.cancel()


async def test_hidden_characters_are_spelled_out():
    async with by_hand(size=(80, 24)) as hand:
        asking = await ask(hand, approval("echo \u202egnihton\u200b\x1b[2J\rrm -r x"))
        assert panel(hand)[3] == "    echo <U+202E>gnihton<U+200B>␛[2J<CR>rm -r x"
        asking.cancel()


async def test_a_tool_without_a_form_of_its_own_shows_all_arguments():
    async with by_hand(size=(80, 24)) as hand:
        odd = Approval(
            call_id="c", tool="fetch", input={"url": "x", "n": 3}, subject="x", reason=""
        )
        asking = await ask(hand, odd)
        assert panel(hand)[0] == "  The model wants to call fetch:"
        assert panel(hand)[3:5] == ["    url: x", "    n: 3"]
        asking.cancel()


async def test_when_the_call_is_cancelled_its_question_goes():
    async with by_hand() as hand:
        asking = await ask(hand, approval())
        asking.cancel()
        await hand.show()
        assert panel(hand) == []


async def test_a_word_for_a_question_that_is_gone_gives_the_draft_back():
    async with by_hand() as hand:
        hand.main.prompt.set_text("my draft")
        asking = await ask(hand, approval())
        await hand.press("tab", "w", "x")
        asking.cancel()
        await hand.show()
        assert hand.main.prompt.text == "my draft"
        assert "why not" not in hand.main.prompt.placeholder


async def test_esc_cancels_the_turn_that_asks():
    async with by_hand() as hand:
        asking = await ask(hand, approval())
        await hand.press("escape")
        assert not hand.main.turns.running
        asking.cancel()


async def test_in_a_small_terminal_all_answers_are_in_sight():
    async with by_hand(size=(40, 12)) as hand:
        asking = await ask(hand, approval("pytest tests/test_retry.py -q --maxfail=1 -k backoff"))
        await hand.press("tab")
        text = "\n".join(panel(hand))
        for answer in ("n deny", "y once", "s this session", "w deny with a word"):
            assert answer in text
        assert "pytest tests/test_retry.py" in text
        assert hand.lines[-2].startswith(" ❯")
        assert hand.footer
        asking.cancel()


async def test_the_answer_is_told_at_the_call():
    async with by_hand(size=(80, 24)) as hand:
        await hand.tell(end())
        assert panel(hand) == []
