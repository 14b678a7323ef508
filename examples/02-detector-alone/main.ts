// The detector alone, in a loop of your own: two pure steps a turn, no model, no tools, no I/O of its own.
import { createDetector } from "@proofloop/runtime/detector"

const detector = createDetector({
  stall_diagnostics: {
    repair_aware: true,
    fold: "same_turn",
    stuck_hard_stop_after: 2,
    stuck_retrip_every: 1,
  },
  tools: { run_tests: { evidence_role: "verification" }, edit: { kind: "edit" } },
})

// Your loop: the "model" edits and tests in turn, and every edit leaves the same failure.
let state = detector.initial_state
for (let turn = 1; turn <= 20; turn += 1) {
  const tool_calls = [{ name: turn % 2 === 1 ? "run_tests" : "edit", arguments: { attempt: turn } }]
  const proposed = detector.propose(state, { tool_calls })
  if (proposed.hard_stop) break

  const results =
    turn % 2 === 1
      ? [{ tool_name: "run_tests", ok: false, error: `AssertionError: expected 3, got 4 (0.${turn}s)` }]
      : [{ tool_name: "edit", ok: true, output: "edit applied" }]
  const settled = detector.settle(proposed.state, { results })
  state = settled.state

  console.log(`turn ${turn}: streak ${state.same_diagnostic_streak}, write epoch ${state.write_epoch}`)
  if (settled.feedback) console.log(`tell the model:\n${settled.feedback}`)
  if (settled.hard_stop) {
    console.log("hand back:", settled.current_failure)
    break
  }
}
