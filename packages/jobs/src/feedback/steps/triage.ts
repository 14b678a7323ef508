import { cutMiddle } from "@proofloop/foundation/text"
import { defineTool, type Model, type Tool } from "@proofloop/runtime"
import { dataBlock } from "@proofloop/stdlib"
import { type AskOptions, promptLine } from "@proofloop/stdlib/internal/llm"
import * as z from "zod"
import type { Memory } from "../../store/store.ts"
import { type Feedback, FIX_CLASSES, SEVERITIES, type Triage } from "../feedback.ts"
import { ask } from "../prompt_files/ask.ts"
import type { SelfCorrectionSettings } from "../settings.ts"
import { readCandidatePath } from "./localise_file.ts"
import { likelyFiles } from "./rank_files.ts"
import { type FeedbackStep, fetchBase, moveTo } from "./step.ts"
import { idInput, THINKING } from "./tool_inputs.ts"

/** A triage below it is out of scope. */
const MIN_TRIAGE_CONFIDENCE = 60

export interface TriageOptions extends AskOptions {
  readonly model: Model
  readonly feedback: Pick<
    Feedback,
    "id" | "received_at" | "from_handle" | "severity" | "context_url" | "body"
  >
  /** Similar earlier failures, best first; the first three are shown. Default none. */
  readonly memories?: readonly PastFailure[] | undefined
  /** Paths of the repository, the most likely first, for a model that cannot look for itself; the first 400 are shown. */
  readonly files?: readonly string[] | undefined
}

/**
 * Asks a model for a fix's class and the likely places of its cause, at most twice. Below a confidence of 60 the
 * class becomes `out-of-scope`. Rejects with LlmError, or with the model's error.
 * @requirement self-correction.triage
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

/** Classifies the feedback; out of scope is rejected with the reason, in the same change. */
export const triageStep: FeedbackStep = {
  name: "triage",
  needs: ["forge", "model"],
  async run(row, context) {
    const { settings, signal, tell } = context
    const { store, forge, base, prompt_dir, on_event } = settings
    const memories = await store.recall("failure_patterns", row.body, 3)
    const about = [row.body, row.context_url ?? "", row.success_criterion ?? ""].join("\n")
    const files = await likelyFiles(settings.root, await fetchBase(context, row), about)
    const place = { forge: forge.name, repository: await forge.repository(signal), base }
    const model = settings.modelFor("triage")
    const found = await triageFeedback({
      model,
      feedback: row,
      memories,
      files,
      prompt_dir,
      signal,
      on_event,
    })
    const { fix_class, proposed_class, confidence, escalated_low_confidence } = found
    const told = { fix_class, proposed_class, confidence, escalated_low_confidence }
    tell("triaged", told)
    const change = {
      fix_class,
      ...(row.place === null ? { place } : {}),
      ...(found.root_cause_hypothesis.trim() === "" ? {} : { root_cause: found.root_cause_hypothesis }),
      work: { triage: found },
      note: { step: "triage", ...told },
    }
    if (fix_class !== "out-of-scope") return moveTo("triaged", context, row, change)
    const rejection = escalated_low_confidence
      ? `nobody could tell what to change: the triage is ${confidence} % sure, which is below 60 %`
      : `it is out of scope: ${found.root_cause_hypothesis || "nothing of this repository is to be changed"}`
    const note = { ...change.note, reason: rejection }
    return moveTo("rejected", context, row, { ...change, work: { ...change.work, rejection }, note })
  },
}

export function triageTool(settings: SelfCorrectionSettings): Tool {
  return defineTool({
    name: "triage_feedback",
    description:
      "Into which class a feedback falls, its likely cause and the files to look at. Below a confidence of 60 the class is out-of-scope.",
    input: z.strictObject({
      feedback_id: idInput,
      body: z.string().min(1).max(100_000).describe("The feedback, word for word"),
      received_at: z.string().max(40).default(""),
      from_handle: z.string().max(200),
      severity: z.enum(SEVERITIES),
      context_url: z.string().max(2048).nullish(),
    }),
    annotations: THINKING,
    async run({ feedback_id, context_url = null, ...feedback }, { signal }) {
      const { prompt_dir, on_event, store } = settings
      const memories = await store.recall("failure_patterns", feedback.body, 3)
      const result = await triageFeedback({
        model: settings.modelFor("triage"),
        feedback: { ...feedback, id: feedback_id, context_url },
        memories,
        prompt_dir,
        signal,
        on_event,
      })
      return { ok: true, result }
    },
  })
}

export type PastFailure = Pick<Memory, "embedding_key" | "payload">

/** The first three for a prompt, a line each with its key; "(none)" without any. */
export function pastFailuresBlock(memories: readonly PastFailure[]): string {
  return dataBlock(memories.slice(0, 3).map(failureLine).join("\n") || "(none)")
}

function failureLine({ embedding_key, payload }: PastFailure): string {
  const fields = Object.entries(payload).slice(0, 10)
  const said = fields.map(([name, value]) => {
    const text = typeof value === "string" ? value : JSON.stringify(value)
    return `${promptLine(name, 60)}: ${promptLine(text ?? "", 400)}`
  })
  return `- ${promptLine(embedding_key)}; ${said.join("; ")}`
}
