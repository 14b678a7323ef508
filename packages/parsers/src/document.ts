import type { Position } from "./position.ts"

export type KeyPath = ReadonlyArray<string | number>

export interface ConfigDocument {
  readonly data: unknown
  /** The place of a key or list item, or of the nearest existing thing around it. */
  readonly locate: (path: KeyPath) => Position
}
