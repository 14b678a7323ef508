import { InvalidOptionError, nameOption, numberOption } from "@proofloop/foundation/errors"
import { parsedJson } from "@proofloop/foundation/text"
import * as z from "zod"
import type { StoreTransaction } from "./open_store_state.ts"
import { idOption, isPlainObject, objectOption, textOption } from "./options.ts"
import type { JobKind, Memory, NewMemory } from "./store.ts"
import { StoreError } from "./store_error.ts"
import { storedJson } from "./stored_json.ts"

export type NewMemoryRow = Omit<NewMemory, "payload"> & { readonly payload: string }

const KEYS = ["topic", "payload", "embedding_key", "confidence", "source_id"] as const
const MAX_AT_ONCE = 100
const MAX_PAYLOAD = 65_536
const MAX_PAYLOAD_TEXT = 16_384

const memorySchema = z.object({
  topic: z.string(),
  payload: z.string(),
  embedding_key: z.string(),
  confidence: z.number().int(),
  source_kind: z.string(),
  source_id: z.string(),
  recorded_at: z.string(),
})

/** Throws InvalidOptionError naming what is wrong. */
export function readMemories(kind: JobKind, memories: unknown): readonly NewMemoryRow[] {
  if (Array.isArray(memories) && memories.length <= MAX_AT_ONCE) {
    return memories.map((memory, index) => readMemory(kind, memory, index))
  }
  throw new InvalidOptionError({
    option: "memories",
    expected: `a list of at most ${MAX_AT_ONCE}`,
    got: memories,
  })
}

/** One a topic and source; a second one leaves the first unchanged. */
export async function insertMemories(
  { sql, kind }: StoreTransaction,
  memories: readonly NewMemoryRow[],
  at: string,
): Promise<void> {
  for (const { topic, payload, embedding_key, confidence, source_id } of memories) {
    await sql.run(
      `INSERT INTO memories (topic, payload, embedding_key, confidence, source_kind, source_id, recorded_at)
       VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (source_kind, topic, source_id) DO NOTHING`,
      topic,
      payload,
      embedding_key,
      confidence,
      kind.name,
      source_id,
      at,
    )
  }
}

/** Newest first. */
export async function selectMemories(
  { sql, kind }: StoreTransaction,
  topic: string,
  limit: number,
): Promise<readonly Memory[]> {
  const columns = memorySchema.keyof().options.join(", ")
  const newest = `SELECT ${columns} FROM memories WHERE source_kind = ? AND topic = ? ORDER BY number DESC LIMIT ?`
  return (await sql.all(newest, kind.name, topic, limit)).map(readRow)
}

function readMemory({ topics }: JobKind, memory: unknown, index: number): NewMemoryRow {
  const place = `memories[${index}]`
  const given = objectOption(place, memory, KEYS)
  const { payload } = given
  if (!isPlainObject(payload)) {
    throw new InvalidOptionError({ option: `${place}.payload`, expected: "an object", got: payload })
  }
  const bounds = { most: MAX_PAYLOAD, most_a_text: MAX_PAYLOAD_TEXT }
  return {
    topic: nameOption(`${place}.topic`, given["topic"], topics),
    payload: storedJson(`${place}.payload`, payload, bounds),
    embedding_key: textOption(`${place}.embedding_key`, given["embedding_key"], 256),
    confidence: numberOption(`${place}.confidence`, given["confidence"], 0, 100),
    source_id: idOption(`${place}.source_id`, given["source_id"]),
  }
}

function readRow(found: unknown): Memory {
  const { payload: text, ...row } = memorySchema.parse(found)
  const payload: unknown = parsedJson(text)
  if (isPlainObject(payload)) return { ...row, payload }
  throw new StoreError(
    "corrupt",
    `memory of ${row.source_id} in ${row.topic}: its payload is not a JSON object`,
  )
}
