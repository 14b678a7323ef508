import { numberOption, thrownMessage } from "@proofloop/foundation/errors"
import { withDeadline } from "@proofloop/foundation/process"
import type { JsonObject } from "@proofloop/foundation/text"
import type { PostTurnAnswer, TurnPayload } from "@proofloop/runtime/internal"
import { promptLine } from "@proofloop/stdlib/internal/llm"
import { type Critique, type CritiqueFinding, type CritiqueBasis, critiqueTurn } from "./critique_turn.ts"
import { type StateChange, stateChanges } from "./state_change.ts"

export interface ContinuousCritiqueOptions extends CritiqueBasis {
  /** One critique per this many turns with a change; the first such turn has one. Default 3. */
  readonly every?: number | undefined
  /** Longest critique in milliseconds. Default 60 000. */
  readonly timeout_ms?: number | undefined
  /** Gets `critique.done`, `critique.failed` and chatJson's event. A throw is ignored. */
  readonly on_event?:
    | ((
        event: JsonObject & {
          /** Name of the event, such as "critique.done". */
          readonly type: string
        },
      ) => void)
    | undefined
}

export interface ContinuousCritique {
  /** For createAgentLoop. Never throws. */
  readonly post_turn_callback: (turn: TurnPayload) => Promise<PostTurnAnswer>
  /** Findings of 60 to 79 so far, kept for a review of the work and not told to the model: at most 100. */
  findings(): readonly CritiqueFinding[]
}

/**
 * A critic beside one run: after a turn that changed state it sees what happened since its last look. The model reads
 * findings of at least 80 before it goes on; the others are kept. It never stops the run: a failing or slow critic
 * becomes an event. Throws InvalidOptionError for a bad option.
 * @requirement self-correction.critique
 */
export function continuousCritique(options: ContinuousCritiqueOptions): ContinuousCritique {
  const { every = 3, timeout_ms = 60_000 } = options
  numberOption("every", every, 1, MAX_TIMEOUT)
  numberOption("timeout_ms", timeout_ms, 1, MAX_TIMEOUT)
  const kept = new Map<string, CritiqueFinding>()
  let changed_turns = 0
  let unseen: readonly StateChange[] = []
  return {
    async post_turn_callback(turn) {
      const changes = stateChanges(turn)
      if (changes.length === 0) return null
      unseen = [...unseen, ...changes].slice(-MAX_UNSEEN)
      changed_turns += 1
      if ((changed_turns - 1) % every !== 0) return null
      const shown = unseen
      unseen = []
      const critique = await critiqueOf(shown, turn.iteration, options, timeout_ms)
      if (critique === null) return null
      for (const finding of critique.findings) {
        const is_told = critique.high_confidence_findings.includes(finding)
        if (!is_told && kept.size < MAX_KEPT) kept.set(keyOf(finding), finding)
      }
      return messageOf(critique.high_confidence_findings)
    },
    findings: () => [...kept.values()],
  }
}

const MAX_UNSEEN = 20
const MAX_KEPT = 100
const MAX_SAID = 5

async function critiqueOf(
  changes: readonly StateChange[],
  iteration: number,
  options: ContinuousCritiqueOptions,
  timeout_ms: number,
): Promise<Critique | null> {
  const { on_event, signal: stop, ...rest } = options
  const tell = (event: JsonObject & { readonly type: string }): void => {
    try {
      on_event?.(event)
    } catch {
      // A listener that throws must not affect the run.
    }
  }
  const kind = changes.at(-1)?.kind
  const recent_output = changes.map(({ text }) => text).join("\n\n")
  try {
    // A model that ignores its signal must not hold up the run.
    const critique = await withDeadline({ time_ms: timeout_ms, signals: [stop] }, (signal) =>
      critiqueTurn({ ...rest, kind, recent_output, signal, on_event: tell }),
    )
    const { findings, high_confidence_findings, dropped } = critique
    const counts = { findings: findings.length, high_confidence: high_confidence_findings.length, dropped }
    tell({ type: "critique.done", iteration, ...counts })
    return critique
  } catch (error) {
    const message = thrownMessage(error)
    tell({ type: "critique.failed", iteration, error: promptLine(message, 300) })
    return null
  }
}

function messageOf(findings: readonly CritiqueFinding[]): string | null {
  if (findings.length === 0) return null
  const lines = findings.slice(0, MAX_SAID).map(({ citation, fix_direction, severity, confidence }) => {
    return `- ${severity}, ${confidence} of 100 sure: ${promptLine(fix_direction, 600)} (breaks: ${promptLine(citation, 300)})`
  })
  return `A critic looked at what you just did. Before you go on, put each of these right, or say in one sentence why it is mistaken:\n${lines.join("\n")}`
}

function keyOf({ citation, fix_direction }: CritiqueFinding): string {
  return `${citation}\n${fix_direction}`
}

/** Longest timer Node has. */
const MAX_TIMEOUT = 2 ** 31 - 1
