import { InvalidOptionError, nameOption, numberOption } from "@proofloop/foundation/errors"
import { insertMemories, readMemories, selectMemories } from "./memory_rows.ts"
import { inTransaction, type OpenStore } from "./open_store_state.ts"
import type { Memory, NewMemory } from "./store.ts"

const MAX_READ = 500
const MAX_RECALL = 100

export async function rememberMemories(store: OpenStore, memories: readonly NewMemory[]): Promise<void> {
  const checked = readMemories(store.kind, memories)
  const at = store.timestamp()
  await inTransaction(store, "write", (within) => insertMemories(within, checked, at))
}

export async function recallMemories(
  store: OpenStore,
  topic: string,
  text: string,
  limit = 3,
): Promise<readonly Memory[]> {
  const name = nameOption("topic", topic, store.kind.topics)
  const most = numberOption("limit", limit, 1, MAX_RECALL)
  if (typeof text !== "string") {
    throw new InvalidOptionError({ option: "text", expected: "a text", got: text })
  }
  const memories = await inTransaction(store, "read", (within) => selectMemories(within, name, MAX_READ))
  return rankMemories(memories, text).slice(0, most)
}

const MAX_TEXT = 65_536

/** Memories that share most words with the text come first; equal ones keep their order in `memories`. */
function rankMemories(memories: readonly Memory[], text: string): readonly Memory[] {
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

/** Without the keys, which every memory of a topic shares. */
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
