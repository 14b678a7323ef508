import { redactSecrets } from "@proofloop/foundation/text"
import * as z from "zod"

export const OUTCOMES = ["success", "fail", "skipped"] as const
/** skipped: the subtask ended without a commit, and without an error. */
export type Outcome = (typeof OUTCOMES)[number]

const name = z.string().max(500)

/** What happened to one subtask of a run. @requirement critics.observations */
export const observationSchema = z.object({
  /** In gitoma, the branch. */
  run_id: name,
  agent: name,
  subtask_id: name,
  model: name,
  branch: name,
  commit_sha: name.nullish().transform((sha) => sha ?? null),
  outcome: z.enum(OUTCOMES),
  /** Paths that were changed, or were about to be; not hints. */
  touched_files: z.array(z.string().max(1000)).max(200),
  failure_modes: z.array(z.string().regex(/^[a-z][a-z0-9_]{0,63}$/)).max(32),
  confidence: z.number().min(0).max(1),
  /** Which repository it was; null: not known. */
  repository: name.nullish().transform((repository) => repository ?? null),
})

export type Observation = Readonly<z.input<typeof observationSchema>>

/** The observation without secrets in its texts. Throws a ZodError for anything else. */
export function readObservation(given: unknown): z.output<typeof observationSchema> {
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

export const recordedSchema = observationSchema.extend({
  /** When it was recorded, ISO 8601 in UTC. */
  timestamp: z.iso.datetime(),
})

/** An observation as a ledger returns it. */
export type RecordedObservation = Readonly<z.output<typeof recordedSchema>>

/** The confidence an outcome gives an observation: 0.7 after a success, else 0.3. */
export function confidenceOf(outcome: Outcome): number {
  return outcome === "success" ? 0.7 : 0.3
}
