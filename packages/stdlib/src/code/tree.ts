import type { TreeUse } from "@proofloop/parsers"
import { loadParsers } from "../parsers/load_parsers.ts"
import type { Language } from "./language.ts"

/** Larger files are not parsed. UTF-16 code units. */
export const MAX_SOURCE = 2 * 1024 * 1024

/**
 * What `use` makes of the syntax tree of a text; the tree is freed afterwards. null: too large, too slow, or there are
 * syntax errors in it. Rejects with an UnableError when the parsers are not installed.
 */
export async function withTree<T>(language: Language, text: string, use: TreeUse<T>): Promise<T | null> {
  if (text.length > MAX_SOURCE) return null
  const parsers = await loadParsers()
  return parsers.withTree(language, text, use)
}
