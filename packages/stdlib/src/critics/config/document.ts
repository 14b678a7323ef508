import type { KeyPath, Position } from "@proofloop/parsers"

export const FIRST_POSITION: Position = { line: 1, column: 1 }

/** A path as people write it: `jobs.build.steps.0`, `<root>` for the whole document. */
export function dottedPath(path: KeyPath): string {
  return path.length === 0 ? "<root>" : path.map(String).join(".")
}
