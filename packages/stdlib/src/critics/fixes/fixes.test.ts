import { describe, expect, it } from "vitest"
import type { Fix } from "../verdict.ts"
import { breakLines } from "./break_lines.ts"
import { isSlip, renameKey } from "./rename_key.ts"
import { unwrapFence } from "./unwrap_fence.ts"

const applied = (text: string, fix: Fix | undefined): string | undefined =>
  fix?.edits
    .toReversed()
    .reduce((now, edit) => now.slice(0, edit.start) + edit.text + now.slice(edit.end), text)

describe("a key is renamed", () => {
  it.each([
    ["lnie-length", "line-length", true],
    ["line_length", "line-length", true],
    ["Strict", "strict", true],
    ["depndencies", "dependencies", true],
    ["dependenciess", "dependencies", true],
    ["dependancies", "dependencies", true],
    ["dpendancies", "dependencies", false],
    ["line", "lint", false],
    ["target", "targets", true],
    ["files", "include", false],
  ])("%s to %s: %s", (key, known, expected) => {
    expect(isSlip(key, known)).toBe(expected)
  })

  it("where it stands, with or without quotes, and nowhere else", () => {
    const json = '{\n  "scirpts": {}\n}\n'
    const of_json = renameKey(json, { line: 2, column: 3 }, "scirpts", "scripts")
    expect(applied(json, of_json)).toBe('{\n  "scripts": {}\n}\n')
    const toml = "[tool.ruff]\nlnie-length = 1\n"
    const of_toml = renameKey(toml, { line: 2, column: 1 }, "lnie-length", "line-length")
    expect(applied(toml, of_toml)).toBe("[tool.ruff]\nline-length = 1\n")
    expect(renameKey(toml, { line: 1, column: 1 }, "lnie-length", "line-length")).toBeUndefined()
    expect(renameKey("scirptsx: 1\n", { line: 1, column: 1 }, "scirpts", "scripts")).toBeUndefined()
    expect(renameKey(toml, { line: 9, column: 9 }, "lnie-length", "line-length")).toBeUndefined()
  })
})

describe("a fence is taken off", () => {
  it.each([
    ["```python\na = 1\n```\n", "a = 1\n"],
    ["\n~~~\na\n\nb\n~~~", "a\n\nb\n"],
    ["```ts\r\na\r\n```\r\n", "a\r\n"],
    ["```\n```\n", ""],
  ])("%j", (text, expected) => {
    expect(applied(text, unwrapFence(text))).toBe(expected)
  })

  it.each(["a\n```\nb\n```\n", "```\na\n```\nb\n", "```\na\n```\n```\nb\n```\n", "```\na\n", "", "```"])(
    "not of %j",
    (text) => {
      expect(unwrapFence(text)).toBeUndefined()
    },
  )
})

describe("line breaks come back", () => {
  const before = "# x\n\n```sh\ncd a\nmake\nls\n```\n"
  it("where the lines stood before", () => {
    const text = "# x\n\n```sh\ncd a\\nmake\\nls\n```\n"
    expect(applied(text, breakLines(before, text, 4))).toBe(before)
  })

  it("and not where they would be others, or in another form of line ends", () => {
    expect(breakLines(before, "```\ncd b\\nmake\\nls\n```\n", 2)).toBeUndefined()
    expect(breakLines(before, "```\r\ncd a\\nmake\\nls\r\n```\r\n", 2)).toBeUndefined()
    expect(breakLines(before, "x", 7)).toBeUndefined()
  })
})
