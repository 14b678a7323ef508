import type { Definition } from "../../code/definition.ts"

/** One touched file that was there before and is there still, as text. */
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
  /** For what is lost only when somebody misses it. */
  readonly definition?: Definition
}
