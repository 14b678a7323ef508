import { redactSecrets } from "@proofloop/foundation/text"
import * as z from "zod"

export const OUTCOMES = ["success", "fail", "skipped"] as const
/** skipped: the subtask ended without a commit, and without an error. */
export type Outcome = (typeof OUTCOMES)[number]

/** What happened to one subtask of a run. @requirement critics.observations */
export interface Observation {
  /** Id of the run; in gitoma, the branch. At most 500 characters, like every name here. */
  readonly run_id: string
  readonly agent: string
  readonly subtask_id: string
  readonly model: string
  readonly branch: string
  /** The commit with its change. Default: null, there is none. */
  readonly commit_sha?: string | null | undefined
  readonly outcome: Outcome
  /** Paths that were changed, or were about to be, at most 200; not hints. */
  readonly touched_files: readonly string[]
  /** Labels of what went wrong, in snake_case, at most 32. */
  readonly failure_modes: readonly string[]
  /** How sure the observation is, from 0 to 1. */
  readonly confidence: number
  /** Which repository it was. Default: null, not known. */
  readonly repository?: string | null | undefined
}

export interface RecordedObservation extends Observation {
  /** The commit with its change; null: there is none. */
  readonly commit_sha: string | null
  /** Which repository it was; null: not known. */
  readonly repository: string | null
  /** When it was recorded, ISO 8601 in UTC. */
  readonly timestamp: string
}

const name = z.string().max(500)

export const observationSchema = z.object({
  run_id: name,
  agent: name,
  subtask_id: name,
  model: name,
  branch: name,
  commit_sha: name.nullish().transform((sha) => sha ?? null),
  outcome: z.enum(OUTCOMES),
  touched_files: z.array(z.string().max(1000)).max(200),
  failure_modes: z.array(z.string().regex(/^[a-z][a-z0-9_]{0,63}$/)).max(32),
  confidence: z.number().min(0).max(1),
  repository: name.nullish().transform((repository) => repository ?? null),
})

/** The observation without secrets in its texts. Throws a ZodError for anything else. */
export function readObservation(given: unknown): Omit<RecordedObservation, "timestamp"> {
  const { run_id, agent, subtask_id, model, branch, touched_files, repository, ...rest } =
    observationSchema.parse(given)
  return {
    run_id: redactSecrets(run_id),
    agent: redactSecrets(agent),
    subtask_id: redactSecrets(subtask_id),
    model: redactSecrets(model),
    branch: redactSecrets(branch),
    ...rest,
    touched_files: touched_files.map(redactSecrets),
    repository: repository === null ? null : redactSecrets(repository),
  }
}

export const recordedSchema = observationSchema.extend({ timestamp: z.iso.datetime() })

/** The confidence an outcome gives an observation: 0.7 after a success, else 0.3. */
export function confidenceOf(outcome: Outcome): number {
  return outcome === "success" ? 0.7 : 0.3
}
