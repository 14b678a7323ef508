import { expect, it } from "vitest"
import { linkTargets, rstTargets } from "./link_targets.ts"
import { webAddresses } from "./web_addresses.ts"

it.each([
  ["[a](b.md)", ["b.md"]],
  ["[a]( b.md )", ["b.md"]],
  ['[a](b.md "t (x)")', ["b.md"]],
  ["[a](b.md (t))", ["b.md"]],
  ["[a](<b c.md>)", ["b c.md"]],
  ["[a](b_(c).md)", ["b_(c).md"]],
  ["![i](i.png)", ["i.png"]],
  ["[![i](i.png)](t.md)", ["i.png", "t.md"]],
  ["[a]: b.md", ["b.md"]],
  ['[a]: <b c.md> "t"', ["b c.md"]],
  ["[^1]: b.md", []],
  ["[Note]: this is prose.md", []],
  ["[a] (b.md)", []],
  ["[a](b c.md)", []],
  ["\\[a](b.md)", []],
  ["a](b.md)", []],
  ["`[a](b.md)` and [`c`](d.md)", ["d.md"]],
  ["``[a](`b`)``", []],
  ["```\n[a](b.md)\n```\n[c](d.md)", ["d.md"]],
  ["<!-- [a](b.md) -->[c](d.md)", ["d.md"]],
  ["[a\n\n](b.md)", []],
  ['<a class="x" href="b.md">b</a> <img alt=\'i\' src="i.png" width="4">', ["b.md", "i.png"]],
  ['<p align="center">\n    <img src="i.png">\n</p>', ["i.png"]],
  ['Write:\n\n    <p>\n    <img src="i.png">', []],
  ['`<a href="b.md">` and <a href={url}>c</a>', []],
])("the links of %j", (text, targets) => {
  expect(linkTargets(text).map(({ target }) => target)).toEqual(targets)
})

it.each([
  ["See `the guide <docs/guide.rst>`_ and `x <built.html>`__.", ["docs/guide.rst"]],
  [".. image:: docs/a.png\n   :alt: a\n", ["docs/a.png"]],
  [".. |logo| image:: logo.svg\n", ["logo.svg"]],
  [".. figure:: /_static/a.png\n", []],
])("the links of reStructuredText %j", (text, targets) => {
  expect(rstTargets(text).map(({ target }) => target)).toEqual(targets)
})

it.each([
  ["See https://x.com/a.", ["https://x.com/a"]],
  ["(https://x.com/a_(b))", ["https://x.com/a_(b)"]],
  ["[t](https://x.com/a_(b))[u](v)", ["https://x.com/a_(b)"]],
  ["**https://a.b** and `https://x.y/z`", ["https://a.b", "https://x.y/z"]],
  ['<https://a.b/c> "https://d.e"!', ["https://a.b/c", "https://d.e"]],
  ["| https://a.b | https://c.d/?q=[1]&r=2 |", ["https://a.b", "https://c.d/?q=[1]&r=2"]],
  ["```\ncurl https://a.b\n```", []],
  ["https://", []],
])("the addresses of %j", (text, targets) => {
  expect(webAddresses(text).map(({ target }) => target)).toEqual(targets)
})
