"""The page: the whole of a small run, nothing from elsewhere, what is left out is told."""

import re

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

EXPECTED = """<body>
<main>
<header>
<h1>Mend a.py</h1>
</header>
<section class="turn">
<p class="facts"><span class="outcome">incomplete</span><span>acme/m1</span><span>classic</span>\
<span>29 s</span><span>2.7k tokens in, 50 out</span><span>$0.05</span></p>
<details class="prompt"><summary>The whole prompt</summary><div class="prose"><p>Mend a.py
It is broken.</p>
</div></details>
<ol class="plan">
<li><details class="stage aside"><summary><span class="mark"></span><span class="place"></span>\
<span class="name">Before the plan</span><span class="took"></span></summary>
<div class="work">
<details class="thought"><summary>Thinking</summary><div class="prose"><p>hm</p>
</div></details>
<div class="prose"><p>Two stages.</p>
</div>
</div></details></li>
<li><details class="stage done unproved"><summary><span class="mark">✓</span>\
<span class="place">1/2</span><span class="name">Find it</span>\
<span class="took">10 s · 1 call</span></summary>
<div class="work">
<details class="call"><summary><span class="tool">shell</span>\
<span class="subject">pytest -q</span><span class="notes">exit 1 · 2.0 s</span></summary>
<div class="inside"><pre class="arguments">timeout_s: 5</pre><pre>F
1 failed</pre></div></details>
</div></details></li>
<li><details class="stage open"><summary><span class="mark">○</span>\
<span class="place">2/2</span><span class="name">Mend it</span>\
<span class="took">12 s · 2 calls</span><span class="evidence">left open</span></summary>
<div class="work">
<div class="said prose"><p>be quick</p>
</div>
<details class="call"><summary><span class="tool">edit</span><span class="subject">a.py</span>\
<span class="notes">+1 −1 · 3.0 s</span></summary>
<div class="inside"><pre class="diff"><span class="hunk">@@ -1 +1 @@
</span><span class="removed">-a = 1
</span><span class="added">+a = 2
</span></pre></div></details>
<details class="call failed"><summary><span class="tool">shell</span>\
<span class="subject">git push</span><span class="notes">failed · 3.0 s</span></summary>
<div class="inside"><pre class="failure">denied by a rule</pre></div></details>
</div></details></li>
</ol>
<section class="answer">
<h3>Answer</h3>
<div class="prose"><p>Mended <code>a.py</code>.</p>
</div>
</section>
<section class="ending">
<h3>Denied</h3>
<ul>
<li><code>shell git push</code> — a rule</li>
</ul>
</section>
<p class="notice">Stopped: idle.</p>
</section>
<footer>Exported by zaptui · s1 · 2030-01-01T10:00:00Z</footer>
</main>
</body>
</html>
"""


def body(text: str) -> str:
    return text[text.index("<body>") :]


def test_the_whole_of_a_small_run() -> None:
    assert body(told(SMALL, "html")) == EXPECTED


def test_the_head_lets_nothing_in() -> None:
    head = told(SMALL, "html").split("<body>")[0]
    assert (
        '<meta http-equiv="Content-Security-Policy" '
        "content=\"default-src 'none'; style-src 'unsafe-inline'\">"
    ) in head
    assert not re.search(r"<script|<link|<img|<base|@import|url\(|src=", head)


def test_a_page_says_when_it_is_light_dark_narrow_or_on_paper() -> None:
    style = told(SMALL, "html").split("<style>")[1].split("</style>")[0]
    for rule in ("(prefers-color-scheme: dark)", "(max-width: 34rem)", "@media print"):
        assert rule in style
    assert style.count("{") == style.count("}")


def test_several_turns_have_a_heading_each() -> None:
    entries = [*run(*step(said("one"))), *run(*step(said("two")), prompt="and then?")]
    text = body(told(entries, "html"))
    assert re.findall(r"<h[12]>(.*)</h[12]>", text) == ["mend it", "1. mend it", "2. and then?"]
    assert '<p class="facts">2 turns · 6.0 s</p>' in text


def test_a_link_leads_to_the_web_or_is_none() -> None:
    links = "[w](https://a.example) [m](mailto:a@b) [f](/etc/passwd) [j](javascript:a) ![i](x.png)"
    text = body(told(run(*step(said(links))), "html"))
    assert (
        '<p><a href="https://a.example" rel="noopener noreferrer">w</a> '
        '<a href="mailto:a@b" rel="noopener noreferrer">m</a> '
        '<span class="path" title="/etc/passwd">f</span> '
        '<span class="path" title="javascript:a">j</span> '
        '!<span class="path" title="x.png">i</span></p>'
    ) in text


def test_more_work_than_a_page_holds_is_counted() -> None:
    work = [
        event
        for n in range(1000)
        for event in (
            *step(called(f"c{n}", "read", path=f"f{n}"), number=n),
            returned(f"c{n}", "x"),
        )
    ]
    text = told(run(plan("One"), *work), "html")
    assert text.count('<details class="call">') == 400
    assert '<p class="missing">600 more items not shown here</p>' in text
    shown = re.findall(r'class="subject">f(\d+)<', text)
    assert (shown[0], shown[-1]) == ("0", "999")


def test_more_stages_than_a_page_holds_are_counted() -> None:
    text = told(run(plan(*(f"S{n}" for n in range(1100)))), "html")
    assert text.count('<div class="row') == 1000
    assert "100 more stages not shown here" in text


def test_a_subagent_stands_in_its_call() -> None:
    child = [
        e.Subagent(call_id="c1", event=event)
        for event in (e.RunStarted(session="", prompt="look"), *step(said("seen")), finished())
    ]
    entries = run(*step(called("c1", "task", prompt="look"), *child, returned("c1", "ok")))
    assert (
        '<pre>ok</pre><details class="agent"><summary>Subagent: look</summary>\n'
        '<div><section class="turn">\n<p class="facts"><span class="outcome good">answered</span>'
    ) in told(entries, "html")


def test_subagents_in_subagents_are_shown_to_a_depth() -> None:
    event: e.Event = e.RunStarted(session="", prompt="deep")
    for _ in range(8):
        event = e.Subagent(call_id="x", event=event)
    text = told(tape(e.RunStarted(session="s", prompt="p"), event), "html")
    assert text.count("<details") == text.count("</details>") == 4
    assert "a subagent's work, not shown here" in text


def test_an_empty_tape_is_an_empty_page() -> None:
    assert "<h1>(no prompt)</h1>" in told([], "html")
