import { describe, expect, it } from "vitest"
import { readBlocks, readMessage } from "./blocks.ts"
import { readOutcomes } from "./outcomes.ts"

function read(...lines: readonly string[]) {
  return readOutcomes(lines).map(({ test_id, outcome, message }) => [test_id, outcome, message])
}

describe("readOutcomes", () => {
  it.each<readonly [string, readonly [string, string, string]]>([
    ["FAILED a.py::test_b - boom", ["a.py::test_b", "FAILED", "boom"]],
    ["FAILED a.py::test_b", ["a.py::test_b", "FAILED", ""]],
    ["PASSED a.py::test_b", ["a.py::test_b", "PASSED", ""]],
    ["XFAIL a.py::test_b - reason", ["a.py::test_b", "XFAIL", "reason"]],
    ["ERROR a.py - ImportError: no", ["a.py", "ERROR", "ImportError: no"]],
    ["ERROR a.py", ["a.py", "ERROR", ""]],
    ["FAILED a.py::test_b[x - y] - boom", ["a.py::test_b[x - y]", "FAILED", "boom"]],
    ["FAILED a.py::test_b[x - y]", ["a.py::test_b[x - y]", "FAILED", ""]],
    ["FAILED a.py::test_b[x - y", ["a.py::test_b[x", "FAILED", "y"]],
    ["FAILED a.py::test_b[x] - [1] - [2]", ["a.py::test_b[x]", "FAILED", "[1] - [2]"]],
    ["FAILED a.py::test_b - assert [1] == [2]", ["a.py::test_b", "FAILED", "assert [1] == [2]"]],
    ["FAILED a.py::test_b[x] - assert [1]", ["a.py::test_b[x]", "FAILED", "assert [1]"]],
    ["a.py::test_b PASSED [ 9%]", ["a.py::test_b", "PASSED", ""]],
    ["a.py::test_b FAILED", ["a.py::test_b", "FAILED", ""]],
    ["a.py::test_b[x y] SKIPPED (no time) [100%]", ["a.py::test_b[x y]", "SKIPPED", ""]],
    ["[gw1] [ 50%] PASSED a.py::test_b", ["a.py::test_b", "PASSED", ""]],
    ["[gw1] [ 50%] FAILED a.py::test_b[x PASSED]", ["a.py::test_b[x PASSED]", "FAILED", ""]],
  ])("%s", (line, outcome) => {
    expect(read(line)).toEqual([outcome])
  })

  it.each([
    "FAILED to do it",
    "ERROR: usage: pytest",
    "the test PASSED",
    "",
    "a.py::test_b",
    "[gw1] [ 50%] PASSED all",
  ])("finds none in %j", (line) => {
    expect(read(line)).toEqual([])
  })

  it("knows a test once, by the line that says most", () => {
    const progress = "a.py::test_b FAILED [ 9%]"
    const summary = "FAILED a.py::test_b - boom"
    expect(read(progress, summary)).toEqual([["a.py::test_b", "FAILED", "boom"]])
    expect(read(summary, progress)).toEqual([["a.py::test_b", "FAILED", "boom"]])
    expect(read("a.py::test_b PASSED", progress, "a.py::test_b PASSED")).toEqual([
      ["a.py::test_b", "FAILED", ""],
    ])
    expect(read("XFAIL a.py::test_b - reason", "a.py::test_b XFAIL", "a.py::test_b FAILED")).toEqual([
      ["a.py::test_b", "FAILED", ""],
    ])
    expect(read(summary, "FAILED a.py::test_b - again")).toEqual([["a.py::test_b", "FAILED", "again"]])
    expect(read("XFAIL a.py::test_b - reason", "PASSED a.py::test_b")).toEqual([
      ["a.py::test_b", "XFAIL", "reason"],
    ])
  })

  it("keeps an error in its teardown beside what became of a test", () => {
    expect(read("a.py::test_b PASSED", "ERROR a.py::test_b - no", "a.py::test_b PASSED")).toEqual([
      ["a.py::test_b", "PASSED", ""],
      ["a.py::test_b", "ERROR", "no"],
    ])
    expect(read("ERROR a.py::test_b - no", "a.py::test_b ERROR")).toEqual([["a.py::test_b", "ERROR", "no"]])
  })
})

describe("readBlocks", () => {
  const header = (name: string) => `${"_".repeat(20)} ${name} ${"_".repeat(20)}`
  const section = (name: string) => `${"=".repeat(20)} ${name} ${"=".repeat(20)}`

  it("reads each traceback up to the next, or the next section", () => {
    const blocks = readBlocks([
      "E   not in a block",
      section("FAILURES"),
      header("TestC.test_d[x]"),
      "a/test_b.py:7: in test_d",
      "    check()",
      "a/check.py:12: AssertionError",
      "E   assert 1 == 2",
      "E    +  where 1 = f()",
      header("test_e"),
      "E   boom",
      section("short test summary info"),
      "E   not of it",
    ])
    expect(blocks).toEqual([
      {
        name: "TestC.test_d[x]",
        is_of_fixture: false,
        test_id: "a/test_b.py::TestC::test_d[x]",
        message: "assert 1 == 2\n +  where 1 = f()",
        code: "AssertionError",
        location: { path: "a/check.py", line: 12 },
      },
      {
        name: "test_e",
        is_of_fixture: false,
        test_id: "test_e",
        message: "boom",
        code: undefined,
        location: undefined,
      },
    ])
  })

  it.each([
    ["ERROR collecting a/test_b.py", "a/test_b.py", "a/test_b.py"],
    ["ERROR at setup of test_c", "test_c", "a/test_b.py::test_c"],
    ["ERROR at teardown of TestC.test_d", "TestC.test_d", "a/test_b.py::TestC::test_d"],
  ])("knows what %s is about", (title, name, test_id) => {
    expect(readBlocks([header(title), "a/test_b.py:7: in x"])).toMatchObject([{ name, test_id }])
  })
})

describe("readMessage", () => {
  it("is the lines marked with E", () => {
    expect(readMessage(["E   one", "E", "E two", "   E three", "Error"])).toBe("one\n\ntwo")
  })
})
