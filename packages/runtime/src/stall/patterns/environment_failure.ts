import type { StallWarning } from "../../protocol/warning.ts"
import { environmentAdvice } from "../environment_advice.ts"
import { optionalInteger, repairKnob } from "../knob.ts"
import { causeOf } from "../lack.ts"
import { list, number, record, text } from "../shape.ts"
import { slotOf } from "../slot.ts"
import type { LackSeen, TurnEvidence } from "../state.ts"
import { memoryOf, recall, remember } from "./memory.ts"
import type { FoldPattern, Trip } from "./pattern.ts"
import { evidence } from "./words.ts"

const MOST_CAUSES = 32

const CAUSES = memoryOf({
  name: "environment_causes",
  shape: list(record({ cause: text, check_id: text, count: number, last_turn: number })),
  start: [],
  over: "new_task",
})

const knobs = {
  /** Failures of a run for one cause outside the code: a tool, a host, a package. An integer of at least 2, or null for off. Default: `null`; the preset `evidence` sets `3`. Without effect while `repair_aware` is off. */
  environment_failure_after: repairKnob([optionalInteger(2), null, 3], "proofloop"),
}

/**
 * A reason that no edit can fix, met again: missing command, no network, disk full. Counted over the run by cause,
 * once a turn, whatever command or check met it. Three different missing tools are three causes. When a check runs
 * after all, its own count starts over.
 */
export const environmentFailure: FoldPattern<typeof knobs> = {
  name: "environment_failure",
  confidence: "certain",
  knobs,
  memory: [CAUSES],
  always: false,
  trips(draft, { turn }, config) {
    const threshold = config.environment_failure_after
    if (threshold === null) return []
    const ran = new Set(turn.evidence.flatMap((seen) => (seen.kind === "environment" ? [] : [seen.check_id])))
    let causes = recall(draft, CAUSES).filter(({ check_id }) => !ran.has(check_id))
    const trips: Trip[] = []
    for (const { cause, snippet, check_id } of lacksOf(turn)) {
      const known = causes.find((other) => other.cause === cause)
      if (known?.last_turn === draft.turn) continue
      const count = (known?.count ?? 0) + 1
      const others = causes.filter((other) => other !== known)
      causes = [...others, { cause, check_id, count, last_turn: draft.turn }].slice(-MOST_CAUSES)
      if (count < threshold) continue
      trips.push({
        count,
        threshold,
        slot: slotOf(draft.slots, check_id),
        stop: count >= threshold * 3,
        says: (warning) => advise(count, snippet, warning),
      })
    }
    remember(draft, CAUSES, causes)
    return trips
  },
}

function lacksOf({ lacks, verdicts }: TurnEvidence): readonly LackSeen[] {
  const judged = verdicts.flatMap((verdict) =>
    verdict === "accept" || verdict.kind !== "environment" ? [] : [verdict],
  )
  return [
    ...lacks,
    ...judged.map(({ snippet, check_id }) => ({ cause: causeOf({ snippet, check_id }), snippet, check_id })),
  ]
}

function advise(count: number, diagnostic_snippet: string, warning: StallWarning): string {
  return (
    `${count} calls have failed for one reason outside the code.\n` +
    evidence("The failing evidence", { ...warning, diagnostic_snippet }) +
    `No edit can fix this. ${environmentAdvice(diagnostic_snippet)} otherwise stop and report it.`
  )
}
