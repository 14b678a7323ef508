import { describe, expect, test } from "vitest"
import { repairDiagnosticsSchema, stallDiagnosticsSchema } from "./knob_schema.ts"

const yes = (): boolean => true

describe("what is not plain data", () => {
  test.each([
    { repair_aware: { env: "MY_FLAG" } },
    { repair_aware: yes },
    { repair_aware: async () => true },
    { progress_signal: () => 1, remediation_delivered: () => null, action_signal: yes },
  ])("%o is accepted", (stall) => {
    expect(stallDiagnosticsSchema.safeParse(stall).success).toBe(true)
  })

  test.each([
    { repair_aware: {} },
    { repair_aware: { env: "" } },
    { repair_aware: { env: " " } },
    { repair_aware: { env: 1 } },
    { repair_aware: { env: "A", or: "B" } },
    { repair_aware: "on" },
    { post_edit_reverify: yes },
    { progress_signal: 1 },
    { repair_diagnostics: { repair_aware: yes } },
    { repair_diagnostics: { repair_aware: { env: "MY_FLAG" } } },
    { repair_diagnostics: { progress_signal: yes } },
  ])("%o is refused", (stall) => {
    expect(stallDiagnosticsSchema.safeParse(stall).success).toBe(false)
  })
})

test("the mirror takes the knobs from repair_aware downwards", () => {
  expect(repairDiagnosticsSchema.safeParse({ repair_aware: true, fold: "same_turn" }).success).toBe(true)
  expect(repairDiagnosticsSchema.safeParse({ threshold: 3 }).success).toBe(false)
})
