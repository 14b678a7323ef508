import type { CommandOutcome } from "@proofloop/foundation/process"
import { describe, expect, it } from "vitest"
import { classifyTest } from "./classify_test.ts"

const outcome = (
  exit_code: number | null,
  output: string,
  rest: Partial<CommandOutcome> = {},
): CommandOutcome => ({
  output,
  exit_code,
  signal: null,
  timed_out: false,
  aborted: false,
  spawn_error: null,
  truncated_bytes: 0,
  duration_ms: 1,
  ...rest,
})

const ROOT = "/tmp/tree"

function classify(path: string, command: string, ran: CommandOutcome) {
  return classifyTest(ran, { root: ROOT, test: { path, command }, timeout_ms: 1500 })
}

const pytest = (exit_code: number, output: string) =>
  classify("tests/test_a.py", "python3 -m pytest -q tests/test_a.py", outcome(exit_code, output))
const failed = (message: string, place = "tests/test_a.py:3: AssertionError") =>
  [
    "F                                                          [100%]",
    "=================================== FAILURES ===================================",
    "____________________________________ test_a ____________________________________",
    "    def test_a():",
    ">       x",
    `E       ${message}`,
    "",
    place,
    "=========================== short test summary info ============================",
    `FAILED tests/test_a.py::test_a - ${message}`,
    "1 failed in 0.02s",
  ].join("\n")

describe("a run of pytest", () => {
  it("passes with a test that ran, and only then", () => {
    expect(pytest(0, "1 passed in 0.01s").outcome).toBe("pass")
    expect(pytest(0, "1 skipped in 0.01s")).toMatchObject({ outcome: "error", reason: "no test ran" })
    // It failed, as it said.
    expect(pytest(0, "1 xfailed in 0.01s")).toMatchObject({ outcome: "error", reason: "no test ran" })
    expect(pytest(0, "3 passed, 1 xfailed in 0.01s")).toMatchObject({ outcome: "pass", tests_run: 3 })
    expect(pytest(5, "no tests ran in 0.00s").outcome).toBe("error")
    expect(pytest(0, "all is well").reason).toContain("does not tell that a test ran")
  })

  it("fails by an assertion of the test", () => {
    expect(pytest(1, failed("assert -1 == 3"))).toMatchObject({
      outcome: "fail",
      reason: "an assertion fails: tests/test_a.py::test_a: assert -1 == 3",
    })
    const raises = "Failed: DID NOT RAISE <class 'ValueError'>"
    expect(pytest(1, failed(raises, "tests/test_a.py:3: Failed")).outcome).toBe("fail")
  })

  it.each([
    ["TypeError: no", "calc.py:4: TypeError", "an exception is no assertion"],
    ["ImportError: cannot import name 'x'", "tests/test_a.py:2: ImportError", "an exception is no assertion"],
    ["Failed: Timeout >1.0s", "tests/test_a.py:2: Failed", "an exception is no assertion"],
    ["AssertionError: invariant", "calc.py:4: AssertionError", "the assertion is one in calc.py"],
  ])("is an error when %s is raised", (message, place, reason) => {
    const read = pytest(1, failed(message, place))
    expect(read.outcome).toBe("error")
    expect(read.reason).toContain(reason)
    expect(read.reason).toContain(message)
  })

  it("is an error when the file does not load", () => {
    const output = [
      "==================================== ERRORS ====================================",
      "_______________________ ERROR collecting tests/test_a.py _______________________",
      "tests/test_a.py:1: in <module>",
      "E   ImportError: cannot import name 'x' from 'calc'",
      "=========================== short test summary info ============================",
      "ERROR tests/test_a.py",
      "1 error in 0.05s",
    ].join("\n")
    const read = pytest(2, output)
    expect(read.outcome).toBe("error")
    expect(read.reason).toContain("no test ran: ImportError: cannot import name 'x'")
  })

  it("is an error when another file's test fails", () => {
    const read = pytest(1, failed("assert 0").replaceAll("tests/test_a.py", "tests/test_b.py"))
    expect(read.reason).toContain("what fails is no test of tests/test_a.py")
  })

  it("throws when there is no pytest: nobody who writes a test can help that", () => {
    expect(() => pytest(1, "/usr/bin/python3: No module named pytest")).toThrow("No module named pytest")
    expect(() => pytest(127, "sh: 1: python3: not found")).toThrow("not installed")
  })
})

describe("a run of node", () => {
  const node = (exit_code: number, ...lines: readonly string[]) =>
    classify(
      "a.test.mjs",
      "node --test a.test.mjs",
      outcome(exit_code, ["TAP version 13", ...lines].join("\n")),
    )
  const point = (...lines: readonly string[]) => [
    "# Subtest: a",
    "not ok 1 - a",
    "  ---",
    "  location: '/tmp/tree/a.test.mjs:1:1'",
    ...lines,
    "  ...",
    "1..1",
    "# tests 1",
    "# pass 0",
    "# fail 1",
  ]
  const assertion = [
    "  failureType: 'testCodeFailure'",
    "  error: '1 == 2'",
    "  code: 'ERR_ASSERTION'",
    "  name: 'AssertionError'",
  ]

  it("fails by an assertion, and not by another exception", () => {
    expect(node(1, ...point(...assertion)).outcome).toBe("fail")
    const thrown = ["  failureType: 'testCodeFailure'", "  error: 'broken'", "  code: 'ERR_TEST_FAILURE'"]
    expect(node(1, ...point(...thrown)).reason).toContain("not by an assertion of its own")
  })

  it("does not pass with a failed test, whatever the exit code", () => {
    expect(node(0, ...point(...assertion)).reason).toContain("the exit code is 0 although a test failed")
  })
})

it("a run that does not end, and one that is killed, are errors", () => {
  const timed_out = outcome(null, "", { timed_out: true, signal: "SIGTERM" })
  expect(classify("a.test.mjs", "node --test a.test.mjs", timed_out)).toMatchObject({
    outcome: "error",
    reason: "the test did not end within 2 s",
  })
  expect(classify("a.test.mjs", "x", outcome(null, "", { signal: "SIGKILL" })).reason).toContain("SIGKILL")
})

describe("runs of Go and Rust", () => {
  const go = (output: string) => classify("calc/a_test.go", "go test -v ./calc", outcome(1, output))
  const cargo = (message: string, place: string) =>
    classify(
      "tests/a.rs",
      "cargo test --test a",
      outcome(
        101,
        [
          "running 1 test",
          "test a ... FAILED",
          "",
          "failures:",
          "",
          "---- a stdout ----",
          `thread 'a' (7) panicked at ${place}:`,
          message,
          "",
          "failures:",
          "    a",
          "",
          "test result: FAILED. 0 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.00s",
        ].join("\n"),
      ),
    )

  it("tell an assertion from a panic of the code", () => {
    const fail = [
      "=== RUN   TestA",
      "    a_test.go:3: got -1",
      "--- FAIL: TestA (0.00s)",
      "FAIL",
      "FAIL\texample.com/m/calc\t0.002s",
      "FAIL",
      "",
    ]
    expect(go(fail.join("\n")).outcome).toBe("fail")
    expect(
      go(
        "# example.com/m/calc\n./a_test.go:3:28: undefined: Nope\nFAIL\texample.com/m/calc [build failed]\nFAIL\n",
      ).reason,
    ).toContain("no test ran: undefined: Nope")
    expect(cargo("assertion `left == right` failed\n  left: -1\n right: 3", "tests/a.rs:2:9").outcome).toBe(
      "fail",
    )
    expect(cargo("wrong sum", "tests/a.rs:2:9").outcome).toBe("fail")
    expect(cargo("called `Option::unwrap()` on a `None` value", "tests/a.rs:2:9").outcome).toBe("error")
    expect(cargo("index out of bounds", "src/lib.rs:2:9").outcome).toBe("error")
  })
})
