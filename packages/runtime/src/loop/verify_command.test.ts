import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { verifyByCommand } from "./verify_command.ts"

let folder = ""
const { signal } = new AbortController()

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "proofloop verify "))
  await writeFile(join(folder, "ok.test.mjs"), 'import test from "node:test"\ntest("adds", () => {})\n')
  await writeFile(
    join(folder, "red.test.mjs"),
    'import test from "node:test"\nimport assert from "node:assert"\ntest("adds", () => assert.equal(1, 2))\n',
  )
  await writeFile(join(folder, "empty.test.mjs"), "// no test here\n")
})

afterAll(() => rm(folder, { recursive: true, force: true }))

const verify = (command: string | readonly [string, ...string[]], timeout_ms = 20_000) =>
  verifyByCommand({ command, timeout_ms }, folder, signal)

test("exit 0 with tests that ran is a pass", async () => {
  const verdict = await verify("node --test ok.test.mjs")
  expect(verdict).toMatchObject({
    status: "pass",
    check_id: "node --test ok.test.mjs",
    exit_code: 0,
    tests_run: 1,
  })
})

test("a red test is a fail whose evidence holds the output", async () => {
  const verdict = await verify(["node", "--test", "red.test.mjs"])
  expect(verdict).toMatchObject({ status: "fail", exit_code: 1, check_id: "node --test red.test.mjs" })
  expect(verdict.status === "fail" && verdict.evidence).toContain("not ok 1 - adds")
})

test("a missing command, a foreign signal and a runner that ran nothing are unable", async () => {
  expect(await verify("no-such-command-at-all")).toMatchObject({ status: "unable" })
  expect(await verify(["no-such-command-at-all"])).toMatchObject({ status: "unable" })
  expect(await verify("exit 126")).toMatchObject({ status: "unable" })
  expect(await verify("kill -9 $$")).toMatchObject({ status: "unable" })
  expect(
    await verify("echo 'TAP version 13'; echo '1..0'; echo '# tests 0'; echo '# pass 0'; echo '# fail 0'"),
  ).toMatchObject({ status: "unable" })
})

test("a time-out is a fail of its own kind", async () => {
  expect(await verify("sleep 20", 200)).toMatchObject({ status: "fail", timed_out: true })
})

test("a command without a test report passes by its exit code alone", async () => {
  const verdict = await verify("true")
  expect(verdict).toMatchObject({ status: "pass", exit_code: 0 })
  expect(verdict).not.toHaveProperty("tests_run")
})

test("a check whose exit code is hidden is judged by its report, or not at all", async () => {
  expect(await verify("node --test red.test.mjs | tail -60")).toMatchObject({ status: "fail", exit_code: 0 })
  expect(await verify("node --test red.test.mjs || true")).toMatchObject({ status: "fail", exit_code: 0 })
  expect(await verify("node --test ok.test.mjs | tail -60")).toMatchObject({ status: "pass", tests_run: 1 })
  expect(await verify("node --test red.test.mjs > /dev/null 2>&1; echo fine")).toMatchObject({
    status: "unable",
  })
})

test("a report of failures is believed before an exit code 0 that a script behind the command makes of them", async () => {
  const red = "node --test red.test.mjs"
  const sources = {
    "package.json": JSON.stringify({ scripts: { test: `${red} || true`, late: `${red}; exit 0` } }),
    Makefile: `test:\n\t-@${red}\n`,
  }
  for (const [name, text] of Object.entries(sources)) await writeFile(join(folder, name), text)
  for (const command of ["npm test", "npm run late"]) {
    const verdict = await verify(command)
    expect(verdict).toMatchObject({ status: "fail", exit_code: 0, tests_run: 1 })
    expect(verdict.status === "fail" && verdict.evidence).toContain("reports failures behind its exit code 0")
  }
  const made = await verify("make test")
  expect(made.status).not.toBe("pass")
})

test("what a passing test prints speaks against nothing", async () => {
  await writeFile(
    join(folder, "loud.test.mjs"),
    `import test from "node:test"\ntest("compiles", () => console.log("src/a.ts(1,1): error TS2322: Type 'a' is not assignable.\\n1 failed"))\n`,
  )
  expect(await verify("node --test loud.test.mjs")).toMatchObject({ status: "pass", tests_run: 1 })
})

test.each([
  [
    "a test file that cannot be loaded",
    " FAIL  a.test.ts [ a.test.ts ]\nSyntaxError: Unexpected token\n\n Test Files  1 failed (1)\n      Tests  no tests",
  ],
  [
    "a module that cannot be imported",
    "==== ERRORS ====\n____ ERROR collecting test_a.py ____\nE   ImportError: no\n==== short test summary info ====\nERROR test_a.py\n==== 1 error in 0.01s ====",
  ],
])("%s is a failure with that evidence, although no test ran", async (_what, report) => {
  await writeFile(join(folder, "report.txt"), report)
  const verdict = await verify(["sh", "-c", "cat report.txt; exit 1"])
  expect(verdict).toMatchObject({ status: "fail", exit_code: 1 })
  expect(verdict.status === "fail" && verdict.evidence).toContain("Error")
})
