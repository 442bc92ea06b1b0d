"""The look of the exported page: one style sheet, light and dark, narrow and wide, and on paper."""

STYLE = """
:root {
  color-scheme: light dark;
  --page: #ffffff; --ink: #1c2024; --dim: #60666d; --line: #e3e6e9; --soft: #f5f6f8;
  --accent: #0b63c5; --green: #1a7f37; --yellow: #8a5a00; --red: #c4232d;
  --add: #e4f6e8; --cut: #fdeaea;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #101317; --ink: #e3e6e9; --dim: #969da5; --line: #2a2f36; --soft: #181c22;
    --accent: #6cb0ff; --green: #56c271; --yellow: #e0ac4c; --red: #ff7b78;
    --add: #12301c; --cut: #3a1a1c;
  }
}
* { box-sizing: border-box; }
body {
  margin: 0; background: var(--page); color: var(--ink);
  font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
  overflow-wrap: anywhere; -webkit-text-size-adjust: 100%;
}
main { max-width: 54rem; margin: 0 auto; padding: 2.5rem 1.25rem 3rem; }
h1 { font-size: 1.5rem; line-height: 1.3; margin: 0 0 .4rem; text-wrap: pretty; }
h2 { font-size: 1.15rem; line-height: 1.4; margin: 0 0 .3rem; }
h3 { font-size: .8rem; font-weight: 600; color: var(--dim); margin: 0 0 .5rem;
  text-transform: uppercase; letter-spacing: .05em; }
a { color: var(--accent); }
.path { text-decoration: underline dotted; }
code, pre, .tool, .subject {
  font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
  font-size: .84rem;
}
.facts { color: var(--dim); margin: 0; font-size: .9rem; }
.facts > * + *::before { content: " · "; }
.outcome { font-weight: 600; color: var(--yellow); }
.outcome.good { color: var(--green); }
.outcome.bad { color: var(--red); }
header + .turn > h2 { margin-top: 2rem; }
.turn + .turn { border-top: 1px solid var(--line); margin-top: 2.5rem; padding-top: 2rem; }
summary { cursor: pointer; list-style: none; border-radius: 4px; }
summary::-webkit-details-marker { display: none; }
summary:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }

.plan { list-style: none; margin: 1.5rem 0; padding: 0; }
.plan > li { border-top: 1px solid var(--line); }
.plan > li:last-child { border-bottom: 1px solid var(--line); }
.stage > summary, .row {
  display: grid; grid-template-columns: 1.2rem 3rem minmax(0, 1fr) auto; column-gap: .5rem;
  padding: .6rem .25rem; align-items: baseline;
}
.stage > summary:hover { background: var(--soft); }
.mark { text-align: center; }
.place, .took { color: var(--dim); font-size: .84rem; font-variant-numeric: tabular-nums; }
.took { white-space: nowrap; }
.stage > summary .took::after { content: "▸"; display: inline-block; width: 1.4rem;
  text-align: right; }
.stage[open] > summary .took::after { content: "▾"; }
.row .took { padding-right: 1.4rem; }
.alone > summary { grid-template-columns: minmax(0, 1fr) auto; }
.alone > summary .mark, .alone > summary .place { display: none; }
.alone > .work { padding-left: .25rem; }
.name { font-weight: 500; }
.evidence { grid-column: 3 / -1; color: var(--dim); font-size: .9rem; }
.done .mark { color: var(--green); }
.unproved .mark { color: var(--dim); }
.pending .mark, .pending .name, .aside .name { color: var(--dim); font-weight: 400; }
.in_progress .mark { color: var(--accent); }
.error .mark { color: var(--red); }
.aborted .mark, .open .mark { color: var(--yellow); }

.work { padding: .25rem 0 1rem 1.95rem; }
.work > * { margin: .5rem 0; }
.call > summary { display: flex; gap: .5rem; align-items: baseline; padding: .1rem .25rem;
  margin-left: -.25rem; }
.call > summary:hover { background: var(--soft); }
.call > summary::before { content: "▸"; color: var(--dim); flex: none; width: .8rem; }
.call[open] > summary::before { content: "▾"; }
.call.bare > summary { cursor: default; }
.call.bare > summary::before { content: ""; }
.tool { font-weight: 600; flex: none; }
.subject { min-width: 0; flex: 1 1 auto; overflow: hidden; text-overflow: ellipsis;
  white-space: nowrap; }
.call[open] > summary .subject { white-space: normal; }
.notes { color: var(--dim); font-size: .84rem; flex: none; text-align: right; }
.failed > summary .notes { color: var(--red); }
.inside { padding-left: 1.3rem; }
.inside > * { margin: .4rem 0; }
pre { background: var(--soft); border-radius: 6px; padding: .6rem .8rem; margin: .4rem 0;
  overflow-x: auto; white-space: pre-wrap; line-height: 1.45; }
pre.arguments { color: var(--dim); }
pre.failure { color: var(--red); }
pre.diff { padding: .4rem 0; white-space: pre; }
pre.diff > span { display: block; padding: 0 .8rem; min-width: max-content; }
.added { background: var(--add); }
.removed { background: var(--cut); }
.hunk { color: var(--dim); }
.thought > summary, .prompt > summary, .agent > summary { color: var(--dim); font-size: .9rem; }
.thought > summary::before, .prompt > summary::before, .agent > summary::before {
  content: "▸ "; }
.thought[open] > summary::before, .prompt[open] > summary::before, .agent[open] > summary::before {
  content: "▾ "; }
.thought .prose { color: var(--dim); }
.said { border-left: 3px solid var(--accent); padding-left: .8rem; }
.notice, .missing { color: var(--dim); font-size: .9rem; }
.notice.warning { color: var(--yellow); }
.notice.error { color: var(--red); }
.agent > div { border-left: 2px solid var(--line); padding-left: .9rem; }
.prompt { margin-top: .6rem; }

.prose > :first-child { margin-top: 0; }
.prose > :last-child { margin-bottom: 0; }
.prose p, .prose ul, .prose ol, .prose blockquote, .prose table { margin: .6rem 0; }
.prose h1, .prose h2, .prose h3, .prose h4 { font-size: 1rem; margin: 1rem 0 .4rem; color: inherit;
  text-transform: none; letter-spacing: 0; }
.prose ul, .prose ol { padding-left: 1.4rem; }
.prose blockquote { border-left: 3px solid var(--line); padding-left: .8rem; margin-left: 0;
  color: var(--dim); }
.prose code { background: var(--soft); border-radius: 4px; padding: .1em .3em; }
.prose pre code { background: none; padding: 0; }
.prose table { border-collapse: collapse; display: block; overflow-x: auto; }
.prose th, .prose td { border: 1px solid var(--line); padding: .25rem .6rem; text-align: left; }
.prose hr { border: 0; border-top: 1px solid var(--line); }
.answer, .ending { margin: 1.5rem 0; }
.answer { border-left: 3px solid var(--line); padding-left: 1rem; }
.answer.good { border-color: var(--green); }
.ending ul { margin: 0; padding-left: 1.2rem; }
footer { margin-top: 3rem; color: var(--dim); font-size: .8rem; }

@media (max-width: 34rem) {
  main { padding: 1.5rem .9rem 2rem; }
  .stage > summary, .row { grid-template-columns: 1.2rem 2.4rem minmax(0, 1fr) auto; }
  .stage > summary .took, .row .took { grid-column: 3 / -1; grid-row: 3; }
  .stage > summary .took::after { width: auto; padding-left: .4rem; }
  .alone > summary { grid-template-columns: minmax(0, 1fr) auto; }
  .alone > summary .took { grid-column: auto; grid-row: auto; }
  .work { padding-left: .25rem; }
  .inside { padding-left: .4rem; }
}
@media print {
  :root { --page: #fff; --ink: #000; --dim: #444; --line: #bbb; --soft: #f4f4f4;
    --green: #145a26; --red: #a11; --yellow: #6b4600; --accent: #000; }
  main { max-width: none; padding: 0; }
  pre { white-space: pre-wrap; }
  details::details-content { content-visibility: visible; display: block; }
  .stage > summary .took::after, .call > summary::before { content: ""; }
}
"""
