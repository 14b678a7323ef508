import * as z from "zod"
import type { RowPlace } from "./row_engine.ts"

/** The meaning of what engines keep of steps. Grows when the present steps would misread a kept result. */
export const JOURNAL_VERSION = 1

export interface RowInput {
  readonly journal_version: number
  /** The kind of the row: "run", "feedback". */
  readonly kind: string
  readonly row_id: string
  readonly repository: string
}

const inputSchema: z.ZodType<RowInput> = z.object({
  journal_version: z.number(),
  kind: z.string(),
  row_id: z.string(),
  repository: z.string(),
})

export function rowInput({ kind, row_id, repository }: RowPlace): RowInput {
  return { journal_version: JOURNAL_VERSION, kind, row_id, repository }
}

/** Reads the input of a workflow. Throws JournalVersionError for one of another version. */
export function readRowInput(given: unknown): RowInput {
  const input = inputSchema.parse(given)
  if (input.journal_version !== JOURNAL_VERSION) throw new JournalVersionError(input)
  return input
}

/** A workflow was started by a release whose journals this one cannot read. */
export class JournalVersionError extends Error {
  readonly code = "journal_version"
  /** Version of the workflow's journal; this release reads another one. */
  readonly journal_version: number

  constructor({ kind, row_id, journal_version }: Pick<RowInput, "kind" | "row_id" | "journal_version">) {
    super(
      `${kind} ${row_id} has a journal of version ${journal_version}, and this release reads version ${JOURNAL_VERSION}: ` +
        "let a worker of its own release end it, or cancel the workflow and start the row again; the store keeps what is done",
    )
    this.name = "JournalVersionError"
    this.journal_version = journal_version
  }
}
