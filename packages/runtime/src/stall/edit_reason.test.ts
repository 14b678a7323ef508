import { describe, expect, it } from "vitest"
import { moreThanLinear, repeatedTexts } from "../evidence/more_than_linear.fixture.ts"
import type { ToolResult } from "../protocol/tool.ts"
import { editReasonKey } from "./edit_reason.ts"
import { BASE, FAILED, OK, read } from "./read_result.fixture.ts"

const ECHO = "def total(prices):\n    return `sum`(prices)"

describe("editReasonKey", () => {
  it.each([
    ["the text after a label", (text: string) => `String to replace not found in file.\nString: ${text}`],
    [
      "a line in back quotes",
      (text: string) => `No match found for \`${firstLine(text)}\` in /srv/shop/a.py`,
    ],
    [
      "a text of several lines in back quotes",
      (text: string) =>
        `No replacement was performed, old_str \`${text}\` did not appear verbatim in /srv/shop/a.py.`,
    ],
    [
      "a fenced text",
      (text: string) => `Could not find this text:\`\`\`\n${text}\n\`\`\`\nRead the file first.`,
    ],
    ["double quotes", (text: string) => `Could not find "${text}" in the file`],
    ["single quotes", (text: string) => `Can't find '${firstLine(text)}' in the file, it isn't there`],
    [
      "the edit below",
      (text: string) =>
        `Your proposed edit has introduced new syntax error(s).\n\nERRORS:\n- E999 IndentationError\n\nThis is how your edit would have looked if applied\n${text}`,
    ],
    [
      "the block that did not match",
      (text: string) => `SEARCH block did not match\n<<<<<<< SEARCH\n${text}\n=======`,
    ],
    ["a first line that says nothing", (text: string) => `Error:\nold_str not found\n${text}`],
  ])("is the same whatever is echoed: %s", (_what, say) => {
    expect(editReasonKey(say(ECHO))).toMatch(/^edit:[0-9a-f]{64}$/)
    expect(editReasonKey(say("import os\nimport sys"))).toBe(editReasonKey(say(ECHO)))
  })

  it.each([
    [
      "positions",
      "patching file a.py\nHunk #1 FAILED at 12.",
      "patching file b/c.py\nHunk #2 FAILED at 340.",
    ],
    ["paths", "src/a.ts does not exist", "/srv/shop/b.ts does not exist"],
    ["counts", "Found 2 matches of the string to replace", "Found 14 matches of the string to replace"],
    ["case and punctuation", "Old text not found.", "old text NOT found:"],
    [
      "message of a mistake with a code",
      "src/a.ts:3:4: error TS2322: no",
      "b.ts:9:1: error TS2322: other type",
    ],
    ["rest below a code", "Not applied.\n- E999 unexpected indent\nx = 1", "Not applied.\n- E999 bad\nMAX32"],
    ["order of the codes", "Not applied.\n- E999 a\n- F821 b", "Not applied.\n- F821 c\n- E999 d"],
    ["what a quotation before it goes on with", "`a\nb` was not found", "`c\nd` was not found"],
    ["next lines", "not found", "not found\nelse"],
    ["quotes without spaces", "not`x`found", "not found"],
    ["quotes before a comma", "not 'x',found", "not found"],
    ["a quotation at the start", "'a' was not found", "'b' was not found"],
    ["marks", "**not** found!!", "not found"],
    ["end of a long line", `not found ${"x ".repeat(200)}one`, `not found ${"x ".repeat(200)}two`],
    ["lines that say nothing", "Error:\nError:\nError:\nnot found", "not found"],
    ["a quotation that never ends behind them", 'Error: "a\nnot found', "not found"],
    ["a quotation that never ends", 'not found: "a\nb', 'not found: "c\nd'],
  ])("is the same whatever the %s", (_what, one, other) => {
    expect(editReasonKey(one)).toMatch(/^edit:/)
    expect(editReasonKey(one)).toBe(editReasonKey(other))
  })

  it("tells reasons apart", () => {
    const reasons = [
      "No replacement was performed, old_str `a` did not appear verbatim in /srv/a.py.",
      "No replacement was performed. Multiple occurrences of old_str `a` in lines [1, 2]. Please ensure it is unique",
      "Your proposed edit has introduced new syntax error(s).",
      "String to replace not found in file.",
      "Found 2 matches of the string to replace, but replace_all is false.",
      "File has not been read yet. Read it first before writing to it.",
      "SEARCH block did not match",
      "Hunk #1 FAILED at 12.",
      "`a` was not found in `b`",
      "`a` is not unique in `b`",
      "notfound",
      "not found",
      "Not applied.\n- E999 unexpected indent",
      "Not applied.\n- F821 undefined name",
      "Not applied.\n- E999 unexpected indent\n- F821 undefined name",
      "Not applied. E9999999 MAX32",
      "src/a.ts:3:4: error TS2322: no",
      "src/a.ts:3:4: error TS2345: no",
    ]
    expect(new Set(reasons.map(editReasonKey)).size).toBe(reasons.length)
  })

  it.each([
    "",
    " \n ",
    "`all of it`",
    "a.ts:12",
    "Error: edit failed\nExit code 1",
    "Error:\nError:\nError:\nError:\nnot found",
    `${"\n".repeat(20_000)}not found`,
  ])("is none of %j", (text) => {
    expect(editReasonKey(text)).toBe("")
  })

  it("is the rejection of an edit that failed, and what it says altogether where that gives no reason", () => {
    const rejects = (error: string) => read({ ok: false, error }, { kind: "edit" }).rejection?.key
    expect(rejects("not found: `a`")).toBe(editReasonKey("not found: `b`"))
    expect(rejects("`a`")).toMatch(/^err:/)
    expect(rejects("`a`")).not.toBe(rejects("`b`"))
    expect(read(OK, { kind: "edit" }).rejection).toBeNull()
    expect(read(FAILED, undefined).rejection).toBeNull()
  })

  it("is the rejection of an edit that was answered with how the tool is used", () => {
    const edit = { kind: "edit" } as const
    const usage: ToolResult = { ok: true, output: "Usage: edit <start>:<end>\n<text>\nend_of_edit" }
    expect(read(usage, edit)).toMatchObject({
      wrote: false,
      rejection: { key: expect.stringMatching(/^edit:/) },
    })
    expect(read(usage, edit, { knobs: BASE })).toMatchObject({ wrote: true, rejection: null })
    expect(read({ ...usage, mutation_status: "applied" }, edit)).toMatchObject({
      wrote: true,
      rejection: null,
    })
    expect(read({ ok: true, output: "Edited. Usage: see README" }, edit)).toMatchObject({ wrote: true })
    expect(read(usage, undefined).rejection).toBeNull()
  })

  it("does linear work on hostile texts", () => {
    const parts = ["E999", "a:1:", "- E999 ", "`", '"', "'", "\n", "` \n", "' a", "a.", "/"]
    expect(moreThanLinear(editReasonKey, (length) => repeatedTexts(parts, length))).toEqual([])
  })
})

function firstLine(text: string): string {
  return text.split("\n")[0] ?? ""
}
