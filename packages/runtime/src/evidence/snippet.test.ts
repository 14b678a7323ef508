import fc from "fast-check"
import { describe, expect, it } from "vitest"
import type { Diagnostic } from "../protocol/diagnostic.ts"
import { evidenceSnippet, snippetOf } from "./snippet.ts"

const failure = (message: string, fields: Partial<Diagnostic> = {}): Diagnostic => ({
  check_id: "x",
  kind: "test",
  message,
  ...fields,
})

describe("snippetOf", () => {
  it("is the text, trimmed", () => {
    expect(snippetOf("  boom\nat once \n")).toBe("boom\nat once")
    expect(snippetOf("")).toBe("")
  })

  it("is cut after 240 Unicode scalar values", () => {
    expect(snippetOf("a".repeat(500))).toBe("a".repeat(240))
    expect(snippetOf("😀".repeat(500))).toBe("😀".repeat(240))
    expect(snippetOf(`${"é".repeat(239)}😀z`)).toBe(`${"é".repeat(239)}😀`)
  })

  it("shows neither colours nor secrets, not even one that crosses the cut", () => {
    expect(snippetOf("\u001b[31mboom\u001b[0m password=hunter2")).toBe("boom password=[redacted]")
    const crossing = snippetOf(`${"a".repeat(230)} ghp_abcdefghijklmnopqrstuvwxyz0123456789`)
    expect(crossing).not.toContain("ghp_")
  })

  it("shows nothing that a terminal would act upon", () => {
    expect(snippetOf("a\u0000b\u0008c\u007fd\u009be\tf\ng")).toBe("acd\tf\ng")
    expect(snippetOf("user\u202enimda\u202c \u2066x\u2069 \u200ey")).toBe("usernimda x y")
    expect(snippetOf("ghp_abcdefgh\u0000ijklmnopqrstuvwxyz0123456789")).not.toContain("ghp_")
  })

  it("ends and begins with no white space, however it is cut", () => {
    expect(snippetOf("\u001b[31m boom \u001b[0m")).toBe("boom")
    expect(snippetOf(`${"a".repeat(239)} b`)).toBe("a".repeat(239))
    expect(snippetOf("\uffff".repeat(300))).toBe("\uffff".repeat(240))
    expect(snippetOf("a".repeat(240))).toBe("a".repeat(240))
  })

  it("finds the text behind a lot of white space", () => {
    expect(snippetOf(`${"\n".repeat(10_000)}boom`)).toBe("boom")
  })

  it("shows the failing lines of a long output, then its last lines, and never its head", () => {
    const head = Array.from({ length: 40 }, (_, index) => `reading page ${index} of the book`)
    const log = [...head, "toc.rst:3: ERROR: no heading", "writing the index", "the book is in build/html"]
    expect(snippetOf(log.join("\n"))).toBe([log[40], ...head.slice(-5), ...log.slice(41)].join("\n"))
    expect(snippetOf([...head, "it ends"].join("\n"))).toBe([...head.slice(-8), "it ends"].join("\n"))
  })

  it("shows a failing line once, and the start of a long one", () => {
    const log = [...Array.from({ length: 40 }, () => "error: no rate"), `error: ${"x".repeat(10_000)}`]
    expect(snippetOf(log.join("\n"))).toBe(`error: no rate\nerror: ${"x".repeat(218)}`)
    expect(snippetOf(`it starts\n${"x".repeat(100_000)}`)).toBe("x".repeat(240))
  })

  it("shows no end of a key", () => {
    const key = `-----BEGIN RSA PRIVATE KEY-----\n${"MIIEowIBAAKCAQEA\n".repeat(60)}-----END RSA PRIVATE KEY-----`
    expect(snippetOf(`it starts\n${key}`)).not.toContain("MIIE")
  })

  it("never holds more than 240 scalar values", () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 2000 }), fc.string({ maxLength: 2000 }), (left, right) => {
        expect(Array.from(snippetOf(left + right)).length).toBeLessThanOrEqual(240)
      }),
    )
  })
})

describe("evidenceSnippet", () => {
  it("names each failing test and what it says, one a line", () => {
    const diagnostics = [
      failure("AssertionError: expected 3,\n\n  got 4", { test_id: "suite > adds" }),
      failure("no", { code: "TS2322", location: { path: "src/a.ts", line: 3 } }),
      failure("plain"),
    ]
    expect(evidenceSnippet({ diagnostics })).toBe(
      "suite > adds: AssertionError: expected 3, got 4\nsrc/a.ts: no\nplain",
    )
  })

  it("shows the second test behind a long first message", () => {
    const diagnostics = [failure("x".repeat(1000), { test_id: "a" }), failure("boom", { test_id: "second" })]
    expect(evidenceSnippet({ diagnostics })).toContain("\nsecond: boom")
  })

  it("falls back to the code, and repeats no name", () => {
    expect(evidenceSnippet({ diagnostics: [failure("", { code: "E1" })] })).toBe("E1")
    expect(
      evidenceSnippet({ diagnostics: [failure("src/a.ts: no", { location: { path: "src/a.ts" } })] }),
    ).toBe("src/a.ts: no")
    expect(evidenceSnippet({ diagnostics: [] })).toBe("")
    expect(evidenceSnippet({ diagnostics: [failure("", { test_id: "t" })] })).toBe("t")
    expect(evidenceSnippet({ diagnostics: [failure("")] })).toBe("")
    expect(evidenceSnippet({ diagnostics: [failure("  boom", { test_id: "t" })] })).toBe("t: boom")
    expect(evidenceSnippet({ diagnostics: [failure("  ", { code: "E1", test_id: "t" })] })).toBe("t: E1")
  })

  it("reads no more failures than it shows", () => {
    const diagnostics = Array.from({ length: 100_000 }, (_, index) => failure(`failure ${index}`))
    expect(evidenceSnippet({ diagnostics })).toMatch(/^failure 0\nfailure 1\n/)
  })
})
