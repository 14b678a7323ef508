import { describe, expect, it } from "vitest"
import { DIFFERENT_FAILURES } from "./meaning_pairs.fixture.ts"
import { SAME_FAILURE } from "./noise_pairs.fixture.ts"
import { normaliseDiagnostic, normaliseText, readDiagnostic } from "./normalise.ts"

const OPTIONS = { workspace_root: "/home/dev/shop" }

it("shows quotes and arrows alike in every locale", () => {
  expect(normaliseText("error: ‘tax’ undeclared → “x”", {})).toBe(
    normaliseText("error: 'tax' undeclared -> \"x\"", {}),
  )
})

describe("normaliseText", () => {
  it.each(SAME_FAILURE)("takes %s for noise", (_what, left, right) => {
    expect(normaliseText(left, OPTIONS)).toBe(normaliseText(right, OPTIONS))
    expect(normaliseText(left, OPTIONS)).not.toBe("")
  })

  it.each(DIFFERENT_FAILURES)("takes %s for meaning", (_what, left, right) => {
    expect(normaliseText(left, OPTIONS)).not.toBe(normaliseText(right, OPTIONS))
  })

  it("keeps the words around what it removes", () => {
    expect(
      normaliseText("2026-11-21T10:00:00Z ERROR boom took 12ms at /home/dev/shop/src/a.ts:3:4", OPTIONS),
    ).toBe("ERROR boom took at src/a.ts")
  })

  it.each([
    ["waited 3s, then failed", "waited then failed"],
    ['File "a.py", line 3, in run', 'File "a.py", in run'],
    ["died, pid 12", "died, pid"],
    ["slow, 5 seconds", "slow,"],
    ["2 failed, 3 warnings in 0.5s", "2 failed in"],
    ["3 warnings, 1 error", "1 error"],
    ["[ 12%] Building failed", "Building failed"],
    ["see lines 3-5 of it", "see of it"],
    ["<a>:3:4 failed", "<a> failed"],
    ["one  two\t three", "one two three"],
    ["at Foo@1b6d3586.run", "at Foo@1b6d3586.run"],
  ])("leaves nothing odd behind: %s", (text, normal) => {
    expect(normaliseText(text, OPTIONS)).toBe(normal)
  })

  it("keeps the last two parts of a path outside the workspace", () => {
    expect(normaliseText("see /usr/lib/python3/site/a.py now", OPTIONS)).toBe("see site/a.py now")
  })

  it("keeps the path of a folder that only begins like the workspace", () => {
    expect(normaliseText("see /home/dev/shop2/src/a.ts", OPTIONS)).toBe("see src/a.ts")
    expect(normaliseText("see /home/dev/shop2/a.ts", OPTIONS)).toBe("see shop2/a.ts")
  })

  it("reads a workspace below a temp folder as a workspace", () => {
    const below = { workspace_root: "/tmp/work-Ab12Cd" }
    expect(normaliseText("see /tmp/work-Ab12Cd/src/deep/a.ts", below)).toBe("see src/deep/a.ts")
  })

  it("treats the whole text as operands when told so", () => {
    expect(normaliseText("took 5ms at a.ts:3:4", { operands: true })).toBe("took 5ms at a.ts:3:4")
    expect(normaliseText("A at 0x7f85d5f18d90", { operands: true })).toBe("A at 0x")
  })

  it("holds a long text to 4000 characters and a digest of the rest", () => {
    const long = "word ".repeat(2000)
    const normal = normaliseText(long, OPTIONS)
    expect(normal).toMatch(/^(?:word )+word ?#[0-9a-f]{14}$/)
    expect(normal.length).toBe(4015)
    expect(normaliseText(`${long}end`, OPTIONS)).not.toBe(normal)
  })

  it("keeps a line that looks like noise when it is alone", () => {
    expect(normaliseText("==========", OPTIONS)).toBe("==========")
    expect(normaliseText("Duration 3.2s", OPTIONS)).toBe("Duration")
  })

  it("makes nothing of nothing", () => {
    expect(normaliseText("", OPTIONS)).toBe("")
    expect(normaliseText(" \n\t\r\n ", OPTIONS)).toBe("")
    expect(normaliseText("==========\n..........", OPTIONS)).toBe("")
  })
})

describe("what is left", () => {
  it.each([
    ["a failed\n\nb failed", "a failed\nb failed"],
    ["E took 3s: expected 3, got 4 (0.1s)", "E took expected 3, got 4"],
    ["expected 3, got 4 (a.ts:3:5)", "expected 3, got 4 (a.ts)"],
    ["took 12ms, 5 == 6 (0.13s)  ", "took 12ms, 5 == 6"],
    ["Error: expected 3, got 4 at a.js:3:5", "Error: expected 3, got 4 at a.js"],
    ["a failed\nexpected 3\n- 4\n+ 5", "a failed\nexpected 3\n- 4\n+ 5"],
    ["==123== Invalid read", "Invalid read"],
    ["2 failed 3 warnings", "2 failed"],
    ["at 0x7f1234567890 boom", "at 0x boom"],
    ["Foo@1b6d3586 boom", "Foo0x boom"],
    ["failed() boom", "failed() boom"],
    ["done(12ms) boom", "done boom"],
    ["done[5s] boom", "done boom"],
    ["f()12ms boom", "f boom"],
    ["call(x)[3/4] boom", "call(x) boom"],
    ["src/a.ts:3:4 boom", "src/a.ts boom"],
    ["src/a.ts:3=12:30 boom", "src/a.ts=12:30 boom"],
    ["lib/a.ts:3:4:pid=12 boom", "lib/a.ts:pid boom"],
    ["localhost:8080/a.ts:3 boom", "localhost/a.ts boom"],
    ["/home/dev/shop/a.ts:3:4=5 boom", "a.ts=5 boom"],
    ["a:5 boom", "a:5 boom"],
    ["x=12:30 boom", "x=12:30 boom"],
    ["((12ms)) boom", "boom"],
  ])("of %j is %j", (text, normal) => {
    expect(normaliseText(text, OPTIONS)).toBe(normal)
  })

  it("of operands is all but the white space around them", () => {
    expect(normaliseText("  took 12ms  ", { operands: true })).toBe("took 12ms")
  })

  it("of 4000 characters is all of them", () => {
    const text = "word ".repeat(800).trimEnd().padEnd(4000, "x")
    expect(normaliseText(text, OPTIONS)).toBe(text)
  })

  it("of a diagnostic is each part it has", () => {
    const text = (d: Omit<Parameters<typeof normaliseDiagnostic>[0], "kind">) =>
      normaliseDiagnostic({ kind: "test", ...d }, OPTIONS).text
    expect(text({ message: "boom" })).toBe("boom")
    expect(text({ message: "boom", code: "X" })).toBe("X | boom")
    expect(text({ message: "", code: "X", location: { path: "a.ts" }, test_id: "t" })).toBe("t | X | a.ts")
  })
})

describe("normaliseDiagnostic", () => {
  const base = { kind: "test", message: "expected 3, got 4" } as const

  it("knows a failure by its test, whatever it says", () => {
    const left = normaliseDiagnostic({ ...base, test_id: "a > b" }, OPTIONS)
    const right = normaliseDiagnostic({ ...base, message: "boom", test_id: "a > b" }, OPTIONS)
    expect(left.strong).toBe(true)
    expect(left.identity).toBe(right.identity)
    expect(left.text).not.toBe(right.text)
  })

  it("knows a failure without a test by code and path, not by line", () => {
    const at = (path: string, line: number) =>
      normaliseDiagnostic({ ...base, code: "TS2322", location: { path, line } }, OPTIONS)
    expect(at("src/a.ts", 3)).toEqual(at("/home/dev/shop/src/a.ts", 99))
    expect(at("src/a.ts", 3).strong).toBe(true)
    expect(at("src/a.ts", 3).identity).not.toBe(at("src/b.ts", 3).identity)
  })

  it("calls a failure with neither weak, and knows it by its text", () => {
    const left = normaliseDiagnostic({ ...base, message: "expected 3, got 4 (0.1s)" }, OPTIONS)
    const right = normaliseDiagnostic({ ...base, message: "expected 3, got 4 (0.9s)" }, OPTIONS)
    expect(left).toEqual(right)
    expect(left.strong).toBe(false)
    expect(normaliseDiagnostic({ ...base, code: "X" }, OPTIONS).strong).toBe(false)
    expect(normaliseDiagnostic({ ...base, location: { path: "a" } }, OPTIONS).strong).toBe(false)
  })

  it("keeps durations in the name of a test", () => {
    const named = (test_id: string) => normaliseDiagnostic({ ...base, test_id }, OPTIONS)
    expect(named("waits 5ms").text).not.toBe(named("waits 6ms").text)
    expect(named("waits 5ms").identity).not.toBe(named("waits 6ms").identity)
  })
})

it("tells a comparison of Python's assert alike in every style of traceback", () => {
  const told = (message: string, code?: string, path?: string) =>
    readDiagnostic(
      {
        kind: "test",
        message,
        test_id: "a.py::one",
        code,
        ...(path === undefined ? {} : { location: { path } }),
      },
      {},
    ).text
  const plain = told("assert 4 == 3")
  expect(told("AssertionError: assert 4 == 3\n +  where 4 = total([1])", "AssertionError")).toBe(plain)
  expect(told("assert 4 == 3\n +  where 4 = total([1])", "AssertionError", "a.py")).toBe(plain)
  expect(told("assert 5 == 3")).not.toBe(plain)
  expect(told("assert False\n +  where False = f(1)")).not.toBe(told("assert False\n +  where False = f(2)"))
})
