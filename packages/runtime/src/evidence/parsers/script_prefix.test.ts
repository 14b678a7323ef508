import { describe, expect, it } from "vitest"
import { stripScriptPrefixes } from "./script_prefix.ts"

describe("stripScriptPrefixes", () => {
  it("takes off the prefix of pnpm -r", () => {
    const text =
      "packages/a test$ node --test\npackages/a test: ✖ adds (1.2ms)\npackages/a test: \npackages/a test:\nother: line\npackages/a test: Failed"
    expect(stripScriptPrefixes(text)).toBe(
      "packages/a test$ node --test\n✖ adds (1.2ms)\n\n\nother: line\nFailed",
    )
  })

  it("takes off the prefix of turbo", () => {
    const text = "a:test: cache miss, executing 0123\na:test: FAIL x\nTasks: 1"
    expect(stripScriptPrefixes(text)).toBe("cache miss, executing 0123\nFAIL x\nTasks: 1")
  })

  it("takes off the timestamps of a CI log", () => {
    const text = "2026-11-21T10:00:00.1234567Z > demo@1.0.0 test\n2026-11-21T10:00:01.1234567Z FAIL x"
    expect(stripScriptPrefixes(text)).toBe("> demo@1.0.0 test\nFAIL x")
  })

  it("leaves other text alone", () => {
    const text =
      "> demo@1.0.0 test\n> node --test\n\nAssertionError: expected 3\nat 2026-11-21T10:00:00.1234567Z x"
    expect(stripScriptPrefixes(text)).toBe(text)
  })
})
