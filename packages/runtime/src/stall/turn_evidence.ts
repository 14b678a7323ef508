import { waitsFirst } from "./back_off.ts"
import type { SettledResult } from "./settled_result.ts"
import type { StallConfig } from "./stall_config.ts"
import { BOUNDS, type Evidence, type LackSeen, type TurnEvidence } from "./state.ts"
import { hasUnknownEffect } from "./unknown_effect.ts"

/**
 * Reduces a turn's results to what the fold reads. `all_results` off: the first failing result, else the first. On:
 * the same for every check. In a turn with an edit, an undeclared ok belongs to the edit and passes nothing.
 * @requirement repair.fold.representative, repair.all-results, repair.fold.edit-with-ok
 */
export function turnEvidence(results: readonly SettledResult[], config: StallConfig): TurnEvidence {
  const made_edit = results.some((result) => result.wrote)
  const evidence: Evidence[] = []
  for (const result of results) {
    const seen = result.evidence ?? result.suspicion
    if (seen === null) continue
    if (made_edit && seen.class === "pass" && result.role === "undeclared") continue
    if (!seen.guessed || config.all_results) evidence.push(seen)
  }
  return {
    made_edit,
    may_have_edited: results.some((result) => result.call.command === "" && hasUnknownEffect(result)),
    evidence: representatives(evidence, config.all_results),
    rejected_edit: made_edit ? null : (results.find(isRejectedEdit)?.rejection ?? null),
    lacks: results.flatMap((result) => lackOf(result, config)).slice(0, BOUNDS.folded),
    verdicts: [],
  }
}

/**
 * Closed folders and silent commands are normal while a model looks around, so they count only for a check. A host or
 * a service may answer after a wait, so a call that waits first is excused.
 */
function lackOf({ lack, call, observation, role }: SettledResult, config: StallConfig): readonly LackSeen[] {
  if (lack === null || call.soft || observation.running || config.exempt_tools.includes(call.tool_name))
    return []
  if (/^(?:network|service) /.test(lack.cause) && waitsFirst(call)) return []
  return role !== "verification" && /^(?:permission|check) /.test(lack.cause) ? [] : [lack]
}

/** An edit that failed, where the failure is not evidence about a check. */
function isRejectedEdit({ is_edit, observation, evidence }: SettledResult): boolean {
  return is_edit && observation.kind === "error" && evidence === null
}

function representatives(evidence: readonly Evidence[], every_check: boolean): readonly Evidence[] {
  const first: Evidence[] = []
  for (const entry of evidence) {
    const index = every_check ? first.findIndex((other) => other.check_id === entry.check_id) : 0
    const chosen = first[index]
    // The failing one takes the place in call order, so that the later failure still counts as the last one.
    if (chosen?.class === "pass" && entry.class === "fail") first.splice(index, 1)
    if (first[index] === chosen && chosen !== undefined) continue
    if (first.length >= BOUNDS.folded) {
      // Past the bound a pass makes room for a failure, never the other way round.
      const pass = entry.class === "fail" ? first.findIndex((other) => other.class === "pass") : -1
      if (pass === -1) continue
      first.splice(pass, 1)
    }
    first.push(entry)
  }
  return first
}
