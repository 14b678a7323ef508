import { plural } from "@proofloop/foundation/text"
import { expect, test } from "vitest"
import { wrap } from "../console/wrap.ts"
import { cutTable, table } from "./table.ts"
import { grouped, pad, shellWord } from "./text.ts"

test("wrapping breaks between words", () => {
  expect(wrap("aa bb cccccc d", 5)).toEqual(["aa bb", "cccccc", "d"])
})

test.each([
  ["/tmp/a.jsonl", "/tmp/a.jsonl"],
  ["/tmp/a b", "'/tmp/a b'"],
  ["it's", `'it'\\''s'`],
  ["$HOME", "'$HOME'"],
  ["", "''"],
])("%s as a word of a shell is %s", (text, word) => {
  expect(shellWord(text)).toBe(word)
})

test("colours take no room", () => {
  expect(pad("\u001b[31mab\u001b[39m", 4)).toBe("\u001b[31mab\u001b[39m  ")
  expect(
    table([
      ["a", "\u001b[31mx\u001b[39m", "1"],
      ["bbb", "yy", "2"],
    ]),
  ).toBe("  a    \u001b[31mx\u001b[39m   1\n  bbb  yy  2\n")
})

test("the last column of a table is wrapped where a width is given", () => {
  const rows = [["ok", "one two three four five six seven"]]
  expect(table(rows, 30)).toBe("  ok  one two three four five\n      six seven\n")
  expect(table(rows)).toBe("  ok  one two three four five six seven\n")
})

test.each([
  [60, "  fb-1  failed  a text that is longer than its column has…\n  fb-22  open    short\n"],
  [40, "  fb-1  failed  a text that is longer…\n  fb-22  open    short\n"],
  [10, "  fb-1  failed  a text that…\n  fb-22  open    short\n"],
])("a column takes the room that the others leave of %i", (width, told) => {
  const rows = [
    ["fb-1", "failed", "a text that is longer than its column has room for"],
    ["fb-22", "open", "short"],
  ]
  const text = cutTable(rows, 2, width)
  expect(text.replaceAll(/^ {2}fb-1 {3}/gm, "  fb-1  ")).toBe(told)
  expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThanOrEqual(Math.max(width, 29))
})

test("counts read well", () => {
  expect([plural(1, "file"), plural(0, "file"), grouped(1234567), grouped(999)]).toEqual([
    "1 file",
    "0 files",
    "1 234 567",
    "999",
  ])
})
