import type { LoopEvent, LoopStallOptions } from "@proofloop/runtime"
import type { Plan } from "../plan.ts"
import { courseOf, firstOf, type Invariant } from "./invariant.ts"

export const noFailureOnSuccess: Invariant = {
  name: "current_failure is absent on success",
  difference: ({ lives }) =>
    firstOf(lives, ({ number, result }) =>
      result?.status === "done" && result.current_failure !== undefined
        ? `life ${number} is done and hands back a failure of ${result.current_failure.check_id}`
        : null,
    ),
}

/**
 * What still fails by the checks and verdicts the events tell, against what the result hands back. Where the knobs read
 * all of them, both say the same; elsewhere what is handed back must have failed at some time.
 */
export const failureIsTrue: Invariant = {
  name: "current_failure is true on failure",
  difference: (chain) => {
    const { result, plan } = chain
    if (result === null || result.status === "done") return null
    const { current_failure } = result
    const stall = stallOf(plan)
    if (stall?.repair_aware !== true) {
      return current_failure === undefined ? null : "a failure is handed back with repair_aware off"
    }
    const course = courseOf(chain)
    const handed = [current_failure, ...(current_failure?.others ?? [])].flatMap(
      (entry) => entry?.check_id ?? [],
    )
    if (!readsEverything(stall)) return null
    const live = liveChecks(course)
    const missing = [...live].find((check_id) => !handed.includes(check_id))
    if (missing !== undefined) return `${missing} still fails, and is not handed back`
    const untrue = handed.find((check_id) => !live.has(check_id) && !isInEffect(check_id, course))
    return untrue === undefined ? null : `${untrue} is handed back, and does not fail`
  },
}

/** With these knobs every check and verdict moves the failure model, and nothing else does. */
function readsEverything(stall: LoopStallOptions): boolean {
  return (
    stall.fold === "same_turn" &&
    stall.undeclared_role === "infer" &&
    stall.failed_edit === "edit_rejected" &&
    stall.fold_verdicts === true &&
    stall.all_results === true &&
    stall.weak_pass === "keep"
  )
}

/** A call that nothing declares to be a check is one in effect once it has failed before and after an edit. */
function isInEffect(check_id: string, course: readonly LoopEvent[]): boolean {
  const ends = course.filter((event) => event.type === "tool_call_end" && event.tool_name === check_id)
  return ends.filter((event) => "ok" in event && !event.ok).length > 1
}

function liveChecks(course: readonly LoopEvent[]): ReadonlySet<string> {
  const live = new Set<string>()
  // A check that both fails and passes in one turn has failed.
  const failed_in_turn = new Set<string>()
  for (const [index, event] of course.entries()) {
    if (event.type !== "evidence") continue
    const before = course[index - 1]
    // The judge of a stall says whether the run may end, and nothing about its checks.
    if (before?.type === "judge_decision" && before.trigger === "stalled") continue
    const verdict = event.source !== "tool_result"
    const { check_id } = event
    const turn = `${event.iteration} ${check_id}`
    if (event.class === "fail") {
      live.add(check_id)
      if (!verdict) failed_in_turn.add(turn)
    } else if (event.weak || (!verdict && failed_in_turn.has(turn))) continue
    else if (verdict) live.clear()
    else live.delete(check_id)
  }
  return live
}

function stallOf(plan: Plan): LoopStallOptions | null {
  const stall = plan.options.stall_diagnostics
  return typeof stall === "object" ? stall : null
}

/** By what the world saw: after its last write a check or verifier passed, and no check failed after that. */
export const verifiedIsTrue: Invariant = {
  name: "verified is true only with a pass that the world saw",
  difference: ({ world, lives, plan, result }) => {
    if (result?.verified !== true) return null
    if (result.proof === null || result.proof.source === "judge") return `verified by ${result.proof?.source}`
    const number = lives.at(-1)?.number
    const written = world.effects.findLast(({ wrote }) => wrote)?.index ?? -1
    const after = world.effects.filter(({ index }) => index >= written)
    const passes = after.filter(
      ({ kind, facts }) =>
        facts["passed"] === true && (kind === "tool" || plan.hosts.verify_completion === "function"),
    )
    if (passes.length === 0) return `life ${number}: nothing passed after write ${written}`
    const last = after.findLast(({ name, facts }) => name === "run_check" && facts["check"] === "unit")
    return last?.facts["passed"] === false ? "verified while the last run of the unit check failed" : null
  },
}

export const doneMeansVerified: Invariant = {
  name: "with require_verified, done is verified",
  difference: ({ lives, plan }) =>
    stallOf(plan)?.require_verified === true
      ? firstOf(lives, ({ number, result }) =>
          result?.status === "done" && !result.verified ? `life ${number} is done and not verified` : null,
        )
      : null,
}
