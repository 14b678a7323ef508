import { type ChangeSet, lenientText } from "@proofloop/foundation/git"
import { isTestFile } from "@proofloop/foundation/paths"
import { languageOf } from "../../code/language.ts"
import { oncePer } from "../once_per.ts"

/** The share of a text's removed lines that the changed files now have more often, 0 to 1; short lines do not count. */
export function movedLines(text: string, change: ChangeSet): number {
  const own = countLines([text])
  const { old, now } = lineCounts(change)
  const lines = [...own].filter(([line]) => line.length > 8)
  const kept = lines.filter(([line, count]) => (now.get(line) ?? 0) > (old.get(line) ?? 0) - count)
  return lines.length === 0 ? 0 : kept.length / lines.length
}

/**
 * The words of a text that the change removed from the sources it touches. With `is_source` the text is itself part
 * of one, and its own content does not count.
 */
export function goneWords(text: string, change: ChangeSet, is_source: boolean): readonly string[] {
  const { old, now } = sourceWords(change)
  const own = countWords([text])
  return [...own].flatMap(([word, count]) => {
    const before = (old.get(word) ?? 0) - (is_source ? count : 0)
    return before > 0 && !now.has(word) ? [word] : []
  })
}

/** How often each line stands in the files of a change before and after it, trimmed. */
const lineCounts = oncePer((change: ChangeSet) => ({
  old: countLines(change.files.map(({ before }) => lenientText(before) ?? "")),
  now: countLines(change.files.map(({ after }) => lenientText(after) ?? "")),
}))

function countLines(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) {
    for (const line of text.split("\n")) counts.set(line.trim(), (counts.get(line.trim()) ?? 0) + 1)
  }
  return counts
}

const WORD = /[\p{L}_$][\p{L}\p{N}_$]{2,}/gu

/** How often each word occurs in the touched sources before and after a change. Tests are not sources. */
const sourceWords = oncePer((change: ChangeSet) => {
  const sources = change.files.filter(({ path }) => languageOf(path) !== null && !isInTests(path))
  return {
    old: countWords(sources.map(({ before }) => lenientText(before) ?? "")),
    now: countWords(sources.map(({ after }) => lenientText(after) ?? "")),
  }
})

function countWords(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) {
    for (const word of text.match(WORD) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1)
  }
  return counts
}

/** Whether a path lies among tests: a test file, or a file beside one. */
export function isInTests(path: string): boolean {
  return isTestFile(path) || /(?:^|\/)(?:tests?|__tests__|testing|spec|e2e|src\/test)\//.test(path)
}
