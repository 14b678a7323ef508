/** Where something stands in a file, both from 1. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** The keys and list indices that lead from the root to a value. */
export type KeyPath = ReadonlyArray<string | number>

/** A parsed configuration file that knows where its keys stand. */
export interface ConfigDocument {
  readonly data: unknown
  /** Where a key or list item stands, or the nearest thing around it that is there. */
  readonly locate: (path: KeyPath) => Position
}

/** The first position of a file. */
export const start_of_file: Position = { line: 1, column: 1 }

/** A path as people write it: `jobs.build.steps.0`, `<root>` for nothing. */
export function dottedPath(path: KeyPath): string {
  return path.length === 0 ? "<root>" : path.map(String).join(".")
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value)
}

/** An own member of a record; undefined for anything else. */
export function memberOf(value: unknown, key: string): unknown {
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined
}
