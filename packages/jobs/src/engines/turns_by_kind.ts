import { nameOption } from "@proofloop/foundation/errors"
import type { RowTurns } from "./row_engine.ts"

/** Finds the turns of a kind. The returned function throws InvalidOptionError for a kind that is not among them. */
export function turnsByKind(all: readonly RowTurns[]): (kind: string) => RowTurns {
  const known = new Map(all.map((turns) => [turns.kind, turns]))
  return (kind) => {
    const found = known.get(nameOption("kind", kind, [...known.keys()]))
    if (found === undefined) throw new Error(`no turns of ${kind}`)
    return found
  }
}
