import { expect, test } from "vitest"
import type { Verdict } from "../protocol/verdict.ts"
import { scriptedTool } from "../testing/scripted_tool.ts"
import { calls, repairTools, runScript } from "./loop.fixture.ts"

const tap = (passed: number, failed: number): string =>
  [
    "TAP version 13",
    ...Array.from({ length: failed }, (_unused, index) => `not ok ${index + 1} - case ${index + 1}`),
    ...Array.from(
      { length: passed },
      (_unused, index) => `ok ${failed + index + 1} - case ${failed + index + 1}`,
    ),
    `1..${passed + failed}`,
    `# tests ${passed + failed}`,
    `# pass ${passed}`,
    `# fail ${failed}`,
  ].join("\n")

const green = { ok: true, output: tap(4, 0), exit_code: 0 }
const red = { ok: false, output: tap(3, 1), exit_code: 1 }

test("an edit after the passing check of the same turn is not covered by it", async () => {
  const tools = repairTools([green])
  const before = await runScript([calls("run_test", "apply_fix"), { text: "done" }], { tools })
  expect(before.result).toMatchObject({ verified: false, proof: null })
  const after = await runScript([calls("apply_fix", "run_test"), { text: "done" }], {
    tools: repairTools([green]),
  })
  expect(after.result).toMatchObject({ verified: true, proof: { write_epoch: 1 } })
})

test("an abort while an edit ran unsettled leaves no older proof standing", async () => {
  const ran = await runScript(
    [calls("run_test"), calls("apply_fix", "run_test")],
    { tools: repairTools([green]) },
    (run, event) => {
      if (event.type === "tool_call_end" && event.tool_name === "apply_fix") run.abort()
    },
  )
  expect(ran.result).toMatchObject({ status: "aborted", verified: false, proof: null })
})

test("a check that ran fewer tests, an unknown number, or not the failing one proves nothing after its failure", async () => {
  for (const weak of [
    { ...green, output: tap(2, 0) },
    { ok: true, output: "fine", exit_code: 0 },
  ]) {
    const ran = await runScript(
      [calls("run_test"), calls("apply_fix"), calls("run_test"), { text: "done" }],
      {
        tools: repairTools([red, weak]),
      },
    )
    expect(ran.result).toMatchObject({ verified: false, proof: null })
    expect(ran.events.findLast((event) => event.type === "evidence")).toMatchObject({
      class: "pass",
      weak: true,
    })
  }
})

test("a pass whose own report or exit code speaks of failures is weak", async () => {
  for (const said of [
    tap(3, 1),
    { exit_code: 1, output: "boom" },
    { ok: true, exit_code: 1, output: "boom" },
  ]) {
    const ran = await runScript([calls("run_test"), { text: "done" }], { tools: repairTools([said]) })
    expect(ran.result).toMatchObject({ verified: false, proof: null })
  }
})

test("a verify function that says pass without a test, or with a failing exit code, is unable", async () => {
  for (const verdict of [
    { status: "pass", tests_run: 0 },
    { status: "pass", exit_code: 2 },
  ] satisfies Verdict[]) {
    const ran = await runScript([{ text: "done" }], {
      verify_completion: () => verdict,
      max_verify_unable: 1,
    })
    expect(ran.result).toMatchObject({
      status: "completion_unverified",
      stop_reason: "verifier_unable",
      verified: false,
    })
  }
})

test("a second check that fails on what is there now stands against an accept; one that failed before the last edit does not", async () => {
  const lint = () =>
    scriptedTool({
      name: "lint",
      evidence_role: "verification",
      check_id: "lint",
      results: [{ ok: false, error: "bad style" }],
    })
  const options = { verify_completion: () => true }
  const standing = await runScript([calls("apply_fix", "lint"), { text: "done" }], {
    ...options,
    tools: [...repairTools(), lint()],
  })
  expect(standing.result).toMatchObject({ status: "done", verified: false })
  const settled = await runScript([calls("lint"), calls("apply_fix"), { text: "done" }], {
    ...options,
    tools: [...repairTools(), lint()],
  })
  expect(settled.result).toMatchObject({ status: "done", verified: true })
})

test("an inferred check behind a pipe proves nothing by its exit code", async () => {
  const shell = scriptedTool({
    name: "shell",
    kind: "execute",
    results: [{ ok: true, output: tap(3, 1), exit_code: 0 }],
  })
  const step = { tool_calls: [{ name: "shell", arguments: { command: "npm test | tail -20" } }] }
  const stall_diagnostics = {
    repair_aware: true,
    undeclared_role: "infer" as const,
    fold: "same_turn" as const,
  }
  const ran = await runScript([step, { text: "done" }], { tools: [shell], stall_diagnostics })
  expect(ran.result).toMatchObject({ verified: false, proof: null })
})

test("annotations are checked when the loop is made, not believed when they are misspelt", async () => {
  const tool = { name: "t", description: "", input_schema: { type: "object" }, execute: () => "x" }
  const wrong = { ...tool, annotations: { evidence_role: "verifcation" as "verification" } }
  await expect(runScript([{ text: "x" }], { tools: [wrong] })).rejects.toThrow(
    "tools[0].annotations.evidence_role",
  )
  const unknown = { ...tool, annotations: { evidence_rol: "verification" } as object }
  await expect(runScript([{ text: "x" }], { tools: [unknown] })).rejects.toThrow(
    'Did you mean "evidence_role"?',
  )
})

test("a call of a tool that declares nothing may have written: an older proof does not cover it", async () => {
  const tools = [...repairTools([green]), scriptedTool({ name: "anything", results: ["ok"] })]
  const ran = await runScript([calls("run_test"), calls("anything"), { text: "done" }], { tools })
  expect(ran.result).toMatchObject({ verified: false, proof: null })
})

test("what is handed back as failing is not verified, though its check passed later in the same turn", async () => {
  const results = [red, green]
  const { result } = await runScript([calls("run_test", "run_test"), { text: "…" }], {
    tools: repairTools(results),
    stall_diagnostics: { repair_aware: true, fold: "same_turn" },
    loop_until_done: true,
    max_iterations: 1,
  })
  expect(result).toMatchObject({ status: "budget_exhausted", verified: false })
  expect(result.current_failure).toBeDefined()
})
