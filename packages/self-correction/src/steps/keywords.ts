/** Shorter words are in every file. */
const MIN_LENGTH = 4
const MAX_LENGTH = 64
const MAX_KEYWORDS = 5
/** Feedback may carry a log. */
const MAX_TEXT = 100_000

const STOP_WORDS: ReadonlySet<string> = new Set([
  "the",
  "and",
  "that",
  "with",
  "have",
  "from",
  "this",
  "there",
  "which",
  "your",
  "you",
  "about",
  "into",
  "when",
  "what",
  "been",
  "were",
  "does",
  "should",
])

/**
 * At most five words to look for in files, lower case, longest first, each of at least four letters, digits or underscores. A name
 * such as `bar.py` of which no part is long enough stays whole.
 */
export function extractKeywords(text: string): readonly string[] {
  const words = text
    .slice(0, MAX_TEXT)
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}_.-]+/u)
    .flatMap(wordsOf)
    .filter((word) => word.length >= MIN_LENGTH && word.length <= MAX_LENGTH)
    .filter((word) => !STOP_WORDS.has(word) && /[\p{L}\p{N}]/u.test(word))
  return [...new Set(words)].toSorted((one, other) => other.length - one.length).slice(0, MAX_KEYWORDS)
}

function wordsOf(name: string): readonly string[] {
  const parts = name.split(/[.-]/).filter((part) => part !== "")
  return parts.length > 1 && parts.every((part) => part.length < MIN_LENGTH) ? [trimmed(name)] : parts
}

function trimmed(name: string): string {
  return name.replace(/^[.-]{1,64}/, "").replace(/[.-]{1,64}$/, "")
}
