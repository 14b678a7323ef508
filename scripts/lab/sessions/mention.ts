/** What one place of a file says of a call, of a result, or of both. */
export interface Mention {
  readonly id?: string | undefined
  /** Of a call. */
  readonly tool?: string | undefined
  readonly args?: unknown
  /** The thread that a call belongs to; default the session's own. */
  readonly thread?: string | undefined
  /** An id names one call of the file: the same once more is a copy. */
  readonly is_unique?: true | undefined
  /** A result is here: of the call beside it, of the call with the id, else of the first that waits, of `answers_tool`. */
  readonly answers?: true | undefined
  readonly answers_tool?: string | undefined
  /** The recorded status; absent where the file tells none. */
  readonly failed?: boolean | undefined
}
