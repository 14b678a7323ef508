import { describe, expect, it } from "vitest"
import { loadFailure } from "./load_failure.ts"
import { type PointFailure, readReport, type TestPoint } from "./point.ts"

function point(path: readonly string[], fields: Partial<TestPoint> = {}): TestPoint {
  return { path, outcome: "pass", failure: null, printed: [], ...fields }
}

function failed(fields: Partial<PointFailure> = {}): Pick<TestPoint, "outcome" | "failure"> {
  return {
    outcome: "fail",
    failure: { message: "no", code: undefined, location: undefined, is_timeout: false, ...fields },
  }
}

function diagnosticOf(path: readonly string[], fields: Partial<TestPoint>) {
  return readReport({ points: [point(path, fields)], counts: new Map() })?.diagnostics[0]
}

describe("readReport", () => {
  const counts = (entries: Readonly<Record<string, number>>) => new Map(Object.entries(entries))

  it("is none where nothing was reported", () => {
    expect(readReport({ points: [], counts: counts({ pass: 1 }) })).toBeNull()
    expect(readReport({ points: [], counts: counts({ tests: 0 }) })).toMatchObject({
      tests_run: 0,
      ran_test_ids: [],
    })
  })

  it("counts what ran, without skipped tests and files", () => {
    const points = [
      point(["a.test.ts"], failed()),
      point(["s", "one"]),
      point(["s"]),
      point(["two"], { outcome: "skip" }),
    ]
    const report = readReport({ points, counts: counts({ tests: 3, suites: 1, pass: 1, fail: 1 }) })
    expect(report).toMatchObject({ tests_run: 1, ran_test_ids: ["s > one", "s"] })
    expect(readReport({ points, counts: counts({ tests: 3, suites: 1 }) })?.tests_run).toBe(0)
    expect(readReport({ points, counts: counts({ suites: 1 }) })).toMatchObject({
      tests_run: null,
      ran_test_ids: null,
    })
  })

  it("knows a file without tests by its path, also below a folder with a space", () => {
    const runOf = (name: string) =>
      readReport({ points: [point([name])], counts: counts({ tests: 1, pass: 1 }) })?.tests_run
    for (const file of ["/home/a b/x.test.mjs", "C:\\a b\\x.test.ts", "tests/x.test.mjs"])
      expect(runOf(file)).toBe(0)
    expect(runOf("reads src/app.ts")).toBe(1)
  })

  it("lists the tests only if they are as many as were counted", () => {
    const points = [point(["one"]), point(["two"])]
    expect(readReport({ points, counts: counts({ tests: 2 }) })?.ran_test_ids).toEqual(["one", "two"])
    expect(readReport({ points, counts: counts({ tests: 3 }) })?.ran_test_ids).toBeNull()
    expect(readReport({ points, counts: counts({ tests: 1, suites: 1 }) })?.ran_test_ids).toEqual([
      "one",
      "two",
    ])
    expect(readReport({ points, counts: new Map() })?.ran_test_ids).toBeNull()
  })

  it("names a failed test by its path", () => {
    expect(diagnosticOf(["s", "one"], failed())).toEqual({ kind: "test", test_id: "s > one", message: "no" })
    expect(
      diagnosticOf(["one"], failed({ code: "X", location: { path: "a.ts" }, is_timeout: true })),
    ).toEqual({ kind: "timeout", test_id: "one", message: "no", code: "X", location: { path: "a.ts" } })
    expect(diagnosticOf(["one"], failed({ message: "spawn git ENOENT" }))?.kind).toBe("environment")
    expect(diagnosticOf(["one"], failed({ message: `${" ".repeat(1000)} spawn git ENOENT` }))?.kind).toBe(
      "test",
    )
    expect(diagnosticOf(["one"], { outcome: "fail" })).toBeUndefined()
    expect(diagnosticOf(["one"], { ...failed(), outcome: "skip" })).toBeUndefined()
    expect(diagnosticOf(["s", "a.ts"], failed())?.test_id).toBe("s > a.ts")
  })

  it("names a file that was not loaded by code and path", () => {
    const location = { path: "a.test.mjs" }
    expect(diagnosticOf(["a.test.mjs"], failed())).toEqual({
      kind: "runtime",
      message: "no",
      code: "load",
      location,
    })
    expect(diagnosticOf(["a.test.mjs"], failed({ code: "X", is_timeout: true }))).toEqual({
      kind: "timeout",
      message: "no",
      code: "X",
      location,
    })
    const printed = ["node:internal/x", "SyntaxError: Unexpected token", "    at a"]
    expect(diagnosticOf(["a.test.mjs"], { ...failed({ code: "X" }), printed })).toEqual({
      kind: "build",
      message: "SyntaxError: Unexpected token",
      code: "SyntaxError",
      location,
    })
  })
})

describe("loadFailure", () => {
  it("is the last error printed and what follows, without the stack", () => {
    expect(
      loadFailure(["Error: first", "noise", "TypeError: last", "    at a.ts", "more", "", "Node.js v20"]),
    ).toEqual({
      message: "TypeError: last\nmore",
      code: "TypeError",
      kind: "runtime",
    })
  })

  it("is the end of what was printed where no error stands in it, at most 8 lines", () => {
    const lines = Array.from({ length: 12 }, (_, index) => `line ${index}`)
    expect(loadFailure(lines)).toEqual({
      message: lines.slice(4).join("\n"),
      code: undefined,
      kind: "runtime",
    })
    expect(loadFailure(["Error: one", ...lines])?.message.split("\n")).toHaveLength(8)
  })

  it("is none where nothing telling was printed", () => {
    expect(loadFailure([])).toBeNull()
    expect(loadFailure(["", "  at a.ts", "node:internal/x", "{", "}"])).toBeNull()
  })

  it("may be the fault of the environment", () => {
    expect(loadFailure(["Error: spawn java ENOENT"])?.kind).toBe("environment")
    expect(loadFailure(["Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'vite' from /a.ts"])?.kind).toBe(
      "build",
    )
  })
})
