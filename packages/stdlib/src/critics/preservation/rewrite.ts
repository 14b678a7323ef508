import type { Definition } from "../../code/definition.ts"

export interface Rewrite {
  readonly path: string
  readonly before: string
  readonly after: string
}

export interface LostName {
  readonly name: string
  /** In the text before, from 1. */
  readonly line: number
  /** "function", "exported type". */
  readonly what: string
  /** It has another name now, and nothing in the repository uses the old one. */
  readonly is_renamed?: boolean
  /** Everything that used it went, and nothing else settles the loss. */
  readonly went_with_use?: boolean
  /** For losses that count only when somebody misses the name. */
  readonly definition?: Definition
}
