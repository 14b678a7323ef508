import { expect, test } from "vitest"
import { outputOf } from "./run_example.fixture.ts"

test.concurrent("whole loop: the run ends with a proof by the command", async () => {
  expect(await outputOf("01-whole-loop")).toMatch(/source: 'command',[\s\S]*exit_code: 0/)
})

test.concurrent("detector alone: one nudge, then a hand-back that says what fails", async () => {
  const output = await outputOf("02-detector-alone")
  expect(output.match(/tell the model/g)).toHaveLength(1)
  expect(output).toMatch(/hand back:[\s\S]*same_diagnostic_streak: 4/)
})

test.concurrent("AI SDK: the guard stops the run long before the step cap", async () => {
  expect(await outputOf("03-ai-sdk")).toContain("stopped after 13 of 40 steps")
})

test.concurrent("custom verification: the false claim is vetoed, the real one proved", async () => {
  const output = await outputOf("04-custom-verification")
  expect(output).toMatch(/natural -> fail[\s\S]*natural -> pass[\s\S]*verified: true/)
})

test.concurrent("presets and flag: the flag decides for each user", async () => {
  const output = await outputOf("05-presets-and-flag")
  expect(output).toContain("ada: repair_aware on")
  expect(output).toContain("bob: repair_aware off")
})

test.concurrent("critics as tools: the model reads what it dropped, and repairs it", async () => {
  const output = await outputOf("07-critics-as-tools")
  expect(output).toMatch(/check_change: fail[\s\S]*the function parse was defined here and is gone/)
  expect(output).toMatch(/check_change: pass\s+Prices are rounded/)
})

test.concurrent("gate: what G7 rejects is asked for again, what all accept is committed", async () => {
  const output = await outputOf("08-gate")
  expect(output).toMatch(
    /attempt 1[\s\S]*critic_ast_diff\.fail \{[\s\S]*missing: \[ 'parse' \][\s\S]*attempt 2 after:/,
  )
  expect(output).toMatch(
    /accepted after 2 attempts\s+fix: round prices to cents \[proofloop\]\s+discount\.py/,
  )
})
