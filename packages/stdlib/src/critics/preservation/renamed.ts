import { type ChangeSet, strictText } from "@proofloop/foundation/git"
import type { Definition } from "../../code/definition.ts"
import { definitions } from "../../code/definitions.ts"
import type { Placed } from "../../code/symbol_index.ts"
import type { LostDefinition } from "./lost_definition.ts"
import type { Rewrite } from "./rewrite.ts"

/** Whether a new definition of the same kind has nearly the same body. */
export function isRenamed(
  { path, before, definition }: LostDefinition,
  created: readonly Placed[],
  change: ChangeSet,
): boolean {
  const own = wordsWithout(before, definition)
  if (own.size < LEAST_WORDS) return false
  const folder = path.slice(0, path.lastIndexOf("/") + 1)
  return created.some((other) => {
    if (other.definition.kind !== definition.kind || !other.path.startsWith(folder)) return false
    const after = change.files.find((file) => file.path === other.path)?.after ?? null
    return areAlike(own, wordsWithout(strictText(after) ?? "", other.definition))
  })
}

/** The words of a definition without its own name. */
function wordsWithout(text: string, { range, name }: Definition): ReadonlySet<string> {
  const words = new Set(text.slice(range.start, range.end).match(/[\p{L}_$][\p{L}\p{N}_$]+/gu))
  words.delete(name)
  return words
}

/** Shorter bodies may be alike by chance. */
const LEAST_WORDS = 5
const ALIKE = 0.8

/** Whether a file has a new definition with nearly the same body as one of this name. */
export async function hasRenamed(name: string, { path, before, after }: Rewrite): Promise<boolean> {
  const old = (await definitions(path, before)) ?? []
  const known = new Set(old.map((definition) => definition.name))
  const own = old.filter((definition) => definition.name === name && definition.kind !== "method")
  const came = ((await definitions(path, after)) ?? []).filter((definition) => !known.has(definition.name))
  return own.some((definition) => {
    const words = wordsWithout(before, definition)
    return (
      words.size >= LEAST_WORDS &&
      came.some((other) => other.kind === definition.kind && areAlike(words, wordsWithout(after, other)))
    )
  })
}

function areAlike(words: ReadonlySet<string>, others: ReadonlySet<string>): boolean {
  const shared = [...words].filter((word) => others.has(word)).length
  return shared >= ALIKE * Math.max(words.size, others.size)
}

/** Whether a new name contains all words of the lost one, or the other way round. */
export function isNamedAnew(name: string, came: readonly string[]): boolean {
  const own = wordsOfName(name)
  return came.some((other) => {
    const words = wordsOfName(other)
    const shared = [...own].filter((word) => words.has(word)).length
    return shared >= 2 && shared === Math.min(own.size, words.size)
  })
}

function wordsOfName(name: string): ReadonlySet<string> {
  return new Set(name.split(/[^\p{L}\p{N}]+|(?<=\p{Ll})(?=\p{Lu})/u).map((word) => word.toLowerCase()))
}
