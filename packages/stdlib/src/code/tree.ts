import type { TreeUse } from "@proofloop/parsers"
import { loadParsers } from "../parsers/load_parsers.ts"
import { UnableError } from "../parsers/unable_error.ts"
import type { Language } from "./language.ts"

/** Larger files are not parsed. UTF-16 code units. */
export const MAX_SOURCE = 2 * 1024 * 1024

/**
 * The result of `use` on a text's syntax tree; null: syntax errors, or a grammar that is not installed. Rejects with UnableError without the parsers, and
 * for a text that is too large.
 */
export async function withTree<T>(language: Language, text: string, use: TreeUse<T>): Promise<T | null> {
  const parsers = await parsersFor(language, text)
  return parsers.hasGrammar(language) ? parsers.withTree(language, text, use) : null
}

/** The same for texts that have much in common, such as a file before and after a change. */
export async function withTrees<T>(
  language: Language,
  texts: readonly string[],
  use: (index: number, ...tree: Parameters<TreeUse<T>>) => T,
): Promise<ReadonlyArray<T | null>> {
  const parsers = await parsersFor(language, ...texts)
  return parsers.hasGrammar(language) ? parsers.withTrees(language, texts, use) : texts.map(() => null)
}

function parsersFor(language: Language, ...texts: readonly string[]): ReturnType<typeof loadParsers> {
  if (texts.some(({ length }) => length > MAX_SOURCE))
    throw new UnableError(`a ${language} file is above ${MAX_SOURCE} characters`)
  return loadParsers()
}
