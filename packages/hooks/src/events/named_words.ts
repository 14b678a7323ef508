import { memberDigest } from "@proofloop/foundation/text"

const MAX_TEXT = 64 * 1024
const MAX_WORDS = 512
/** Words of paths that name no part of a project. */
const EVERYWHERE: ReadonlySet<string> = new Set("test tests spec specs src lib".split(" "))
const FAILING =
  /\b(?:fail|fix|break|broke|red\b|green\b|pass(?:es|ing)?\b|repair|debug|error|bug|crash|regress|flak)/i

/** Words that may name a part of a project: those of a text, of its paths and of its identifiers, in small letters. */
export function namedWords(text: string): readonly string[] {
  const words = text
    .slice(0, MAX_TEXT)
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
  return [...new Set(words)].filter((word) => word.length > 2 && !EVERYWHERE.has(word)).slice(0, MAX_WORDS)
}

/** Whatever fails may be meant. */
export const ANYTHING = "*"

/**
 * What a prompt may name, as digests of its words. Anything, where it speaks of what fails, or in a language that is
 * not read.
 */
export function askedWords(prompt: string): readonly string[] {
  if (isForeign(prompt) || FAILING.test(prompt)) return [ANYTHING]
  // "Add" is asked for more often than named.
  return namedWords(prompt)
    .filter((word) => word.length > 3)
    .map(memberDigest)
}

/** Whether letters beyond a to z occur. */
export function isForeign(text: string): boolean {
  return /[^\P{L}a-z]/iu.test(text)
}
