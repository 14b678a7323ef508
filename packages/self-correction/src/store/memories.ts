import { InvalidOptionError } from "@proofloop/foundation/errors"
import { insertMemories, readMemories, selectMemories } from "./memory_rows.ts"
import type { OpenStore } from "./open_store_state.ts"
import { nameOption, numberOption } from "./options.ts"
import { rankMemories } from "./recall.ts"
import { type Memory, memory_topics, type NewMemory } from "./store.ts"

const MAX_READ = 500
const MAX_RECALL = 100

export async function rememberMemories(store: OpenStore, memories: readonly NewMemory[]): Promise<void> {
  const checked = readMemories(memories)
  const at = store.timestamp()
  await store.connection.transaction("write", () => insertMemories(store.connection, checked, at))
}

export async function recallMemories(
  { connection }: OpenStore,
  topic: Memory["topic"],
  text: string,
  limit = 3,
): Promise<readonly Memory[]> {
  const name = nameOption("topic", topic, memory_topics)
  const most = numberOption("limit", limit, 1, MAX_RECALL)
  if (typeof text !== "string") {
    throw new InvalidOptionError({ option: "text", expected: "a text", got: text })
  }
  const memories = await connection.transaction("read", () => selectMemories(connection, name, MAX_READ))
  return rankMemories(memories, text).slice(0, most)
}
