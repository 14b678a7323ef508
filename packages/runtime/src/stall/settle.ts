import { readField } from "../evidence/read_field.ts"
import type { DeclaredAnnotations, ToolResult } from "../protocol/tool.ts"
import { boundedText, proposeCall, resultName, withResultAnnotations } from "./calls.ts"
import { noteChange, noteOtherChange } from "./changed.ts"
import { registerTrip, type Step, tripOnFlailing } from "./escalation.ts"
import type { EvidenceContext } from "./evidence_context.ts"
import { startFailuresOver } from "./fold.ts"
import { foldAndTrip } from "./fold_and_trip.ts"
import { resultPatterns } from "./patterns.ts"
import { noteHistory } from "./patterns/history.ts"
import type { Signals } from "./patterns/pattern.ts"
import { forgiveTokens } from "./patterns/token_runaway.ts"
import { type BaselineOf, readResult, type SettledResult } from "./settled_result.ts"
import { isLive, slotOf } from "./slot.ts"
import type { StallConfig } from "./stall_config.ts"
import { BOUNDS, type Draft, type ObservedResult, type ProposedCall } from "./state.ts"
import { turnEvidence } from "./turn_evidence.ts"
import { noteCalls } from "./unjudged.ts"
import { mayChange } from "./unknown_effect.ts"
import {
  baselineOf,
  noteFailing,
  notePassing,
  noteUnknownEffect,
  noteWeakPass,
  noteWrite,
  type ProofOf,
} from "./work.ts"

/** The results of the proposed calls, in call order, whatever order they came in. */
export interface Settlement {
  /** Results of the calls; each is paired with its call by `call_id`, else by order. */
  readonly results: readonly ToolResult[]
  /** What the host says of this turn. Default: nothing. */
  readonly signals?: Signals | undefined
  /** Digest of the work tree after the last call, where one is known; it goes into the proof. */
  readonly workspace_sha256?: string | undefined
}

interface SettleContext {
  readonly declared: (name: string) => DeclaredAnnotations | undefined
  readonly context: EvidenceContext
}

export interface SettleOutcome {
  readonly results: readonly SettledResult[]
  /** The turn edited on top of a live failure. */
  readonly reverify_mandated: boolean
}

/**
 * Takes in a turn's results: keeps their reduced record for the next core step, folds them now or with the next reply
 * (`fold`), and asks the result patterns. A disabled detector still keeps what the results prove.
 */
export function settleTurn(
  draft: Draft,
  settlement: Settlement,
  { declared, context }: SettleContext,
  step: Step,
): SettleOutcome {
  const { config } = step
  let wrote = false
  const keeps_changes = config.enabled && config.repair_aware
  const results = pairResults(settlement.results, draft.proposal, declared).map(({ result, call }) => {
    const baseline: BaselineOf = (check_id, proves) => baselineOf(draft, check_id, proves)
    const changes = draft.changed.so_far
    const reading = readResult(result, { call, config, context, baseline, changes })
    observeInCallOrder(draft, reading, { first_write: !wrote, config, settlement })
    wrote ||= reading.wrote
    if (keeps_changes) noteChange(draft, reading, context.workspace_root)
    // What it wrote itself came before its check.
    const seen_at = reading.wrote ? draft.changed.so_far : changes
    const evidence = reading.evidence && { ...reading.evidence, seen_at }
    return { ...reading, evidence, write_epoch: draft.work.write_epoch }
  })
  const has_unanswered = results.length < draft.proposal.length
  if (keeps_changes && has_unanswered && draft.proposal.some((call) => mayChange(call)))
    noteOtherChange(draft)
  if (!config.enabled) return { results, reverify_mandated: false }
  draft.proposal = []
  const turn = turnEvidence(results, config)
  draft.dispatched = { observations: firstOfEachAction(results), made_edit: turn.made_edit }
  const live = draft.slots.some((slot) => (isLive(slot) && !slot.guessed) || slot.reverify_owed)
  const mandated = config.repair_aware && config.post_edit_reverify && live && turn.made_edit
  if (config.repair_aware) {
    if (config.fold === "same_turn") foldAndTrip(draft, turn, settlement.signals ?? {}, step)
    else draft.pending = turn
    if (results.some(({ is_bisect_step }) => is_bisect_step)) startFailuresOver(draft)
  }
  const found_new = noteHistory(draft, results, config)
  noteCalls(draft, results, { config, checks: context.checks })
  for (const pattern of resultPatterns) {
    const trip = pattern.observe(draft, results, config)
    if (trip && !draft.turn_warned && step.warnings.length === 0)
      registerTrip(draft, step, { pattern: pattern.name, ...trip }, trip.observed)
  }
  tripOnFlailing(draft, settlement.signals ?? {}, step)
  draft.turn_warned ||= step.warnings.length > 0
  forgiveTokens(draft, results, found_new)
  return { results, reverify_mandated: mandated }
}

/**
 * Takes in what one result proves, in call order: its write first, then its verdict on a check. Unlike in the fold,
 * the order within a turn counts: an edit after a check is later than that check.
 */
function observeInCallOrder(
  draft: Draft,
  reading: ReturnType<typeof readResult>,
  {
    first_write,
    config,
    settlement,
  }: { readonly first_write: boolean; readonly config: StallConfig; readonly settlement: Settlement },
): void {
  const { evidence, call, exit_code, output_sha256, replayed } = reading
  if (reading.wrote)
    noteWrite(
      draft,
      first_write,
      reading.file_hashes.map(([path]) => path),
    )
  else if (reading.may_have_written) noteUnknownEffect(draft)
  if (reading.ran_freely) draft.work = { ...draft.work, ran_since_proof: true }
  if (evidence === null) return
  const proves = reading.role === "verification"
  if (!proves && !(config.enabled && config.repair_aware)) return
  if (evidence.class === "fail") return noteFailing(draft, evidence, proves)
  if (evidence.weakness !== "") return proves ? noteWeakPass(draft, evidence) : undefined
  if (!proves && slotOf(draft.slots, evidence.check_id)?.standing != null) return
  const { workspace_sha256 } = settlement
  const proof: ProofOf = {
    source: "tool_result",
    ...(call.command === "" ? {} : { command: call.command }),
    ...(exit_code === null ? {} : { exit_code }),
    output_sha256: output_sha256 ?? "",
    ...(replayed === undefined ? {} : { replayed }),
    ...(workspace_sha256 === undefined ? {} : { workspace_sha256 }),
    turn: draft.turn,
  }
  notePassing(draft, evidence, proves ? proof : null)
}

/**
 * Pairs each result with its call: by call id, else by position, else by name. Results are put into call order,
 * because the first failure is the first in call order, not in order of completion.
 */
function pairResults(
  results: readonly ToolResult[],
  proposal: readonly ProposedCall[],
  declared: (name: string) => DeclaredAnnotations | undefined,
): readonly { result: ToolResult; call: ProposedCall }[] {
  const waiting: (ProposedCall | null)[] = [...proposal]
  const paired = results.map((result, index) => {
    const name = resultName(result)
    const position = positionOf(waiting, index, name, boundedText(readField(result, "call_id")))
    const call = waiting[position] ?? proposeCall({ name, arguments: {} }, declared(name))
    if (position >= 0) waiting[position] = null
    return {
      result,
      call: withResultAnnotations(call, result),
      position: position < 0 ? proposal.length : position,
    }
  })
  return paired.toSorted((a, b) => a.position - b.position)
}

function positionOf(
  waiting: readonly (ProposedCall | null)[],
  index: number,
  name: string,
  call_id: string,
): number {
  const by_id = call_id === "" ? -1 : waiting.findIndex((call) => call !== null && call.call_id === call_id)
  if (by_id !== -1) return by_id
  const at = waiting[index]
  if (at && (name === "" || at.tool_name === name)) return index
  return waiting.findIndex((call) => call !== null && call.tool_name === name)
}

/** The core step pairs by name with the first result; the ping-pong tracker looks actions up. Both need one entry each. */
function firstOfEachAction(results: readonly SettledResult[]): readonly ObservedResult[] {
  const kept = new Map<string, ObservedResult>()
  for (const { observation } of results) {
    if (kept.size >= BOUNDS.calls) break
    const key = `${observation.tool_name} ${observation.action}`
    if (!kept.has(key)) kept.set(key, observation)
  }
  return [...kept.values()]
}
