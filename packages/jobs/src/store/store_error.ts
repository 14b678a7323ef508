export type StoreProblem =
  | "not_found"
  | "exists"
  /** A change that the transition table, or a rule about a state, does not allow. */
  | "illegal_transition"
  | "not_claimed"
  /** A note or a row differs from what the store wrote. */
  | "corrupt"
  /** Two stores hold a row of the same id with different histories. */
  | "differs"
  /** Other processes kept the store locked for a minute, or wrote to it while it was copied. */
  | "busy"
  /** The file belongs to something else. It stays unchanged. */
  | "not_a_store"
  /** A later version of this library made the store. It stays unchanged. */
  | "newer_version"
  /** An early version made it, whose stores held feedback alone. It stays unchanged. */
  | "older_version"
  | "closed"
  /** The file system refused: no permission, no space. */
  | "io"

export class StoreError extends Error {
  readonly code: StoreProblem
  readonly row_id: string | null

  constructor(
    code: StoreProblem,
    message: string,
    options: ErrorOptions & { readonly row_id?: string | undefined } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = "StoreError"
    this.code = code
    this.row_id = options.row_id ?? null
  }
}

/** A row that differs from what the store wrote; `what` says where, beginning with the note or the column. */
export function corruptRow(kind: string, row_id: string, what: string): StoreError {
  return new StoreError("corrupt", `${kind} ${row_id}: ${what}`, { row_id })
}
