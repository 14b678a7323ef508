import { expect, test } from "vitest"
import { traceNameOf } from "./trace_name.ts"

test.each<readonly [string, Readonly<Record<string, string | boolean | null>>, string | null]>([
  ["pipeline.begun", {}, "run.begin"],
  ["pipeline.interrupted", {}, "run.aborted"],
  ["pipeline.step_failed", { failed: false }, null],
  ["pipeline.step_failed", { failed: true }, "run.crashed"],
  ["pipeline.subtask_ended", { status: "completed" }, null],
  ["pipeline.subtask_ended", { status: "failed" }, "worker.subtask.failed"],
  ["pipeline.self_reviewed", {}, "self_critic.review.end"],
  ["ci.watch.poll", {}, "ci.watch.poll"],
  ["ci.watch.no_runs", {}, "ci.watch.no_runs"],
  ["ci.watch.fix.attempt", {}, "ci.watch.fix.attempt"],
  ["ci.watch.fix.ended", { commit: "abc" }, null],
  ["ci.watch.fix.ended", { commit: null }, "ci.watch.failure.final"],
  ["ci.watch.fix.refused", {}, "ci.watch.failure.final"],
  ["plan.occam_filter", {}, "plan.occam_filter"],
  ["critic_syntax_check.fail", {}, "critic_syntax_check.fail"],
  ["pipeline.published", {}, null],
  ["pipeline.constructor", {}, null],
])("%s with %o is %s in a trace", (type, fields, name) => {
  expect(traceNameOf({ type, run_id: "run-1", ...fields })).toBe(name)
})
