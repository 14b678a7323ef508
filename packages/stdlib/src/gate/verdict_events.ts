import { cutCodePoints } from "@proofloop/foundation/text"
import type { CriticResult } from "../critics/run_critics.ts"
import type { Tell } from "./event.ts"

/** Events of crashed critics that have a name of their own in gitoma. */
const CRASH_EVENTS: Readonly<Record<string, string>> = {
  build: "critic_build_check.crashed",
  G16: "cpg.refresh_failed",
  G18: "cpg.refresh_failed",
  G19: "cpg.refresh_failed",
}

/** Tells how the critics of an attempt answered, which of them crashed, and when none of them could look. */
export function tellVerdicts(verdicts: readonly CriticResult[], tell: Tell): void {
  tell({
    type: "critic_gate.judged",
    verdicts: verdicts.map(({ critic, verdict, duration_ms }) => ({
      critic: critic.id,
      status: verdict.status,
      duration_ms,
    })),
  })
  for (const { critic, verdict } of verdicts) {
    if (verdict.status !== "unable" || verdict.crashed !== true) continue
    const type = Object.hasOwn(CRASH_EVENTS, critic.id) ? CRASH_EVENTS[critic.id] : undefined
    tell({ type: type ?? "critic.crashed", critic: critic.id, error: cutCodePoints(verdict.reason, 300) })
  }
  if (!isJudged(verdicts)) {
    tell({
      type: "critic_gate.nothing_looked",
      unable: verdicts.map(({ critic, verdict }) => ({
        critic: critic.id,
        reason: verdict.status === "unable" ? cutCodePoints(verdict.reason, 300) : "",
      })),
    })
  }
}

export function isJudged(verdicts: readonly CriticResult[]): boolean {
  return verdicts.some(({ verdict }) => verdict.status !== "unable")
}
