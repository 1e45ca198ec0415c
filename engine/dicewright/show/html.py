"""A page as one HTML file that needs nothing else: no script, no font, no picture. Every text is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from html import escape

from .page import CODE, Block, Cell, Dice, Faces, Heading, Item, Listing, Page, Paragraph, Table, runs
from .style import percent

STYLE = """
:root { color-scheme: light dark; --paper: #fdfcf9; --ink: #23211d; --soft: #6f6a60; --line: #ddd8cc; --tint: #f3efe5;
  --accent: #8a2b1d; --bar: #e9c9a8; }
@media (prefers-color-scheme: dark) { :root { --paper: #1b1a18; --ink: #e9e5dc; --soft: #a39c8f; --line: #3b3832;
  --tint: #262420; --accent: #e6a48f; --bar: #5a432f; } }
* { box-sizing: border-box; }
html { background: var(--paper); color: var(--ink); font: 16px/1.5 "Iowan Old Style", "Palatino Linotype", Palatino,
  "Book Antiqua", Georgia, "DejaVu Serif", serif; }
body { max-width: 47rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; overflow-wrap: break-word; }
h1 { font-size: 2.3rem; line-height: 1.15; margin: 0 0 .4rem; letter-spacing: -.01em; }
h1 + p { font-size: 1.15rem; color: var(--soft); margin-top: 0; }
h2 { font-size: 1.35rem; color: var(--accent); margin: 2.2rem 0 .7rem; padding-bottom: .2rem;
  border-bottom: 1px solid var(--line); }
h3 { font-size: 1.05rem; margin: 1.5rem 0 .4rem; }
p { margin: .5rem 0; }
ul { margin: .5rem 0; padding-left: 1.4rem; }
ol { margin: .7rem 0; padding-left: 2.1rem; }
li { margin: .18rem 0; }
ol > li::marker { color: var(--accent); font-weight: bold; }
code { font: .86em/1.4 ui-monospace, "SF Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace; background: var(--tint);
  border-radius: .25em; padding: .08em .32em; overflow-wrap: anywhere; }
.quiet { color: var(--soft); font-style: italic; }
table { border-collapse: collapse; width: 100%; margin: .8rem 0; font-size: .95rem; }
th { text-align: left; color: var(--soft); font-weight: normal; font-size: .88rem; vertical-align: bottom; }
th, td { padding: .28rem .55rem; border-bottom: 1px solid var(--line); }
th:first-child, td:first-child { padding-left: .2rem; }
td { vertical-align: top; }
th.share { text-align: right; }
td.share { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums;
  background: linear-gradient(to right, var(--bar) var(--p), transparent var(--p)) no-repeat;
  background-size: 100% 100%; background-origin: content-box; background-clip: content-box; padding-left: 1.1rem; }
table:has(.share) { table-layout: fixed; }
td.sign { font-size: 1.25rem; line-height: 1.2; text-align: center; width: 2.4rem; color: var(--accent); }
dl { display: grid; grid-template-columns: minmax(5.5rem, max-content) 1fr; gap: .55rem 1rem; margin: .8rem 0; }
dt { font-weight: bold; padding-top: .18rem; }
dd { margin: 0; display: flex; flex-wrap: wrap; gap: .3rem .3rem; align-items: center; }
.face { display: inline-flex; align-items: center; justify-content: center; min-width: 2.1rem; height: 2.1rem;
  padding: 0 .4rem; border: 1.5px solid var(--soft); border-radius: .45rem; background: var(--tint);
  font-variant-numeric: tabular-nums; line-height: 1; }
.times { color: var(--soft); font-size: .85rem; margin: 0 .25rem 0 -.1rem; }
footer { margin-top: 3rem; color: var(--soft); font-size: .85rem; }
@page { margin: 16mm 15mm; }
@media print {
  :root { color-scheme: light; --paper: #fff; --ink: #000; --soft: #555; --line: #bbb; --tint: #f4f4f4;
    --accent: #7a2317; --bar: #e3d3bf; }
  html { font-size: 10.5pt; }
  body { max-width: none; padding: 0; }
  h2, h3, p:has(+ ul), p:has(+ ol) { break-after: avoid; }
  tr, li, dd { break-inside: avoid; }
  thead { display: table-header-group; }
  td.share { -webkit-print-color-adjust: exact; print-color-adjust: exact; }
}
"""
# Nothing may be loaded and nothing run, whatever stands in the page.
POLICY = "default-src 'none'; style-src 'unsafe-inline'"


def html(page: Page, foot: str) -> str:
    lines = [
        "<!DOCTYPE html>",
        '<html lang="en">',
        "<head>",
        '<meta charset="utf-8">',
        f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{escape(page.title)}</title>",
        f"<style>{STYLE}</style>",
        "</head>",
        "<body>",
        f"<h1>{escape(page.title)}</h1>",
        *(line for block in page.blocks for line in _block(block)),
        f"<footer>{_inline(foot)}</footer>",
        "</body>",
        "</html>",
    ]
    return "\n".join(lines) + "\n"


def _inline(text: str) -> str:
    tags = {CODE: ("<code>", "</code>"), "": ("", "")}
    out = []
    for mark, part in runs(text):
        before, behind = tags.get(mark, ('<span class="quiet">', "</span>"))
        out.append(f"{before}{escape(part)}{behind}" if part else "")
    return "".join(out)


def _block(block: Block) -> Iterator[str]:
    match block:
        case Heading(level, text):
            yield f"<h{level}>{_inline(text)}</h{level}>"
        case Paragraph(text):
            yield f"<p>{_inline(text)}</p>"
        case Listing(items, ordered):
            yield from _items(items, "ol" if ordered else "ul")
        case Table(head, rows):
            yield from _table(head, rows)
        case Dice(dice):
            yield from ("<dl>", *(line for die in dice for line in _die(die)), "</dl>")


def _items(items: Iterable[Item], tag: str) -> Iterator[str]:
    yield f"<{tag}>"
    for item in items:
        yield f"<li>{_inline(item.text)}"
        if item.inside:
            yield from _items(item.inside, "ul")
        yield "</li>"
    yield f"</{tag}>"


def _table(head: tuple[str, ...], rows: tuple[tuple[Cell, ...], ...]) -> Iterator[str]:
    shares = [any(isinstance(row[i], Fraction) for row in rows) for i in range(len(head))]
    heads = zip(head, shares, strict=True)
    yield "<table>"
    yield "<thead><tr>" + "".join(_head(text, share) for text, share in heads) + "</tr></thead>"
    yield "<tbody>"
    for row in rows:
        yield "<tr>" + "".join(_cell(cell, head[i]) for i, cell in enumerate(row)) + "</tr>"
    yield "</tbody>"
    yield "</table>"


def _head(text: str, share: bool) -> str:
    return f'<th class="share">{_inline(text)}</th>' if share else f"<th>{_inline(text)}</th>"


def _cell(cell: Cell, head: str) -> str:
    if isinstance(cell, Fraction):
        return f'<td class="share" style="--p: {float(cell) * 100:.1f}%">{percent(cell)}</td>'
    return f'<td class="sign">{_inline(cell)}</td>' if not head else f"<td>{_inline(cell)}</td>"


def _die(die: Faces) -> Iterator[str]:
    yield f"<dt>{_inline(die.label)}</dt>"
    shown = [
        f'<span class="face">{escape(face)}</span>' + (f'<span class="times">×{weight}</span>' if weight > 1 else "")
        for face, weight in die.faces
    ]
    yield f"<dd>{''.join(shown) if shown else escape(die.said)}</dd>"
