import { readdirSync, readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { readCheck } from "./check_outcome.ts"
import { parseOutput } from "./parsers/registry.ts"

const folder = new URL("parsers/fixtures/", import.meta.url)
const NAMES = readdirSync(folder, { recursive: true })
  .map(String)
  .filter((name) => name.endsWith(".txt"))
const PASSES = /(?:^|[./-])(?:ok|all-ok|cached|fine)(?:[.-]|$)/
/** They only warn, or name no failure that counts. */
const MILD = /warnings|aborts/

const fixtures = NAMES.map((name) => {
  const text = readFileSync(new URL(name, folder), "utf8")
  const { parsed, parser } = parseOutput(text)
  return { name: name.replace(/\.txt$/, ""), text, lines: text.trimEnd().split("\n"), parsed, parser }
})
const green = fixtures.filter(({ name }) => PASSES.test(name))
const red = fixtures.filter(
  ({ name, parsed }) => !PASSES.test(name) && !MILD.test(name) && parsed.diagnostics.length > 0,
)

function read(output: string, command: string, truncated_bytes = 0) {
  const ended = { exit_code: 0, signal: null, timed_out: false, aborted: false, spawn_error: null }
  return readCheck({ ...ended, output, truncated_bytes, duration_ms: 1 }, { command })
}

/** What is left of a report behind a mask, by the command line that masks it. */
function masked(
  text: string,
  lines: readonly string[],
  check: string,
): readonly (readonly [string, string])[] {
  const matching = (pattern: RegExp) => lines.filter((line) => pattern.test(line)).join("\n")
  return [
    ...Array.from(
      { length: 30 },
      (_, at) => [`${check} | tail -${at + 1}`, lines.slice(-at - 1).join("\n")] as const,
    ),
    [`${check} 2>&1 | grep -E 'pass|fail'`, matching(/pass|fail/)],
    [`${check} 2>&1 | grep -iE 'pass|fail'`, matching(/pass|fail/i)],
    [`${check} 2>&1 | grep -i pass`, matching(/pass/i)],
    [`${check} | head -8`, lines.slice(0, 8).join("\n")],
    [`${check} | tee log`, text],
    [`${check} || true`, text],
    [`${check}; echo done`, `${text}\ndone\n`],
  ]
}

const CHECKS: Readonly<Record<string, string>> = {
  pytest: "pytest",
  node_test: "node --test",
  vitest: "npx vitest run",
  go_test: "go test ./...",
  tsc: "npx tsc",
}

// @requirement loop.proof.contradicted
describe("what any parser's report says behind a mask", () => {
  it("has both sides", () => expect([red.length > 150, green.length > 50]).toEqual([true, true]))

  it.each(red)("is no pass of the failing $name", ({ text, lines, parser }) => {
    const wrong = masked(text, lines, CHECKS[parser] ?? "npm test").filter(
      ([command, output]) => read(`${output}\n`, command).status === "pass",
    )
    expect(wrong).toEqual([])
  })

  it.each(green)("is no failure of the passing $name", ({ text, lines, parser }) => {
    const wrong = masked(text, lines, CHECKS[parser] ?? "npm test").filter(
      ([command, output]) => read(`${output}\n`, command).status === "fail",
    )
    expect(wrong).toEqual([])
  })
})

describe.each([
  ["pytest.ok", "pytest -q | tail -1"],
  ["node-ok.22.tap", "node --test | tail -8"],
  ["vitest.ok", "npx vitest run | tail -6"],
  ["javascript/jest.30.ok", "npx jest 2>&1 | tail -5"],
  ["javascript/mocha.11.ok", "npx mocha | tail -3"],
  ["python/unittest.ok", "python3 -m unittest 2>&1 | tail -3"],
  ["rust/test.ok", "cargo test | tail -3"],
  ["go/test.ok", "go test ./... | tail -3"],
])("%s", (name, command) => {
  it(`is a pass behind ${command}`, () => {
    const { lines = [] } = fixtures.find((one) => one.name === name) ?? {}
    const count = Number(/tail -(\d+)/.exec(command)?.[1])
    expect(read(`${lines.slice(-count).join("\n")}\n`, command).status).toBe("pass")
  })
})

const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, "utf16le").toString("utf8")
const NODE_GREEN = "ℹ tests 2\nℹ suites 0\nℹ pass 2\nℹ fail 0\nℹ cancelled 0\nℹ duration_ms 50\n"

describe("a script whose exit code is 0", () => {
  it.each([
    [
      "googletest",
      "[  FAILED  ] Calc.Adds (0 ms)\n[==========] 2 tests ran.\n[  PASSED  ] 1 test.\n 1 FAILED TEST\n",
    ],
    ["exunit", "  1) test adds (CalcTest)\n\n2 tests, 1 failure\n"],
    ["swift", "\t Executed 2 tests, with 1 failure (0 unexpected) in 0.100 (0.101) seconds\n"],
    ["nextest", "     Summary [   0.007s] 2 tests run: 1 passed, 1 failed, 0 skipped\n"],
    ["deno", "FAILED | 1 passed | 1 failed (8ms)\n\nerror: Test failed\n"],
    ["behave", "0 features passed, 1 failed, 0 skipped\n0 scenarios passed, 1 failed, 0 skipped\n"],
    ["robot", "Adds      | FAIL |\nCalc      | FAIL |\n2 tests, 1 passed, 1 failed\n======\n"],
    ["UTF-16", utf16("# tests 2\r\n# pass 1\r\n# fail 1\r\n")],
    [
      "bare returns",
      "TAP version 13\r# Subtest: adds\rnot ok 1 - adds\rok 2 - b\r1..2\r# pass 1\r# fail 1\rdone\n",
    ],
    ["pnpm -r", "a test$ x\na test: # tests 1\na test: # pass 0\na test: # fail 1\na test: Done\ndone\n"],
    [
      "compose",
      "web-1  | F.\nweb-1  | ========= 1 failed, 1 passed in 0.02s =========\nweb-1 exited with code 1\n",
    ],
  ])("fails by what its report counts: %s", (_name, output) => {
    expect(read(output, "bash ci.sh").status).toBe("fail")
    expect(read(output, "npm test | tail -50").status).toBe("fail")
  })

  it.each([
    ["a mark alone", "checking adds\nFAILED\n"],
    ["a count alone", "ran the suite\n1 failed\n"],
    ["a mark of TAP", "not ok adds\nok subtracts\n"],
    ["a mark at the end", "adds: FAILED\nsubtracts: ok\n"],
    ["a sentence", "00:01 +1 -1: Some tests failed.\n"],
    ["a mark below the totals", `${NODE_GREEN}BUILD FAILED in 3s\n`],
    ["an error with its place", "/w/a.css: line 1, col 12, error - Invalid hex color\n"],
    ["an annotation", "build::error file=a.ts\n::error file=/w/a.ts,line=1::This is unexpected\n"],
    ["a count of errors", "check ---\n  × Some errors were emitted while running checks.\n"],
    ["unequal values", "    code: 'E',\n    actual: -1,\n    expected: 3,\n    operator: '=='\n"],
    ["values on lines of their own", "  expected: |-\n    3\n  actual: |-\n    -1\n"],
    ["an assertion", "start\nAssertionError [ERR_ASSERTION]: -1 == 3\n    at run (a.js:1:40)\n"],
    ["a count in JSON", '{"summary":{"changed":0,"errors":2},"rest":[]}\n'],
    ["an outcome in JSON", '[{"name":"adds","result":{"status":"failed"}}]\n'],
    ["the end of JUnit XML", "  at a.js:1\n</failure>\n</testcase>\n</testsuites>\n"],
    ["make going on", "make: [Makefile:2: check] Error 1 (ignored)\n"],
  ])("is in doubt, not failed, by %s", (_name, output) => {
    expect(read(output, "bash ci.sh")).toMatchObject({ status: "weak", cause: "doubt" })
  })

  it.each([
    ["zero failures", "2 tests, 0 failures\n"],
    ["names of tests", "ok - reports FAILED when it must\nok - prints 1 failed\nall good\n"],
    ["other things that failed", "2 requests failed, retried\nupload: attempt 1 failed, retrying\n"],
    ["prose", "FAILED to connect to cache, continuing without\nbuilt in 3s\n"],
    ["an error that was caught", "Traceback (most recent call last):\nValueError: boom\n(handled)\n"],
    ["what a test prints", `FAIL: adds\n1 failed, 1 passed\n✔ counts 1 failed (1ms)\n${NODE_GREEN}`],
    [
      "expected failures",
      "ERROR:root:upload FAILED, 1 failed\n...x\nRan 3 tests in 0.001s\n\nOK (expected failures=1)\n",
    ],
    [
      "a test to do",
      '<testsuites><testcase name="a"/><testcase name="b"><skipped type="todo"/><failure message="1 == 2"/></testcase></testsuites>',
    ],
    ["warnings", "✖ 3 problems (0 errors, 3 warnings)\n"],
    ["equal values", "  actual: 3,\n  expected: 3,\n  message: equal\n"],
  ])("passes with %s", (_name, output) => {
    expect(read(output, "bash ci.sh").status).toBe("pass")
  })
})

// @requirement loop.proof.contradicted
describe("a check that is no known runner", () => {
  const TAP = "not ok 1 adds\nok 2 b\n1..2\n# pass 1\n# skip 0\n# fail 1\n"

  it.each([
    ["npx qunit | grep -i pass", "# pass 1\n", { status: "weak", cause: "part" }],
    ["npx qunit t.js > log 2>&1 || true", "", { status: "unable", cause: "unreadable" }],
    ["npx qunit t.js | wc -l", "6\n", { status: "unable", cause: "unreadable" }],
    ["bash -c 'npx qunit | head -1'; echo done", "done\n", { status: "unable", cause: "unreadable" }],
    ["npx qunit | tail -6", TAP, { status: "fail" }],
    ["npx qunit | tail -6", TAP.replace("fail 1", "fail 0").replace("not ok", "ok"), { status: "pass" }],
    ["set -o pipefail; npx qunit | wc -l", "6\n", { status: "pass" }],
    ["./run | diff - expected.txt", "", { status: "pass" }],
    ["./run | grep -q READY", "", { status: "pass" }],
    ["cat report.txt | grep READY", "READY\n", { status: "pass" }],
    ["npx qunit > log; grep 'pass 1' log", "# pass 1\n", { status: "weak" }],
    ["bash ci.sh && echo done", "done\n", { status: "pass" }],
    ["npx eslint . || true", "✖ 3 problems (0 errors, 3 warnings)\n", { status: "weak", cause: "part" }],
    [
      "cargo test | tail -1",
      "    Finished `test` in 1s\nerror: test failed, to rerun pass `--lib`\n",
      { status: "weak" },
    ],
    ["touch begun; sleep 0.5; grep right value.txt", "right\n", { status: "pass" }],
    ["./run || { echo broken; exit 1; }", "", { status: "pass" }],
  ])("by %s that prints %j is %j", (command, output, outcome) => {
    expect(read(output, command)).toMatchObject(outcome)
  })
})

describe("lines with numbers and times before them", () => {
  const RED = "TAP version 13\nnot ok 1 - adds\nok 2 - b\n1..2\n# tests 2\n# pass 1\n# fail 1\n"
  const lines = RED.trimEnd().split("\n")
  it.each([
    ["docker build", (line: string, at: number) => `#12 ${at}.145 ${line}`],
    ["nl", (line: string, at: number) => `${String(at + 1).padStart(6)}\t${line}`],
    ["grep -n", (line: string, at: number) => `${at + 1}:${line}`],
    ["GitLab", (line: string) => `2026-01-01T00:00:00.000000Z 01O ${line}`],
    ["Azure", (line: string) => `2026-01-01T00:00:00.0000000Z ##[section]${line}`],
    ["journalctl", (line: string) => `Nov 29 08:00:01 host check[123]: ${line}`],
    ["gh run view", (line: string) => `test\tRun npm test\t2026-01-01T00:00:00.0000000Z ${line}`],
  ])("of %s hide no failure", (_name, put) => {
    expect(read(`${lines.map(put).join("\n")}\n`, "bash ci.sh").status).toBe("fail")
  })

  it("hide no failure of a report in JSON", () => {
    const { text = "" } = fixtures.find(({ name }) => name === "javascript/vitest.4.json") ?? {}
    expect(read(`web-1  | ${text}`, "bash ci.sh").status).toBe("fail")
  })
})

describe("how the process ended", () => {
  const ended = { exit_code: 1, signal: null, timed_out: false, aborted: false, spawn_error: null } as const
  const LACK = "Error: spawn java ENOENT\n"
  it.each([
    [{ exit_code: null, aborted: true }, "", { status: "unable", cause: "interrupted" }],
    [{ exit_code: null, spawn_error: "ENOENT" }, "", { status: "unable", cause: "not_started" }],
    [{ exit_code: null, signal: "SIGKILL" }, "", { status: "unable", cause: "killed" }],
    [
      { exit_code: null, signal: "SIGKILL", timed_out: true },
      "",
      { status: "fail", reason: "timed out after 0 s" },
    ],
    [{ exit_code: 126 }, "sh: ./a: Permission denied\n", { status: "unable", cause: "not_started" }],
    [{ exit_code: 127 }, "sh: jest: not found\n", { status: "unable", cause: "not_started" }],
    [{}, "values differ\n", { status: "fail", exit_code: 1 }],
    [{}, "No tests found.\n", { status: "unable", cause: "nothing_ran" }],
    [{ exit_code: 0 }, "No tests found.\n", { status: "unable", cause: "nothing_ran" }],
    [{}, LACK, { status: "unable", cause: "environment" }],
    [{}, `${LACK}not ok 1 - adds\n1..1\n# tests 1\n# fail 1\n`, { status: "fail" }],
  ])("%j with %j is %j", (how, output, outcome) => {
    const whole = { ...ended, ...how, output, truncated_bytes: 0, duration_ms: 1 }
    expect(readCheck(whole, { command: "bash ci.sh" })).toMatchObject(outcome)
  })

  it("is read of a list of arguments as a shell would take it", () => {
    const whole = { ...ended, exit_code: 0, output: "", truncated_bytes: 0, duration_ms: 1 }
    const command = ["bash", "-c", "npx jest | wc -l"]
    expect(readCheck(whole, { command })).toMatchObject({ status: "unable", cause: "unreadable" })
  })
})

describe("a runner that prints no report", () => {
  it.each([
    ["mocha", "npx mocha test", ""],
    ["mocha", "npm test", "\n> shop@1.0.0 test\n> mocha test\n\n"],
    ["vitest", "bun run test", "$ vitest run\n"],
    ["pytest", "pytest", "===== test session starts =====\nplatform linux\nrootdir: /w\n"],
    ["unittest", "python3 -m unittest -v", ""],
    ["jest", "npm test", "> eslint . && jest\n"],
  ])("of %s proves nothing: %s, %j", (runner, command, output) => {
    const reason = `passes, but ${runner} printed no report of its tests`
    expect(read(output, command)).toMatchObject({ status: "weak", cause: "unreported", reason })
  })

  it.each([
    ["npx eslint .", ""],
    ["npm run lint", "> eslint test/mocha\n"],
    ["node check.mjs", "> 3 rows\n"],
    ["npx mocha test", "  2 passing (3ms)\n"],
    ["pytest -q | cat", "2 passed in 0.10s\n"],
  ])("is not one of those that print none when they pass: %s", (command, output) => {
    expect(read(output, command).status).toBe("pass")
  })
})

describe("an output without its middle", () => {
  const cut = (end: string) => `start\n[1000 bytes of output left out]\n${end}`

  it.each([
    ["bash ci.sh", NODE_GREEN, { status: "unable", cause: "cut" }],
    ["npm test; echo done", NODE_GREEN, { status: "unable", cause: "cut" }],
    ["npm test", "log\n", { status: "weak", cause: "cut" }],
    ["npm test", NODE_GREEN, { status: "pass", output_cut: true }],
    ["npm test", NODE_GREEN.replace("fail 0", "fail 1"), { status: "fail" }],
  ])("of %s with %j below is %j", (command, end, outcome) => {
    expect(read(cut(end), command, 1000)).toMatchObject(outcome)
  })
})
