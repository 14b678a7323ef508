import { readdirSync, readFileSync } from "node:fs"
import type { CommandOutcome } from "@proofloop/foundation/process"
import { describe, expect, it } from "vitest"
import { type Classified, classifyTest, judgeSides } from "./classify_test.ts"

const ROOT = "/tmp/tree"
/** What the manifests name in the runs of `environment.txt`. */
const DECLARED = ["vitest", "tsx", "jest", "mocha", "jsdom", "lodash-nowhere", "lib", "nowhere-lib"]

const runs = new URL("fixtures/runs/", import.meta.url)
const SECTION = /^=== (\S+) \| (\S+) \| exit (\d+) \| (\S+)\n\$ (.+)\n/gm

/** The runs that a file of fixtures holds, as its README tells. */
function runsOf(file: string) {
  const text = readFileSync(new URL(file, runs), "utf8")
  const heads = [...text.matchAll(SECTION)]
  return heads.map((head, at) => {
    const [all, name = "", expected = "", code, path = "", command = ""] = head
    const output = text.slice(head.index + all.length, heads[at + 1]?.index)
    return { name, expected, path, command, ran: outcome(Number(code), output) }
  })
}

function outcome(
  exit_code: number | null,
  output: string,
  rest: Partial<CommandOutcome> = {},
): CommandOutcome {
  const others = { signal: null, timed_out: false, aborted: false, spawn_error: null, truncated_bytes: 0 }
  return { output, exit_code, ...others, duration_ms: 1, ...rest }
}

function classify(path: string, command: string, ran: CommandOutcome, declared: readonly string[] = []) {
  return classifyTest(ran, { root: ROOT, test: { path, command }, timeout_ms: 1500, declared })
}

const told = ({ outcome, blame }: Classified) => (blame === null ? outcome : `${outcome}/${blame}`)

// @requirement self-correction.differential
describe.each(readdirSync(runs).filter((name) => name.endsWith(".txt")))("the runs in %s", (file) => {
  const declared = file === "environment.txt" ? DECLARED : []

  it.each(runsOf(file))("$name is $expected", ({ path, command, ran, expected }) => {
    expect(told(classify(path, command, ran, declared))).toBe(expected)
  })
})

const LACKING = `==== ERRORS ====
____ ERROR collecting tests/test_a.py ____
ImportError while importing test module 'tests/test_a.py'.
Traceback:
tests/test_a.py:1: in <module>
    import shop
src/shop/__init__.py:1: in <module>
    from shop._version import version
E   ModuleNotFoundError: No module named 'shop._version'
==== short test summary info ====
ERROR tests/test_a.py
!!!! Interrupted: 1 error during collection !!!!
==== 1 error in 0.05s ====
`

// @requirement self-correction.differential
it.each([
  [undefined, "error/test"],
  ["import shop\n", "error/environment"],
  ["import shop._version\n", "error/test"],
])(
  "a module that is missing after a failed set-up, in a test of %j, is %s",
  (text_without_setup, expected) => {
    const test = { path: "tests/test_a.py", command: "python3 -m pytest -q tests/test_a.py" }
    const place = { root: ROOT, test, timeout_ms: 1500, text_without_setup }
    expect(told(classifyTest(outcome(2, LACKING), place))).toBe(expected)
  },
)

describe("what a run says of itself", () => {
  const reasonOf = (file: string, name: string, declared: readonly string[] = []) => {
    const run = runsOf(file).find((each) => each.name === name)
    return run === undefined ? "" : classify(run.path, run.command, run.ran, declared).reason
  }

  it("names the assertion that does not hold", () => {
    expect(reasonOf("tape.txt", "fail")).toBe(
      "an assertion fails: adds: sum is right expected: |- 3 actual: |- -1",
    )
    expect(reasonOf("pytest.txt", "plain")).toContain("tests/test_add.py::test_adds: assert -1 == 3")
  })

  it.each([
    ["jest.txt", "thrown", "an exception is not an assertion; when it is the bug, catch it and assert"],
    ["ava.txt", "thrown", "Error thrown in test"],
    [
      "maven.txt",
      "thrown",
      "not by an assertion of its own: calc.AddTest.adds: java.lang.NullPointerException",
    ],
    ["vitest.txt", "missing", "no test ran: Error: Cannot find module"],
    ["pytest.txt", "none", "no test ran: exit code 5"],
    ["node.txt", "none", "no test ran"],
  ])("says why it judges nothing: %s %s", (file, name, reason) => {
    expect(reasonOf(file, name)).toContain(reason)
  })

  it("judges no build that is green by its exit code and speaks of a failure", () => {
    const command = "gradle --offline test --tests shop.FineTest"
    const green = (output: string) =>
      told(classify("src/test/java/shop/FineTest.java", command, outcome(0, output)))
    const built = "> Task :test\n\nBUILD SUCCESSFUL in 2s\n"
    expect(green(built)).toBe("pass")
    expect(green(`Some tests failed.\n${built}`)).toBe("error/test")
  })

  it("names the command that cannot run, and the options that mend it", () => {
    expect(reasonOf("environment.txt", "npx-missing", DECLARED)).toBe(
      'npx --no-install vitest run a.test.mjs cannot run here: npm error npx canceled due to missing packages and no YES option: ["vitest@4.1.12"]; --setup names the command that installs what a tree needs, --test-command another way to run one test file',
    )
    expect(reasonOf("environment.txt", "not-found")).toContain(
      "it is not installed: sh: 1: vitest: not found",
    )
    expect(reasonOf("environment.txt", "permission")).toContain("it may not be executed")
  })
})

it.each(["dep-of-source", "pytest-dep"])(
  "a package of %s that no manifest declares is the test's affair",
  (name) => {
    const [run] = runsOf("environment.txt").filter((each) => each.name === name)
    expect(run).toBeDefined()
    const judged = run === undefined ? null : classify(run.path, run.command, run.ran)
    expect(judged).toMatchObject({ outcome: "error", blame: "test" })
  },
)

it("a runner that breaks by what it reads in the tree is none that breaks by itself", () => {
  const stack = "    at failureErrorWithLog (/home/dev/node_modules/esbuild/lib/main.js:1752:15)\n"
  const judge = (line: string) =>
    classify(
      "test/a.test.ts",
      "npx --no-install tape a",
      outcome(1, `Error: Transform failed\n${line}\n${stack}`),
    )
  expect(judge("src/calc.ts:3:10: ERROR: Expected ;").blame).toBe("test")
  expect(judge("/home/dev/node_modules/lib/calc.ts:3:10: ERROR: Expected ;").blame).toBe("environment")
})

it.each(["Error: getaddrinfo ENOTFOUND db.example.com", "TypeError: Invalid option: colour"])(
  "what the code itself throws while it is loaded is no fault of the environment: %s",
  (message) => {
    const output = `TAP version 13\n${message}\n    at connect (src/db.js:3:7)\n    at node:internal/main:1:1\n`
    expect(classify("test/a.test.js", "npx --no-install tape a", outcome(1, output)).blame).toBe("test")
  },
)

describe("a run that never ends", () => {
  it("is an error of the environment, with the time it had", () => {
    const ran = outcome(null, "", { timed_out: true, signal: "SIGTERM" })
    expect(classify("a.test.mjs", "node --test a.test.mjs", ran)).toMatchObject({
      outcome: "error",
      blame: "environment",
      reason:
        "node --test a.test.mjs did not end within 2 s; --test-timeout gives it longer, --test-command names a faster way to run one test file",
    })
  })

  it("is one of the test when something ends it", () => {
    const judged = classify("a.test.mjs", "x", outcome(null, "", { signal: "SIGKILL" }))
    expect(judged).toMatchObject({ outcome: "error", blame: "test", reason: "x was ended by SIGKILL" })
  })
})

describe("an exit code 0", () => {
  const pytest = (output: string) => classify("tests/test_a.py", "python3 -m pytest -q", outcome(0, output))

  it("is a pass with a test that ran, and only then", () => {
    expect(pytest("1 passed in 0.01s").outcome).toBe("pass")
    expect(pytest("1 skipped in 0.01s")).toMatchObject({ outcome: "error", reason: "no test ran" })
    // It failed, as it said.
    expect(pytest("1 xfailed in 0.01s")).toMatchObject({ outcome: "error", reason: "no test ran" })
    expect(pytest("3 passed, 1 xfailed in 0.01s")).toMatchObject({ outcome: "pass", tests_run: 3 })
    expect(pytest("all is well").reason).toContain("printed no report of its tests")
  })

  it("is no pass with a failed test", () => {
    const [plain] = runsOf("node.txt").filter(({ name }) => name === "plain")
    const judged = classify("a.mjs", "node --test a.mjs", outcome(0, plain?.ran.output ?? ""))
    expect(judged.reason).toContain("the exit code is 0 although a test failed")
  })

  it("of a report that nobody knows is not the test's fault; of a bare program it is", () => {
    expect(classify("a.test.js", "npm test -- a.test.js", outcome(0, "fine\n"))).toMatchObject({
      blame: "environment",
      reason:
        "what npm test -- a.test.js prints does not tell that a test ran; --test-command names a command whose report is known, such as that of vitest or pytest",
    })
    expect(classify("a.test.js", "cd a && node a.test.js", outcome(0, "fine\n")).blame).toBe("test")
  })
})

describe("a failure elsewhere", () => {
  const pytest = (message: string, place: string, test = "tests/test_a.py::test_a") =>
    classify(
      "tests/test_a.py",
      "python3 -m pytest -q tests/test_a.py",
      outcome(
        1,
        [
          "F                                                          [100%]",
          "=================================== FAILURES ===================================",
          "____________________________________ test_a ____________________________________",
          `E       ${message}`,
          "",
          place,
          "=========================== short test summary info ============================",
          `FAILED ${test} - ${message}`,
          "1 failed in 0.02s",
        ].join("\n"),
      ),
    )

  it.each([
    [
      "ImportError: cannot import name 'x'",
      "tests/test_a.py:2: ImportError",
      "an exception is not an assertion",
    ],
    ["Failed: Timeout >1.0s", "tests/test_a.py:2: Failed", "an exception is not an assertion"],
    ["AssertionError: invariant", "calc.py:4: AssertionError", "the assertion is one in calc.py"],
  ])("is an error: %s in %s", (message, place, reason) => {
    const judged = pytest(message, place)
    expect(judged).toMatchObject({ outcome: "error", blame: "test" })
    expect(judged.reason).toContain(reason)
    expect(judged.reason).toContain(message)
  })

  it("is one of another test file", () => {
    const judged = pytest("assert 0", "tests/test_b.py:3: AssertionError", "tests/test_b.py::test_a")
    expect(judged.reason).toContain("what fails is not a test of tests/test_a.py")
  })
})

describe("two runs of a test", () => {
  const OUTCOMES = ["pass", "fail", "error"] as const
  const ran = (side: Classified["outcome"], rest: Partial<Classified> = {}): Classified => ({
    outcome: side,
    reason: `${side} because`,
    blame: side === "error" ? "test" : null,
    tests_run: 1,
    ...rest,
  })

  it("show a fix in one of the nine cases, and else whose fault it is", () => {
    const said = OUTCOMES.flatMap((base) =>
      OUTCOMES.map((fix) => {
        const shown = judgeSides(ran(base), ran(fix))
        return [base, fix, shown?.blame ?? null, shown?.reason ?? null]
      }),
    )
    const broken = "the test could not be judged"
    expect(said).toEqual([
      ["pass", "pass", "test", "the test passes on the base as well, so it does not exercise the bug"],
      [
        "pass",
        "fail",
        "test",
        "the test passes on the base and fails with the fix; on the fix: fail because",
      ],
      ["pass", "error", "test", `${broken}; on the fix: error because`],
      ["fail", "pass", null, null],
      ["fail", "fail", "fix", "the test still fails with the fix; on the fix: fail because"],
      ["fail", "error", "fix", `${broken}; on the fix: error because`],
      ["error", "pass", "test", `${broken}; on the base: error because`],
      ["error", "fail", "test", `${broken}; on the base: error because`],
      ["error", "error", "test", `${broken}; on the base: error because; on the fix: error because`],
    ])
  })

  it("say nothing of test and fix where one could not be run", () => {
    const lacking = ran("error", { blame: "environment", reason: "x is not installed" })
    for (const other of OUTCOMES) {
      const shown = { blame: "environment", reason: "x is not installed" }
      expect(judgeSides(ran(other), lacking)).toEqual(shown)
      expect(judgeSides(lacking, ran(other))).toEqual(shown)
    }
  })

  it("ask that the test which fails on the base runs on the fix", () => {
    const on = (tests_run: number | null) =>
      judgeSides(ran("fail", { tests_run: 4 }), ran("pass", { tests_run }))
    expect([on(4), on(5), on(null)]).toEqual([null, null, null])
    expect(on(3)).toEqual({
      reason: "3 tests ran on the fix and 4 on the base; the test that fails has to run on both",
      blame: "fix",
    })
  })
})
