import { cutMiddle } from "@proofloop/foundation/text"
import type { Model } from "@proofloop/runtime"
import { dataBlock, promptLine } from "@proofloop/stdlib/llm"
import { z } from "zod"
import { type Feedback, FIX_CLASSES, type Triage } from "../feedback/feedback.ts"
import { ask, type AskOptions } from "../prompt_files/ask.ts"
import { readCandidatePath } from "./localise_path.ts"
import { type PastFailure, pastFailuresBlock } from "./triage_past_failures.ts"

/** A triage below it is out of scope. */
const MIN_TRIAGE_CONFIDENCE = 60

export interface TriageOptions extends AskOptions {
  readonly model: Model
  readonly feedback: Pick<
    Feedback,
    "id" | "received_at" | "from_handle" | "severity" | "context_url" | "body"
  >
  /** Earlier failures that look alike, best first; the first three are shown. Default none. */
  readonly memories?: readonly PastFailure[] | undefined
  /** Paths of the repository, the most likely first, for a model that cannot look for itself; the first 400 are shown. */
  readonly files?: readonly string[] | undefined
}

/**
 * Asks a model for the class of a fix and where its cause may be, twice at most. Below a confidence of 60 the class becomes
 * `out-of-scope`. Rejects with LlmError, or with what the model throws. @requirement self-correction.triage
 */
export async function triageFeedback(options: TriageOptions): Promise<Triage> {
  const form = { ...options, schema: triageReply, attempts: 2 }
  const answer = await ask(options.model, "triage", promptValues(options), form)
  const { fix_class: proposed_class, ...rest } = answer
  const escalated = proposed_class !== "out-of-scope" && answer.confidence < MIN_TRIAGE_CONFIDENCE
  return {
    ...rest,
    fix_class: escalated ? "out-of-scope" : proposed_class,
    proposed_class,
    escalated_low_confidence: escalated,
  }
}

const candidatePath = z
  .string()
  .max(500)
  .superRefine((text, context) => {
    const read = readCandidatePath(text)
    if ("problem" in read) context.addIssue({ code: "custom", message: read.problem })
  })

const triageReply = z.strictObject({
  fix_class: z.enum(FIX_CLASSES),
  root_cause_hypothesis: z
    .string()
    .max(4000)
    .nullish()
    .transform((text) => text ?? ""),
  candidate_files: z
    .array(z.strictObject({ path: candidatePath, why: z.string().max(1000).default("") }))
    .max(20),
  prior_pattern_hit: z.string().max(300).nullish().default(null),
  confidence: z.int().min(0).max(100),
})

const MAX_BODY = 20_000
const MAX_FILES = 400

function promptValues({ feedback, memories = [], files }: TriageOptions): Record<string, string> {
  return {
    id: promptLine(feedback.id),
    received_at: promptLine(feedback.received_at),
    from_handle: promptLine(feedback.from_handle),
    severity: feedback.severity,
    context_url: feedback.context_url === null ? "nothing in particular" : promptLine(feedback.context_url),
    body: dataBlock(cutMiddle(feedback.body, MAX_BODY)),
    past_failures: pastFailuresBlock(memories),
    files: dataBlock(files === undefined ? "(not given)" : fileList(files)),
  }
}

function fileList(files: readonly string[]): string {
  const shown = files.slice(0, MAX_FILES).map((path) => promptLine(path))
  const left = files.length - shown.length
  return [...shown, ...(left > 0 ? [`and ${left} more`] : [])].join("\n")
}
