import { expect, test } from "vitest"
import { createDetector } from "./detector.ts"

test("a failing check among more than sixteen of one turn is never dropped for a passing one", () => {
  const detector = createDetector({
    stall_diagnostics: { repair_aware: true, fold: "same_turn", all_results: true },
  })
  const names = Array.from({ length: 17 }, (_unused, index) => `check_${index}`)
  const tool_calls = names.map((name) => ({ name, arguments: {} }))
  const results = names.map((name, index) => ({
    tool_name: name,
    ok: index < 16,
    ...(index < 16 ? { output: "fine" } : { error: "boom" }),
    annotations: { evidence_role: "verification" as const, check_id: name },
  }))
  const step = detector.observe(detector.initial_state, { tool_calls, results })
  expect(step.current_failure).toMatchObject({ check_id: "check_16", snippet: "boom" })
})
