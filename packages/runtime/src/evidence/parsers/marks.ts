import { createLiteralIndex, type LiteralIndex } from "../literals.ts"
import type { OutputParser } from "./parser.ts"

const indexes = new WeakMap<readonly OutputParser[], LiteralIndex>()

/** Finds which parsers of a list have a mark in a text; made once for each list. */
export function markIndex(parsers: readonly OutputParser[]): LiteralIndex {
  const known = indexes.get(parsers) ?? createLiteralIndex(parsers.map(({ marks = [] }) => marks))
  indexes.set(parsers, known)
  return known
}
