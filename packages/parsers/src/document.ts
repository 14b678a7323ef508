import type { Position } from "./position.ts"

/** The keys and list indices that lead from the root to a value. */
export type KeyPath = ReadonlyArray<string | number>

/** A parsed configuration file that knows where its keys stand. */
export interface ConfigDocument {
  readonly data: unknown
  /** Where a key or list item stands, or the nearest thing around it that is there. */
  readonly locate: (path: KeyPath) => Position
}
