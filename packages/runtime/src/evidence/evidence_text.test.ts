import { describe, expect, it } from "vitest"
import { evidenceText, outputText } from "./evidence_text.ts"

const text = (fields: Record<string, unknown>): string => evidenceText(fields)

describe("evidenceText", () => {
  it("is the error when nothing else is there", () => {
    expect(text({ error: "AssertionError: expected 3, got 4" })).toBe("AssertionError: expected 3, got 4")
    expect(text({ message: "boom" })).toBe("boom")
    expect(text({})).toBe("")
  })

  it("does not let a wrapper hide the output", () => {
    const output = "line one of the output\nFAIL adds\nline three"
    expect(text({ error: "Command failed with exit code 1", output })).toBe(
      `Command failed with exit code 1\n${output}`,
    )
    expect(text({ message: "exit 1", content: output })).toBe(`exit 1\n${output}`)
    expect(text({ error: "exit 1", result: { stdout: output, stderr: "warned" } })).toBe(
      `exit 1\n${output}\nwarned`,
    )
  })

  it("does not repeat an error that the output holds", () => {
    expect(text({ error: " FAIL adds \n", output: "FAIL adds: more of it" })).toBe("FAIL adds: more of it")
    expect(text({ error: "FAIL adds\n", output: "ran\nFAIL adds\ndone" })).toBe("ran\nFAIL adds\ndone")
  })

  it("keeps an error that is more than a wrapper", () => {
    const long = "AssertionError: two lines\nand more"
    expect(text({ error: long, output: "x".repeat(1000) })).toBe(long)
    const wide = `AssertionError: ${"y".repeat(200)}`
    expect(text({ error: wide, output: "x".repeat(1000) })).toBe(wide)
    expect(text({ error: "longer than the output", output: "short" })).toBe("longer than the output")
    expect(text({ error: "as long", output: "as long" })).toBe("as long")
    expect(text({ error: "one long", output: "the same" })).toBe("one long")
    const widest = "y".repeat(200)
    expect(text({ error: widest, output: "x".repeat(201) })).toBe(`${widest}\n${"x".repeat(201)}`)
  })

  it("reads standard output and error when there is nothing else", () => {
    expect(text({ stdout: "out", stderr: "err" })).toBe("out\nerr")
    expect(text({ error: "exit 1", stdout: "something long", stderr: " " })).toBe("exit 1\nsomething long")
  })
})

describe("outputText", () => {
  it.each([
    [{ result: "r", output: "o" }, "r"],
    [{ output: "o", content: "c" }, "o"],
    [{ result: "", output: "o" }, "o"],
    [
      {
        content: [
          { type: "text", text: "one" },
          { type: "text", text: "two" },
        ],
      },
      "one\ntwo",
    ],
    [{ content: ["one", "two"] }, "one\ntwo"],
    [{ content: [{ type: "image" }] }, '[{"type":"image"}]'],
    [{ content: [] }, "[]"],
    [{ content: ["one", { type: "image" }] }, '["one",{"type":"image"}]'],
    [{ result: { exit_code: 1, output: "o" } }, "o"],
    [{ result: { a: 1 } }, '{"a":1}'],
    [{ result: new Error("boom") }, "boom"],
    [{}, ""],
    [{ combined: "c", content: "t" }, "c"],
    [{ result: null }, ""],
    [{ result: { message: "m", stdout: "s" } }, "m"],
  ])("%j -> %s", (fields, expected) => {
    expect(outputText(fields)).toBe(expected)
  })
})
