import { describe, expect, it } from "vitest"
import { diagnose } from "../diagnose.ts"
import { signatureOf } from "../signature.ts"
import { diagnoseFixture, fixture, readFixture } from "./fixture.fixture.ts"
import { pytestParser } from "./pytest.ts"

const REPORTS = ["default", "quiet", "verbose", "short", "line", "summary", "qq", "no-summary"].map(
  (name) => `pytest.${name}`,
)
const FAILED = [
  "tests/test_sum.py::TestThing::test_dict",
  "tests/test_sum.py::TestThing::test_param[2-c - d]",
  "tests/test_sum.py::TestThing::test_raises",
  "tests/test_sum.py::test_add",
  "tests/test_sum.py::test_fix",
  "tests/test_sum.py::test_long",
  "tests/test_sum.py::test_obj",
]

function messages(name: string): ReadonlyMap<string | undefined, string> {
  return new Map(readFixture(name).parsed.diagnostics.map(({ test_id, message }) => [test_id, message]))
}

describe("pytestParser", () => {
  it.each(REPORTS)("reads every failure of %s, by its node id", (name) => {
    const { parsed, parser } = readFixture(name)
    expect(parser).toBe("pytest")
    expect(parsed.diagnostics.map(({ test_id }) => test_id ?? "").toSorted()).toEqual(FAILED)
    expect(new Set(parsed.diagnostics.map(({ kind }) => kind))).toEqual(new Set(["test"]))
  })

  it("counts the tests that passed or failed", () => {
    const counts = REPORTS.map((name) => [name, readFixture(name).parsed.tests_run])
    expect(counts).toEqual(REPORTS.map((name) => [name, name === "pytest.qq" ? null : 8]))
    expect(readFixture("pytest.ok").parsed).toEqual({ diagnostics: [], tests_run: 1, ran_test_ids: null })
    expect(readFixture("pytest.first").parsed.tests_run).toBe(1)
  })

  it.each(["pytest.verbose", "pytest.summary"])("lists the tests that ran in %s", (name) => {
    const passed = ["TestThing::test_param[1-a b]", "test_ok"].map((test) => `tests/test_sum.py::${test}`)
    const ran = readFixture(name).parsed.ran_test_ids ?? []
    expect(ran.toSorted()).toEqual([...FAILED, ...passed].toSorted())
  })

  it("lists the tests that ran only when the output does", () => {
    expect(readFixture("pytest.ok-verbose").parsed.ran_test_ids).toEqual(["tests/test_sum.py::test_ok"])
    expect(readFixture("pytest.default").parsed.ran_test_ids).toBeNull()
  })

  it.each([
    "pytest.default",
    "pytest.quiet",
    "pytest.verbose",
    "pytest.short",
    "pytest.qq",
    "pytest.no-summary",
  ])("takes the message of %s from the traceback, not from the cut summary", (name) => {
    const found = messages(name)
    expect(found.get("tests/test_sum.py::test_add")).toMatch(
      /^assert -1 == 3\n\s+\+ {2}where -1 = add\(1, 2\)$/,
    )
    expect(found.get("tests/test_sum.py::test_long")).toContain("tail one that is rather long")
    expect(found.get("tests/test_sum.py::TestThing::test_param[2-c - d]")).toMatch(
      /^AssertionError: bad c - d\n\s*second line\n\s*assert 2 == 1$/,
    )
    expect(found.get("tests/test_sum.py::test_fix")).toBe("in a fixture: RuntimeError: fixture bad")
  })

  it("takes the message from the summary when there is no traceback", () => {
    const found = messages("pytest.summary")
    expect(found.get("tests/test_sum.py::test_add")).toBe("assert -1 == 3")
    expect(found.get("tests/test_sum.py::TestThing::test_param[2-c - d]")).toBe("AssertionError: ba...")
  })

  it("names code and place", () => {
    const { diagnostics } = readFixture("pytest.default").parsed
    expect(diagnostics.find(({ test_id }) => test_id?.endsWith("test_raises"))).toMatchObject({
      code: "AttributeError",
      location: { path: "tests/test_sum.py", line: 10 },
    })
  })

  it("reads errors of collection", () => {
    const { parsed } = readFixture("pytest.collection")
    expect(parsed.tests_run).toBe(0)
    expect(parsed.diagnostics).toMatchObject([
      {
        kind: "build",
        code: "ModuleNotFoundError",
        message: "ModuleNotFoundError: No module named 'shop'",
      },
      {
        kind: "build",
        code: "SyntaxError",
        location: { path: "broken/test_syntax.py" },
      },
    ])
  })

  it("reads a conftest that cannot be loaded", () => {
    const text =
      "ImportError while loading conftest '/home/dev/shop/conftest.py'.\nconftest.py:1: in <module>\n    import nope\nE   ModuleNotFoundError: No module named 'nope'\n"
    expect(pytestParser.recognises(text, undefined)).toBe(true)
    expect(pytestParser.parse(text)?.diagnostics).toMatchObject([
      { kind: "build", code: "ModuleNotFoundError", message: "ModuleNotFoundError: No module named 'nope'" },
    ])
  })

  it("reads the closing line of old versions", () => {
    const parsed = pytestParser.parse(
      "FAILED a.py::b\n=== 1 failed, 2 passed, 3 warnings in 3.45 seconds ===\n",
    )
    expect(parsed?.tests_run).toBe(3)
    expect(pytestParser.recognises("===== 2 passed in 0.12 seconds =====", undefined)).toBe(true)
    expect(pytestParser.recognises("== tests finished: 2 passed, in 0.12 seconds ==", undefined)).toBe(false)
  })

  it("takes no other line for a summary line", () => {
    const lines = [
      "ERROR conda.run:execute(12): `conda run pytest a.py::b` failed",
      "ERROR a.py - x",
      "FAILED a.py::b - y",
    ]
    const parsed = pytestParser.parse([...lines, "=== 1 failed, 1 error in 0.10s ==="].join("\n"))
    expect(parsed?.diagnostics.map(({ message }) => message)).toEqual(["x", "y"])
  })

  it("reads an error in teardown beside the outcome of its test", () => {
    const lines = [
      "a.py::b PASSED [ 50%]",
      "a.py::b ERROR [ 50%]",
      "a.py::c FAILED [100%]",
      "a.py::c ERROR [100%]",
    ]
    const parsed = pytestParser.parse([...lines, "=== 1 failed, 1 passed, 2 errors in 0.10s ==="].join("\n"))
    expect(parsed?.ran_test_ids).toEqual(["a.py::b", "a.py::c"])
    expect(parsed?.diagnostics.map(({ test_id }) => test_id)).toEqual(["a.py::b", "a.py::c", "a.py::c"])
  })

  it("reads tracebacks alone when the command is known", () => {
    const text =
      "____ test_a ____\n\n    def test_a():\n>       assert 1 == 2\nE       assert 1 == 2\n\na.py:2: AssertionError"
    expect(pytestParser.recognises(text, "python -m pytest a.py")).toBe(true)
    expect(pytestParser.recognises(text, "python a.py")).toBe(false)
    expect(pytestParser.parse(text)?.diagnostics).toMatchObject([
      { test_id: "a.py::test_a", message: "assert 1 == 2" },
    ])
    expect(pytestParser.parse("nothing of the kind")).toBeNull()
  })

  it("takes the heading of a coverage report for no failure", () => {
    const report = "_______________ coverage: platform linux, python 3.12.3-final-0 _______________"
    const text = `=== test session starts ===\n\na.py ..  [100%]\n\n=== tests coverage ===\n${report}\n\nTOTAL 6 0 100%\n=== 2 passed in 0.45s ===`
    expect(pytestParser.parse(text)).toMatchObject({ diagnostics: [], tests_run: 2 })
  })

  it("knows that nothing ran", () => {
    expect(readFixture("pytest.empty").parsed).toEqual({ diagnostics: [], tests_run: 0, ran_test_ids: [] })
    expect(readFixture("pytest.deselected").parsed.tests_run).toBe(0)
    expect(readFixture("pytest.missing").parsed).toMatchObject({
      diagnostics: [{ kind: "runtime", message: "ERROR: file or directory not found: nowhere" }],
      tests_run: 0,
    })
  })

  it("does not call a list complete that leaves out the tests that passed", () => {
    const lines = ["FAILED a.py::b - x", "ERROR a.py::c - y", "ERROR a.py::d - y"]
    const parsed = pytestParser.parse(
      [...lines, "==== 1 failed, 2 passed, 2 errors in 0.10s ====", ""].join("\n"),
    )
    expect(parsed?.tests_run).toBe(3)
    expect(parsed?.ran_test_ids).toBeNull()
  })

  it("makes the same signature of two runs", () => {
    const text = fixture("pytest.default")
    const again = text.replaceAll(/0x7f[0-9a-f]+/g, "0x7f0123456789").replace(/in \d+\.\d+s/, "in 9.87s")
    expect(again).not.toBe(text)
    const run = signatureOf(diagnoseFixture("pytest.default"), {})
    expect(signatureOf(diagnose({ ok: false, output: again }, { check_id: "tests" }), {})).toEqual(run)
    expect(signatureOf(diagnoseFixture("pytest.quiet"), {})).toEqual(run)
    expect(run.strong_identities).toHaveLength(7)
  })

  const closing = "==== 1 failed in 0.10s ===="
  const block = (name: string, ...lines: readonly string[]) => [`____ ${name} ____`, ...lines]

  it("joins each summary line with its traceback", () => {
    const parsed = pytestParser.parse(
      [
        ...block("test_a", "E   in a", "a.py:2: AssertionError"),
        ...block("TestC.test_b[x.y]", "E   in b", "a.py:9: ValueError"),
        ...block("test_free", "E   free", "b.py:1: KeyError"),
        "FAILED a.py::test_a - short",
        "FAILED a.py::TestC::test_b[x.y]",
        "FAILED a.py::test_gone - only here",
        "FAILED a.py::test_mute",
        closing,
      ].join("\n"),
    )
    expect(parsed?.diagnostics).toStrictEqual([
      {
        kind: "test",
        message: "in a",
        test_id: "a.py::test_a",
        code: "AssertionError",
        location: { path: "a.py", line: 2 },
      },
      {
        kind: "test",
        message: "in b",
        test_id: "a.py::TestC::test_b[x.y]",
        code: "ValueError",
        location: { path: "a.py", line: 9 },
      },
      { kind: "test", message: "only here", test_id: "a.py::test_gone" },
      { kind: "test", message: "failed", test_id: "a.py::test_mute" },
      {
        kind: "test",
        message: "free",
        test_id: "b.py::test_free",
        code: "KeyError",
        location: { path: "b.py", line: 1 },
      },
    ])
  })

  it.each<readonly [string, string, string | undefined, string]>([
    ["an assertion", "assert 1 == 2", undefined, "test"],
    ["a time-out", "Failed: Timeout >1.0s", undefined, "timeout"],
    ["a time-out of another plugin", "Timeout (>1.0s) from pytest-timeout.", undefined, "timeout"],
    ["a word about time-outs", "assert 'Timeout >1' == ''", undefined, "test"],
    ["a word that begins like it", "Timeouts are wrong", undefined, "test"],
    ["a missing command", "FileNotFoundError: spawn git ENOENT", "FileNotFoundError", "environment"],
    ["a missing command far behind", `${"x".repeat(1000)} spawn git ENOENT`, undefined, "test"],
    ["an error behind words", "while at it\nValueError: no", "ValueError", "test"],
  ])("tells %s", (_what, message, code, kind) => {
    const [first = "", ...more] = message.split("\n")
    const lines = [
      ...block("test_a", `E   ${first}`, ...more.map((line) => `E   ${line}`)),
      "FAILED a.py::test_a",
      closing,
    ]
    const [found] = pytestParser.parse(lines.join("\n"))?.diagnostics ?? []
    expect([found?.code, found?.kind]).toEqual([code, kind])
  })

  it("names what keeps tests from being collected", () => {
    const parsed = pytestParser.parse(`ERROR a.py - boom\n${closing}`)
    expect(parsed?.diagnostics).toStrictEqual([
      { kind: "build", message: "boom", code: "collection", location: { path: "a.py" } },
    ])
    expect(
      pytestParser.parse("ImportError while loading conftest '/x/conftest.py'.")?.diagnostics,
    ).toStrictEqual([
      {
        kind: "build",
        code: "ImportError",
        message: "conftest could not be loaded",
        location: { path: "/x/conftest.py" },
      },
    ])
    expect(pytestParser.parse("ERROR: usage: pytest")?.diagnostics).toStrictEqual([
      { kind: "runtime", code: "usage", message: "ERROR: usage: pytest" },
    ])
  })

  it("counts all runs in the output, and tests in tens", () => {
    expect(
      pytestParser.parse("== 12 passed, 3 skipped in 0.1s ==\n== 1 failed, 10 xfailed, 2 xpassed in 0.1s ==")
        ?.tests_run,
    ).toBe(13)
    expect(pytestParser.parse("== 3 skipped in 0.1s ==")).toEqual({
      diagnostics: [],
      tests_run: 0,
      ran_test_ids: [],
    })
    expect(pytestParser.parse("FAILED a.py::test_a")?.ran_test_ids).toBeNull()
  })

  it.each([
    ["= test session starts =", true],
    ["== FAILURES ==", true],
    ["==== short test summary info ====", true],
    ["FAILED a.py::test_b", true],
    ["ERROR a.py - no", true],
    ["PASSED a.rb::test_b", false],
    ["=== other ===", false],
  ])("recognises %j: %s", (text, recognised) => {
    expect(pytestParser.recognises(`x\n${text}\ny`, undefined)).toBe(recognised)
  })

  it.each([
    ["E   boom", "pytest", true],
    ["E   boom", "py.test", true],
    ["E   boom", "npm test", false],
    ["E   boom", undefined, false],
    ["some E   boom", "pytest", false],
    ["E boom", "pytest", false],
  ])("recognises %j of %s by its lines: %s", (text, command, recognised) => {
    expect(pytestParser.recognises(text, command)).toBe(recognised)
  })

  it("leaves the output of other tools alone", () => {
    const others = ["node.20.spec", "node.20.tap", "vitest.plain", "vitest.verbose"]
    expect(others.filter((name) => pytestParser.recognises(fixture(name), undefined))).toEqual([])
  })

  it("tells a test from its fixtures, where both fail alike", () => {
    const report = (failed: string, error: string): string =>
      `${failed}\n${error}\n=== short test summary info ===\nFAILED a.py::test_b - boom\nERROR a.py::test_b - boom\n=== 1 failed, 1 error in 0.1s ===\n`
    const block = (title: string, message: string): string =>
      `____ ${title} ____\nE   ${message}\na.py:3: Error`
    const text = report(
      `=== ERRORS ===\n${block("ERROR at teardown of test_b", "of the fixture")}`,
      `=== FAILURES ===\n${block("test_b", "of the test")}`,
    )
    expect(pytestParser.parse(text)?.diagnostics.map(({ message }) => message)).toEqual([
      "of the test",
      "in a fixture: of the fixture",
    ])
  })
})
