import { changeSet } from "@proofloop/foundation/git"
import { hostRunner } from "@proofloop/foundation/sandbox"
import { describe, expect, it } from "vitest"
import { setEnvironment } from "../../../../foundation/src/process/environment.fixture.ts"
import type { Baselines } from "../../repository/facts.ts"
import { memoryFacts } from "../../repository/memory_facts.ts"
import { projectWith } from "./runs.fixture.ts"
import { testRegression } from "./test_regression.ts"

const change = changeSet([{ path: "src/a.js", before: "old", after: "new" }])

async function judge(output: string, baselines: Baselines, exit_code = 1) {
  const root = await projectWith({})
  return testRegression.check(change, memoryFacts({}, change, { baselines, root }), {
    command: `printf '%s' '${output}'; exit ${exit_code}`,
  })
}

function pytestOutput(names: readonly string[]): string {
  return `${names.map((name) => `FAILED ${name} - assert False`).join("\n")}\n${names.length} failed in 0.1s\n`
}

describe("G8", () => {
  it("names the test that passed before, and the event its first eight", async () => {
    const names = Array.from({ length: 10 }, (_, index) => `tests/test_a.py::test_${index}`)
    const verdict = await judge(pytestOutput(names), { failing_tests: new Set(["tests/test_a.py::test_3"]) })
    if (verdict.status !== "fail") throw new Error(verdict.status)
    expect(verdict.violations[0]).toEqual({
      path: "tests/test_a.py",
      rule: "test_regression",
      message: "tests/test_a.py::test_0 fails now and did not before this change: assert False",
      evidence: "tests/test_a.py::test_0",
    })
    const kept = names.filter((_, index) => index !== 3)
    expect(testRegression.event.fields(verdict)).toEqual({
      regressions: kept.slice(0, 8),
      sample: kept[0],
      total_count: 9,
    })
  })

  it("stops a change that asks for a module nobody has, where the tests ran before", async () => {
    const told = [
      "============================= test session starts ==============================",
      "==================================== ERRORS ====================================",
      "___________________________ ERROR collecting test.py ___________________________",
      "ImportError while importing test module '/tree/test.py'.",
      "E   ModuleNotFoundError: No module named 'made_up'",
      "=========================== short test summary info ============================",
      "ERROR test.py",
      "=============================== 1 error in 0.12s ===============================",
    ]
    const output = told.join("\n").replaceAll("'", `'\\''`)
    expect(await judge(output, { failing_tests: new Set() }, 2)).toMatchObject({
      status: "fail",
      violations: [{ message: expect.stringContaining("the module made_up") as string }],
    })
    expect(await judge(output, { failing_tests: null }, 2)).toMatchObject({ status: "unable" })
  })

  it("tells what it measured, for the next baseline", async () => {
    const measured: Baselines[] = []
    const root = await projectWith({})
    const facts = {
      ...memoryFacts({}, change, { baselines: { failing_tests: new Set(["a", "b"]) }, root }),
      on_measured: (baselines: Baselines) => void measured.push(baselines),
    }
    expect(await testRegression.check(change, facts, { command: "true" })).toEqual({ status: "pass" })
    expect(measured).toEqual([{ failing_tests: new Set() }])
  })

  it.skipIf(process.platform === "win32")("runs in a room of the runner that the facts have", async () => {
    setEnvironment({ A_SECRET: "stolen" })
    const baselines = { failing_tests: new Set<string>() }
    const root = await projectWith({})
    const facts = { ...memoryFacts({}, change, { baselines, root }), runner: hostRunner() }
    const command = `echo "FAILED a.py::test_\${A_SECRET:-none} - assert False"; echo "1 failed in 0.1s"; exit 1`
    expect(await testRegression.check(change, facts, { command })).toMatchObject({
      violations: [{ evidence: "a.py::test_none" }],
    })
  })

  it.each([
    [undefined, "no baseline: the tests were not run before the change"],
    [null, "no baseline: the tests could not be run before the change"],
  ])("cannot judge with %s for a baseline", async (failing_tests, reason) => {
    const baselines = failing_tests === undefined ? {} : { failing_tests }
    expect(await judge("", baselines)).toEqual({ status: "unable", reason })
  })

  it("cannot judge without a work tree, nor by tests that cannot be run", async () => {
    const baselines = { failing_tests: new Set<string>() }
    expect(await testRegression.check(change, memoryFacts({}, change, { baselines }))).toMatchObject({
      status: "unable",
    })
    expect(await judge("", baselines, 127)).toMatchObject({ status: "unable" })
  })

  it("cannot tell what is new when what failed before had no name", async () => {
    const baselines = { failing_tests: new Set(["<unparsed-failure>: it broke"]) }
    expect(await judge(pytestOutput(["a.py::b"]), baselines)).toMatchObject({ status: "unable" })
    expect(await judge("it broke\n", baselines)).toEqual({ status: "pass" })
  })
})
