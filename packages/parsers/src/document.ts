import type { Position } from "./position.ts"

/** The keys and list indices that lead from the root to a value. */
export type KeyPath = ReadonlyArray<string | number>

/** A parsed configuration file that knows where its keys stand. */
export interface ConfigDocument {
  readonly data: unknown
  /** The place of a key or list item, or of the nearest existing thing around it. */
  readonly locate: (path: KeyPath) => Position
}
