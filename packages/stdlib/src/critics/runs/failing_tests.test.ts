import { parseOutput } from "@proofloop/runtime/internal/detector"
import { describe, expect, it } from "vitest"
import { fileOfTest, isUnnamed, readFailingTests } from "./failing_tests.ts"

function read(output: string, command: string, root = "/work"): ReadonlySet<string> {
  return readFailingTests(parseOutput(output, command), output, root)
}

describe("names", () => {
  it("are the runner's own", () => {
    const output =
      "FAILED tests/test_a.py::test_b - assert 1 == 2\nERROR tests/test_c.py::test_d\n1 failed, 1 error in 0.1s\n"
    expect([...read(output, "pytest -q")]).toEqual(["tests/test_a.py::test_b", "tests/test_c.py::test_d"])
  })

  it("are paths relative to the root for files that could not be loaded", () => {
    const output =
      "ERROR collecting /work/tests/test_bad.py\nE   ModuleNotFoundError: No module named 'x'\nERROR /work/tests/test_bad.py\n1 error in 0.1s\n"
    expect([...read(output, "pytest -q")]).toEqual(["tests/test_bad.py"])
  })

  it("of node:test begin with the file, so that two tests of one name differ", () => {
    const output = ["a", "b"]
      .map((file) =>
        [
          "not ok 1 - same",
          "  ---",
          "  duration_ms: 1.2",
          `  location: '/work/test/${file}.test.mjs:3:1'`,
          "  failureType: 'testCodeFailure'",
          "  error: 'broken'",
          "  ...",
        ].join("\n"),
      )
      .join("\n")
    const names = [...read(`TAP version 13\n${output}\n1..2\n# tests 2\n# pass 0\n# fail 2\n`, "node --test")]
    expect(names).toEqual(["test/a.test.mjs > same", "test/b.test.mjs > same"])
  })

  it("are counted where a runner gives several tests one name", () => {
    const failed = (line: number) => `--- FAIL: TestA (0.0${line}s)\n    x_test.go:${line}: no\n`
    const output = `${failed(3)}FAIL\nFAIL\tshop\t0.1s\n${failed(4)}FAIL\nFAIL\tshop\t0.1s\nFAIL\n`
    expect([...read(output, "go test ./...")]).toEqual(["shop.TestA", "shop.TestA (2)"])
  })
})

describe("what no parser can name", () => {
  it("has one name for one failure, whatever its time", () => {
    const first = read("weird runner: broke after 0.12 s\n", "npm test")
    const second = read("weird runner: broke after 3.40 s\n", "npm test")
    expect([...first]).toEqual([...second])
    expect(isUnnamed(first)).toBe(true)
  })

  it("has another for another failure, and at most 120 characters of it", () => {
    const first = [...read("the left side broke\n", "npm test")]
    expect(first).toEqual(["<unparsed-failure>: the left side broke"])
    expect([...read("the right side broke\n", "npm test")]).not.toEqual(first)
    expect([...read("x y ".repeat(5000), "npm test")][0]?.length).toBeLessThanOrEqual(20 + 120)
  })

  it("is no set of names, and neither is none", () => {
    expect(isUnnamed(new Set())).toBe(false)
    expect(isUnnamed(new Set(["a"]))).toBe(false)
  })
})

it.each([
  ["tests/test_a.py::test_b", "tests/test_a.py"],
  ["src/a.test.ts > suite > name", "src/a.test.ts"],
  ["tests/test_a.py", null],
  ["tests::it_works", null],
  ["shop.TestA", null],
])("the file of %j is %j", (name, file) => {
  expect(fileOfTest(name)).toBe(file)
})
