import type { PipelineEvent } from "@proofloop/jobs/pipeline"
import * as z from "zod"
import { fieldsText } from "../terminal/fields_text.ts"

/** The shown state of a running run. Times are in milliseconds. */
export interface Progress {
  readonly run_id: string
  readonly phase: string
  readonly step: string
  /** The subtask that is worked on; null: none is. */
  readonly subtask: { readonly title: string; readonly number: number; readonly of: number } | null
  readonly failed: number
  /** What the repository's own check says; null: it was not run yet. */
  readonly check: string | null
  /** The latest CI result, and how long after the push; null: nobody looked. */
  readonly ci: { readonly state: string; readonly waited_ms: number; readonly at: number } | null
  readonly tokens: number
  readonly usd: number
  readonly model_calls: number
}

/** The event with which the command tells what its live view shows, before each step. */
export const PROGRESS = "pipeline.progress"

const progressSchema = z.object({
  run_id: z.string(),
  phase: z.string(),
  step: z.string(),
  subtask: z.object({ title: z.string(), number: z.number(), of: z.number() }).nullable(),
  failed: z.number(),
  check: z.string().nullable(),
  tokens: z.number(),
  usd: z.number(),
  model_calls: z.number(),
})

const lookSchema = z.object({ state: z.string(), elapsed_ms: z.number() })

/** What an event changes; null before the first step. */
export function progressAfter(before: Progress | null, event: PipelineEvent, now: number): Progress | null {
  if (event.type === PROGRESS) {
    const read = progressSchema.safeParse(event)
    return read.success ? { ...read.data, ci: before?.ci ?? null } : before
  }
  if (before === null || !event.type.startsWith("ci.watch.")) return before
  const look = lookSchema.safeParse(event)
  if (!look.success) return before
  return { ...before, ci: { state: look.data.state, waited_ms: look.data.elapsed_ms, at: now } }
}

/** The event as one lasting line; "" if only the view shows it. */
export function eventText(event: PipelineEvent): string {
  const { type, run_id, ...fields } = event
  if (QUIET.has(type) || (type === "ci.watch.poll" && fields["state"] === "pending")) return ""
  return `${run_id}  ${type.replace(/^pipeline\./, "")}  ${fieldsText(fields)}`.trimEnd()
}

const QUIET: ReadonlySet<string> = new Set([PROGRESS, "pipeline.step_ended"])
