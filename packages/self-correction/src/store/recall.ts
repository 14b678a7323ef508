import type { Memory } from "./store.ts"

const MAX_TEXT = 65_536

/** Those that share most words with the text first; of equals the one that comes first in `memories`. */
export function rankMemories(memories: readonly Memory[], text: string): readonly Memory[] {
  const wanted = wordsOf(text)
  return memories
    .map((memory) => ({ memory, shared: shared(wanted, wordsOf(textsOf(memory.payload))) }))
    .toSorted((a, b) => b.shared - a.shared)
    .map(({ memory }) => memory)
}

function wordsOf(text: string): ReadonlySet<string> {
  return new Set(
    text
      .slice(0, MAX_TEXT)
      .toLowerCase()
      .match(/[\p{L}\p{N}]{3,64}/gu),
  )
}

/** Not the keys: every memory of a topic has the same. */
function textsOf(value: unknown): string {
  if (typeof value === "string") return value
  if (typeof value !== "object" || value === null) return ""
  return Object.values(value).map(textsOf).join(" ")
}

function shared(wanted: ReadonlySet<string>, words: ReadonlySet<string>): number {
  let count = 0
  for (const word of words) if (wanted.has(word)) count += 1
  return count
}
