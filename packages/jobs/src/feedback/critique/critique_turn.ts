import { cutCodePoints, cutMiddle, redactSecrets } from "@proofloop/foundation/text"
import { defineTool, type Model, type Tool } from "@proofloop/runtime"
import { dataBlock, LlmError } from "@proofloop/stdlib"
import type { AskOptions } from "@proofloop/stdlib/internal/llm"
import * as z from "zod"
import { ask } from "../prompt_files/ask.ts"
import type { SelfCorrectionSettings } from "../settings.ts"
import { THINKING } from "../steps/tool_inputs.ts"
import { type PastFailure, pastFailuresBlock } from "../steps/triage.ts"

export type CritiqueKind = "edit" | "write_file" | "cli_output"

export interface CritiqueOptions extends CritiqueBasis {
  /** The latest work; above 6000 characters its start and end. */
  readonly recent_output: string
  /** Default "edit". */
  readonly kind?: CritiqueKind | undefined
}

export interface CritiqueBasis extends AskOptions {
  readonly model: Model
  readonly success_criterion: string
  /** What holds in the project; its first 6000 characters. Default: nothing. */
  readonly principles?: string | undefined
  /** Similar earlier failures, best first; the first three are shown. Default: none. */
  readonly memories?: readonly PastFailure[] | undefined
}

export interface Critique {
  readonly findings: readonly CritiqueFinding[]
  /** Those of at least 80: to be fixed, or answered, before the work goes on. */
  readonly high_confidence_findings: readonly CritiqueFinding[]
  /** One of `findings`, or null. */
  readonly most_impactful: CritiqueFinding | null
  readonly dropped: number
  /** The reply, for an audit; secrets redacted, at most 8000 characters. */
  readonly raw_response: string
}

/**
 * One critique of the latest work; an empty reply has no findings. A malformed reply is asked for once more, with the
 * problem. Rejects with LlmError, or with the model's error; changes nothing.
 * @requirement self-correction.critique
 */
export async function critiqueTurn(options: CritiqueOptions): Promise<Critique> {
  const { model } = options
  let raw = ""
  const heard: Model = Object.assign(
    async (...call: Parameters<Model>) => {
      const reply = await model(...call)
      raw = reply.text
      return reply
    },
    { model_name: model.model_name },
  )
  const form = { ...options, schema: critiqueReply, attempts: 2 }
  const answer = await ask(heard, "critique", promptValues(options), form).catch((error: unknown) => {
    if (error instanceof LlmError && error.kind === "empty") return NO_FINDINGS
    throw error
  })
  return { ...readCritique(answer), raw_response: cutCodePoints(redactSecrets(raw), MAX_RAW) }
}

const MAX_OUTPUT = 6000
const MAX_RAW = 8000

const critiqueReply = z.strictObject({
  findings: z.array(z.unknown()).max(50).default([]),
  most_impactful: z.unknown().optional(),
})

const NO_FINDINGS: z.output<typeof critiqueReply> = { findings: [], most_impactful: null }

function readCritique(answer: z.output<typeof critiqueReply>): Omit<Critique, "raw_response"> {
  const findings = answer.findings.map(readFinding).filter((finding) => finding !== null)
  const most = readFinding(answer.most_impactful)
  return {
    findings,
    high_confidence_findings: findings.filter(({ confidence }) => confidence >= HIGH_CRITIQUE_CONFIDENCE),
    most_impactful: findings.find((finding) => most !== null && isSame(finding, most)) ?? null,
    dropped: answer.findings.length - findings.length,
  }
}

function isSame(one: CritiqueFinding, other: CritiqueFinding): boolean {
  return one.citation === other.citation && one.fix_direction === other.fix_direction
}

function promptValues(options: CritiqueOptions): Record<string, string> {
  const { success_criterion, recent_output, kind = "edit", principles = "", memories = [] } = options
  return {
    success_criterion: dataBlock(cutMiddle(success_criterion, MAX_OUTPUT)),
    kind,
    recent_output: dataBlock(cutMiddle(recent_output, MAX_OUTPUT)),
    principles: dataBlock(cutCodePoints(principles.trim() || "(none)", MAX_OUTPUT)),
    memories: pastFailuresBlock(memories),
  }
}

export function critiqueTool(settings: SelfCorrectionSettings): Tool {
  return defineTool({
    name: "critique_turn_output",
    description:
      "A second look at what was just done: findings of at least 60, each with what it breaks and what to do; those of 80 and more come first.",
    input: z.strictObject({
      success_criterion: z.string().min(1).max(4000),
      recent_output: z.string().min(1).max(200_000),
      kind: z.enum(["edit", "write_file", "cli_output"]).default("edit"),
      principles: z.string().max(100_000).default("").describe("What holds in this project"),
    }),
    annotations: THINKING,
    async run(input, { signal }) {
      const { model, prompt_dir, on_event, store } = settings
      const memories = await store.recall("failure_patterns", input.recent_output.slice(0, 4000), 3)
      const critique = await critiqueTurn({ ...input, model, memories, prompt_dir, signal, on_event })
      const { findings, high_confidence_findings, most_impactful } = critique
      return { ok: true, result: { findings, high_confidence_findings, most_impactful } }
    },
  })
}

/** A finding below it is noise. */
export const MIN_CRITIQUE_CONFIDENCE = 60
/** From this confidence on the model hears a finding before its next step. */
export const HIGH_CRITIQUE_CONFIDENCE = 80

export interface CritiqueFinding {
  /** How much it endangers the task, in the critic's opinion. */
  readonly severity: "high" | "med"
  /** What it violates: a principle, an earlier failure, the success criterion. */
  readonly citation: string
  readonly fix_direction: string
  /** Whole number, 60 to 100. */
  readonly confidence: number
}

/**
 * An actionable finding, else null. It has a known severity, a whole number of at least 60 as confidence, something
 * cited, and `path:line` in its direction. Other fields are left out.
 */
export function readFinding(value: unknown): CritiqueFinding | null {
  const read = finding.safeParse(value)
  return read.success ? read.data : null
}

/** `src/clock.ts:40`, `Makefile:3`; a time such as 12:30 is not a place. */
const PLACE = /(?<![\w./-])[\w./-]{0,200}[A-Za-z_][\w./-]{0,60}:[1-9]\d{0,6}(?!\d)/

const finding = z.object({
  severity: z.enum(["high", "med"]),
  citation: z.string().trim().min(1).max(1000),
  fix_direction: z.string().trim().min(1).max(2000).regex(PLACE),
  confidence: z.int().min(MIN_CRITIQUE_CONFIDENCE).max(100),
})
