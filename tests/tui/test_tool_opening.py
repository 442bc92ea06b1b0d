"""What a call opens to: arguments, output, diff; long ones fold and open twice. Reasoning too."""

from tests.tui.by_hand import (
    Hand,
    by_hand,
    called,
    ends,
    prints,
    started,
    step,
    thought,
    whole_call,
)


def lines_of(count: int) -> str:
    return "".join(f"line {n}\n" for n in range(1, count + 1))


async def opened(hand: Hand) -> list[str]:
    """Open the last block; what stands below the prompt."""
    await hand.press("tab", "up", "enter")
    return hand.transcript[2:]


async def test_a_call_opens_to_its_arguments_and_its_output():
    async with by_hand(size=(60, 20)) as hand:
        arguments = {"command": "make", "timeout_s": 5}
        output = {"exit_code": 0, "output": "one\ntwo\n"}
        await hand.tell(step(), *whole_call("c", "shell", arguments, output))
        assert await opened(hand) == [
            " ▾ shell   make",
            "          command: make",
            "          timeout_s: 5",
            "          one",
            "          two",
        ]


async def test_an_edit_opens_to_a_diff_with_line_numbers():
    async with by_hand(size=(60, 20)) as hand:
        diff = (
            "@@ -41,3 +41,3 @@\n def go():\n-    now = time()\n+    now = clock()\n     return now"
        )
        output = {"path": "a.py", "added": 1, "removed": 1, "diff": diff}
        arguments = {"path": "a.py", "old_text": "time", "new_text": "clock"}
        await hand.tell(step(), *whole_call("c", "edit", arguments, output))
        assert hand.transcript[2:] == [ends(" ▸ edit    a.py", "+1 −1")]
        assert await opened(hand) == [
            ends(" ▾ edit    a.py", "+1 −1"),
            "             41   def go():",
            "             42 -     now = time()",
            "             42 +     now = clock()",
            "             43       return now",
        ]


async def test_long_output_folds_and_opens_whole_the_second_time():
    async with by_hand(size=(60, 100)) as hand:
        await hand.tell(step(), *whole_call("c", "read", {"path": "a"}, lines_of(60)))
        folded = await opened(hand)
        await hand.press("enter")
        whole = hand.transcript[2:]
        await hand.press("enter")
        assert folded[-2:] == ["          line 39", "          21 more lines"]
        assert whole[-1] == "          line 60"
        assert len(whole) == 62
        assert hand.transcript[2:] == [" ▸ read    a"]


async def test_short_output_closes_the_second_time():
    async with by_hand(size=(60, 30)) as hand:
        await hand.tell(step(), *whole_call("c", "read", {"path": "a"}, "x"))
        await opened(hand)
        await hand.press("enter")
        assert hand.transcript[2:] == [" ▸ read    a"]


async def test_an_opened_call_that_still_runs_shows_what_it_prints():
    async with by_hand(size=(60, 30)) as hand:
        await hand.tell(step(), called("c", "shell", {"command": "make"}), started("c"))
        await hand.tell(prints("c", lines_of(8)))
        assert (await opened(hand))[-8:] == [f"          line {n}" for n in range(1, 9)]


async def test_reasoning_is_folded_to_a_line_and_opens():
    async with by_hand(size=(40, 20)) as hand:
        await hand.tell(step(), thought("First I look.\nThen I think about it for long."))
        folded = hand.transcript[2:]
        assert folded == [ends(" ▸ thought  First I look.", "10 words", 38)]
        assert (await opened(hand))[1:] == [
            "   First I look.",
            "   Then I think about it for long.",
        ]


async def test_opening_keeps_the_head_in_sight_when_the_work_is_longer_than_the_screen():
    async with by_hand(size=(60, 20)) as hand:
        await hand.tell(step(), *whole_call("c", "read", {"path": "a"}, lines_of(60)))
        assert (await opened(hand))[0] == " ▾ read    a"


async def test_json_output_is_shown_as_such():
    async with by_hand(size=(60, 20)) as hand:
        await hand.tell(step(), *whole_call("c", "list", {"path": "."}, {"files": ["a", "b"]}))
        assert (await opened(hand))[1:] == [
            "          path: .",
            "          {",
            '            "files": [',
            '              "a",',
            '              "b"',
            "            ]",
            "          }",
        ]
