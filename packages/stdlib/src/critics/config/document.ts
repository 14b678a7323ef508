import { isRecord } from "@proofloop/foundation/text"
import type { KeyPath, Position } from "@proofloop/parsers"

export const FIRST_POSITION: Position = { line: 1, column: 1 }

/** A path as people write it: `jobs.build.steps.0`, `<root>` for the whole document. */
export function dottedPath(path: KeyPath): string {
  return path.length === 0 ? "<root>" : path.map(String).join(".")
}

/** An own member of a record; undefined for anything else. */
export function memberOf(value: unknown, key: string): unknown {
  return isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined
}
