import { InvalidOptionError, thrownMessage } from "@proofloop/foundation/errors"
import { cutCodePoints } from "@proofloop/foundation/text"
import type { Model } from "@proofloop/runtime"
import { askJson } from "../gate/ask_json.ts"
import { type GateListener, guardedListener } from "../gate/event.ts"
import { type ReviewFinding, isFlagged, panelReply } from "./finding.ts"
import { type Persona, resolvePersonas } from "./personas.ts"
import { panelMessages } from "./prompts.ts"

const MODES = ["off", "advisory", "blocking"] as const
/** advisory: findings are told. blocking: a blocker rejects the change. */
export type PanelMode = (typeof MODES)[number]

export interface PanelOptions {
  readonly model: Model
  /** Default "advisory". */
  readonly mode?: PanelMode | undefined
  /** Ids of built-in personas, or personas of the host. Default: dev, arch, contributor. */
  readonly personas?: readonly string[] | readonly Persona[] | undefined
  /** Called with each event of the panel. Default: none. */
  readonly on_event?: GateListener | undefined
  /** PROOFLOOP_G14_REJECT_FENCED_JSON. Default: process.env. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined
}

export interface PanelFinding extends ReviewFinding {
  readonly persona: string
}

export interface PanelReview {
  readonly subtask_id: string
  readonly findings: readonly PanelFinding[]
  readonly errors: ReadonlyArray<{
    readonly persona: string
    readonly error: string
  }>
}

export interface ReviewedChange {
  readonly subtask_id: string
  readonly title: string
  readonly diff: string
}

export interface Panel {
  /** Whether a blocker only advises or rejects the change. */
  readonly mode: PanelMode
  readonly personas: readonly Persona[]
  /** The last 200 reviews. */
  readonly reviews: readonly PanelReview[]
  /** One call of the model for each persona. Never rejects: a failing persona is an error of the review. */
  review(change: ReviewedChange, signal?: AbortSignal): Promise<PanelReview>
}

const MAX_REVIEWS = 200

/** Readers of a change, each with its own questions. Throws InvalidOptionError. @requirement critics.panel */
export function createPanel(options: PanelOptions): Panel {
  const { model, env, mode = "advisory", personas = ["dev", "arch", "contributor"] } = options
  if (!MODES.includes(mode)) {
    throw new InvalidOptionError({ option: "mode", expected: `one of ${MODES.join(", ")}`, got: mode })
  }
  const readers = personas.flatMap((one) => (typeof one === "string" ? resolvePersonas([one]) : [one]))
  const emit = guardedListener(options.on_event)
  const reviews: PanelReview[] = []
  return {
    mode,
    personas: readers,
    reviews,
    async review(change, signal) {
      const { subtask_id } = change
      if (mode === "off") return { subtask_id, findings: [], errors: [] }
      emit({ type: "critic_panel.review.start", subtask_id, personas: readers.map(({ id }) => id) })
      const findings: PanelFinding[] = []
      const errors: Array<{ persona: string; error: string }> = []
      for (const persona of readers) {
        try {
          const messages = panelMessages(persona, change.title, change.diff)
          const { findings: found } = await askJson(model, messages, panelReply, {
            emit,
            env,
            signal,
            role: "critic",
          })
          findings.push(...found.map((one) => ({ ...one, axiom: null, persona: persona.id })))
        } catch (error) {
          const told = cutCodePoints(thrownMessage(error), 300)
          errors.push({ persona: persona.id, error: told })
          emit({ type: "critic_panel.review.error", subtask_id, persona: persona.id, error: told })
        }
      }
      tellFindings(["critic_panel.finding", "critic_panel.review.end"], findings, (event) =>
        emit({ subtask_id, ...event }),
      )
      const review = { subtask_id, findings, errors }
      reviews.push(review)
      if (reviews.length > MAX_REVIEWS) reviews.shift()
      return review
    },
  }
}

/** Each finding as an event, then their number as another. */
export function tellFindings(
  [one, end]: readonly [one: string, end: string],
  findings: readonly (ReviewFinding & { readonly persona?: string })[],
  emit: GateListener,
): void {
  for (const { summary, ...finding } of findings)
    emit({ type: one, ...finding, summary: cutCodePoints(summary, 300) })
  const flagged = findings.filter(isFlagged).length
  emit({ type: end, findings: findings.length, flagged })
}
