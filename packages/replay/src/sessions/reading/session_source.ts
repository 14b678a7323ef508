import { stat, readFile } from "node:fs/promises"
import type { SessionHead, SessionImporter, SessionRecord } from "../importer.ts"
import { documentRecords, streamedRecords } from "./document_records.ts"
import { eventFiles, eventRecords } from "./event_folder.ts"
import { readHead, type FileHead } from "./head.ts"
import { type Line, type OnRead, readLines } from "./lines.ts"

/** How many files of a folder tell its format. */
const HEAD_FILES = 8

/** What holds sessions: a file, or a folder with an event a file. */
export interface SessionSource {
  readonly head: SessionHead
  readonly is_empty: boolean
  readonly records: (asked: SessionImporter["records"]) => AsyncIterable<SessionRecord>
}

/** Opens a regular file or an event folder, else says why it is neither. Throws what the file system throws. */
export async function openSource(
  path: string,
  onRead?: OnRead,
): Promise<SessionSource | { readonly problem: string }> {
  const facts = await stat(path)
  if (facts.isDirectory()) return openFolder(path)
  if (!facts.isFile()) return { problem: "is no regular file; save it to a file first" }
  const head = await readHead(path)
  return { head, is_empty: head.text.trim() === "", records: (asked) => fileRecords(head, asked, onRead) }
}

async function openFolder(path: string): Promise<SessionSource | { readonly problem: string }> {
  const names = await eventFiles(path)
  if (names === null) return { problem: "is a folder, and none of files with an event each" }
  const values: unknown[] = []
  for await (const { value, broken } of eventRecords(path, names.slice(0, HEAD_FILES))) {
    if (broken === undefined) values.push(value)
  }
  return { head: { path, text: "", values }, is_empty: false, records: () => eventRecords(path, names) }
}

/** What is parsed at once; more is streamed. */
const PARSED_BYTES = 16 * 1024 * 1024
/** A line that holds one message. */
const MESSAGE_BYTES = 4 * PARSED_BYTES

/** The records of a file, as an importer asks for them. Memory is bounded by one of them, and by 16 MB. */
async function* fileRecords(
  head: FileHead,
  records: SessionImporter["records"],
  onRead: OnRead | undefined,
): AsyncGenerator<SessionRecord> {
  if (records === "text_lines") yield* textRecords(head.path, onRead)
  else if (records === "json_lines") yield* lineRecords(head.path, [], onRead)
  else if (head.layout === "lines") yield* lineRecords(head.path, records.lists, onRead)
  else yield* wholeFileRecords(head.path, records.lists)
}

async function* textRecords(path: string, onRead: OnRead | undefined): AsyncGenerator<SessionRecord> {
  for await (const { number, text } of readLines(path, PARSED_BYTES, onRead)) {
    yield text === null ? tooLong(number, PARSED_BYTES) : { value: text, line: number }
  }
}

async function* lineRecords(
  path: string,
  lists: readonly string[],
  onRead: OnRead | undefined,
): AsyncGenerator<SessionRecord> {
  const longest = lists.length === 0 ? MESSAGE_BYTES : PARSED_BYTES
  for await (const line of readLines(path, longest, onRead)) {
    const is_cut_document = line.number === 1 && !line.is_ended && lists.length > 0 && !isJson(line.text)
    if (line.text === null && lists.length === 0) yield tooLong(line.number, longest)
    else if (line.text === null || is_cut_document) yield* streamedRecords(line.range, lists, line.number)
    else yield* parsedLine(line, line.text, lists)
  }
}

function* parsedLine(line: Line, text: string, lists: readonly string[]): Generator<SessionRecord> {
  if (text.trim() === "") return
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    const broken = line.is_ended ? "the line is no JSON" : "the line is no JSON; it may still be written"
    yield { value: undefined, line: line.number, broken }
    return
  }
  yield* documentRecords(value, lists, line.number)
}

function isJson(text: string | null): boolean {
  if (text === null) return false
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

async function* wholeFileRecords(path: string, lists: readonly string[]): AsyncGenerator<SessionRecord> {
  const { size } = await stat(path)
  const value = size <= PARSED_BYTES ? await parsedFile(path) : undefined
  if (value === undefined) yield* streamedRecords({ path, start: 0, end: size }, lists)
  else yield* documentRecords(value, lists)
}

async function parsedFile(path: string): Promise<unknown> {
  const text = new TextDecoder().decode(await readFile(path))
  try {
    const value: unknown = JSON.parse(text)
    return value
  } catch {
    return undefined
  }
}

function tooLong(line: number, longest: number): SessionRecord {
  const broken = `the line is longer than ${Math.round(longest / 1024 / 1024)} MB`
  return { value: undefined, line, broken }
}
