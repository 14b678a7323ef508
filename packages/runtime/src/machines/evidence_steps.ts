import type { VerdictSource } from "../protocol/verdict.ts"
import type { SettledResult } from "../stall/settled_result.ts"
import type { Evidence } from "../stall/state.ts"
import type { Emit } from "./settings.ts"

/** Publishes one piece of evidence about a check, at the write epoch at which it was observed. */
export function publishEvidence(
  evidence: Evidence,
  source: VerdictSource,
  write_epoch: number,
  emit: Emit,
): void {
  const { check_id, signature, snippet, tests_run, weakness } = evidence
  const weak = weakness !== "" && source !== "judge"
  emit({
    type: "evidence",
    source,
    check_id,
    class: evidence.class,
    weak,
    ...(weak ? { weakness } : {}),
    signature,
    snippet,
    ...(tests_run === null ? {} : { tests_run }),
    write_epoch,
  })
}

/** Publishes what a turn's results say of their checks, in call order. */
export function publishResults(readings: readonly SettledResult[], emit: Emit): void {
  for (const { evidence, role, write_epoch } of readings) {
    if (role === "verification" && evidence !== null)
      publishEvidence(evidence, "tool_result", write_epoch, emit)
  }
}
