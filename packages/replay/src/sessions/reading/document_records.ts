import { isRecord, readMember } from "@proofloop/foundation/text"
import type { SessionRecord } from "../importer.ts"
import type { FileRange } from "./lines.ts"
import { type FoundValue, openJsonFeed, readBytes } from "./stream_json.ts"

/** How many members of the objects in a document's head are kept. */
const MAX_HEAD_MEMBERS = 10_000
const OPENING_LIST = 0x5b

/** The records of a document at hand: its head and the elements of its list, or itself where it holds none. */
export function* documentRecords(
  value: unknown,
  lists: readonly string[],
  line?: number,
): Generator<SessionRecord> {
  const name = Array.isArray(value) ? "" : lists.find((member) => Array.isArray(readMember(value, member)))
  const elements = name === "" ? value : name === undefined ? undefined : readMember(value, name)
  if (!Array.isArray(elements) || name === undefined || !lists.includes(name)) {
    yield { value, line }
    return
  }
  const members = isRecord(value) ? Object.entries(value).filter(([member]) => member !== name) : []
  yield { value: Object.fromEntries(members), part: "head", line }
  for (const element of elements) yield { value: element, part: "element", line }
}

/** The same for a document too large to hold, read twice; ends with a broken record where it stops being JSON. */
export async function* streamedRecords(
  range: FileRange,
  lists: readonly string[],
  line?: number,
): AsyncGenerator<SessionRecord> {
  if (await opensList(range)) {
    yield { value: {}, part: "head", line }
    if (lists.includes("")) yield* streamedElements(range, ["$.*"], () => true, line)
    return
  }
  const head = await streamedHead(range, lists)
  yield { value: head.value, part: "head", line }
  const list = head.list
  if (list !== undefined) yield* streamedElements(range, ["$.*.*"], ({ path }) => path[0] === list, line)
}

async function* streamedElements(
  range: FileRange,
  paths: readonly string[],
  isWanted: (found: FoundValue) => boolean,
  line: number | undefined,
): AsyncGenerator<SessionRecord> {
  let ready: unknown[] = []
  const feed = openJsonFeed(paths, (found) => {
    if (isWanted(found)) ready.push(found.value)
    takeOut(found)
  })
  let broken: string | undefined
  for await (const chunk of readBytes(range)) {
    broken = feedOrReason(feed, chunk)
    for (const value of ready) yield { value, part: "element", line }
    ready = []
    if (broken !== undefined) break
  }
  const reason = broken ?? (feed.is_done ? undefined : "the document is cut off")
  if (reason !== undefined) yield { value: undefined, line, broken: reason }
}

/** All members but lists, and which of the lists asked for is there. */
async function streamedHead(
  range: FileRange,
  lists: readonly string[],
): Promise<{ readonly value: unknown; readonly list: string | undefined }> {
  let root: unknown = {}
  let members = 0
  const found_lists = new Set<unknown>()
  const feed = openJsonFeed(["$", "$.*.*"], (found) => {
    root = found.root
    if (found.path.length === 0) return
    if (Array.isArray(found.parent)) found_lists.add(found.path[0])
    members += 1
    if (Array.isArray(found.parent) || members > MAX_HEAD_MEMBERS) takeOut(found)
  })
  for await (const chunk of readBytes(range)) {
    if (feedOrReason(feed, chunk) !== undefined) break
  }
  return { value: root, list: lists.find((name) => found_lists.has(name)) }
}

function takeOut({ parent, path }: FoundValue): void {
  if (Array.isArray(parent)) parent.pop()
  else if (typeof parent === "object" && parent !== null) Reflect.deleteProperty(parent, path.at(-1) ?? "")
}

function feedOrReason(feed: { write(bytes: Uint8Array): void }, chunk: Uint8Array): string | undefined {
  try {
    feed.write(chunk)
    return undefined
  } catch {
    return "the document is not JSON from here on"
  }
}

async function opensList(range: FileRange): Promise<boolean> {
  for await (const chunk of readBytes(range)) {
    const first = chunk.find((byte) => byte > 0x20)
    if (first !== undefined) return first === OPENING_LIST
  }
  return false
}
