import { parsedJson, isJson } from "@proofloop/foundation/text"
import type { SessionHead, SessionImporter, SessionRecord } from "../importer.ts"
import { documentRecords, streamedRecords } from "./document_records.ts"
import { readHead, type FileHead } from "./head.ts"
import { type Line, type OnRead, readLines } from "./lines.ts"
import type { SessionFile } from "./session_file.ts"

/** What holds sessions: a file, or a folder with an event a file. */
export interface SessionSource {
  readonly head: SessionHead
  /** More of the file, where the head ends inside a value. */
  readonly longHead?: (() => Promise<SessionHead>) | undefined
  readonly is_empty: boolean
  readonly records: (asked: SessionImporter["records"]) => AsyncIterable<SessionRecord>
}

/** Opens a file. Throws what the file system throws. */
export async function fileSource(file: SessionFile, onRead?: OnRead): Promise<SessionSource> {
  const head = await readHead(file)
  return {
    head,
    longHead: head.is_cut ? () => readHead(file, true) : undefined,
    is_empty: head.text.trim() === "",
    records: (asked) => fileRecords(file, head, asked, onRead),
  }
}

/** What is parsed at once; more is streamed. */
const PARSED_BYTES = 16 * 1024 * 1024
/** A line that holds one message. */
const MESSAGE_BYTES = 4 * PARSED_BYTES

/** The records of a file, as an importer asks for them. Memory is bounded by one of them, and by 16 MB. */
async function* fileRecords(
  file: SessionFile,
  head: FileHead,
  records: SessionImporter["records"],
  onRead: OnRead | undefined,
): AsyncGenerator<SessionRecord> {
  if (records === "text_lines") yield* textRecords(file, onRead)
  else if (records === "json_lines") yield* lineRecords(file, [], onRead)
  else if (head.layout === "lines") yield* lineRecords(file, records.lists, onRead)
  else yield* wholeFileRecords(file, records.lists)
}

async function* textRecords(file: SessionFile, onRead: OnRead | undefined): AsyncGenerator<SessionRecord> {
  for await (const { number, text } of readLines(file, PARSED_BYTES, onRead)) {
    yield text === null ? tooLong(number, PARSED_BYTES) : { value: text, line: number }
  }
}

async function* lineRecords(
  file: SessionFile,
  lists: readonly string[],
  onRead: OnRead | undefined,
): AsyncGenerator<SessionRecord> {
  const longest = lists.length === 0 ? MESSAGE_BYTES : PARSED_BYTES
  for await (const line of readLines(file, longest, onRead)) {
    const is_cut_document =
      line.number === 1 && !line.is_ended && lists.length > 0 && !isJson(line.text ?? "")
    if (line.text === null && lists.length === 0) yield tooLong(line.number, longest)
    else if (line.text === null || is_cut_document) yield* streamedRecords(line.range, lists, line.number)
    else yield* parsedLine(line, line.text, lists)
  }
}

function* parsedLine(line: Line, text: string, lists: readonly string[]): Generator<SessionRecord> {
  if (text.trim() === "") return
  const value = parsedJson(text)
  if (value === undefined) {
    const broken = line.is_ended ? "the line is not JSON" : "the line is not JSON; it may still be written"
    yield { value: undefined, line: line.number, broken }
    return
  }
  yield* documentRecords(value, lists, line.number)
}

async function* wholeFileRecords(file: SessionFile, lists: readonly string[]): AsyncGenerator<SessionRecord> {
  const value = file.size <= PARSED_BYTES ? await parsedFile(file) : undefined
  if (value === undefined) yield* streamedRecords({ file, start: 0, end: file.size }, lists)
  else yield* documentRecords(value, lists)
}

async function parsedFile(file: SessionFile): Promise<unknown> {
  const decoder = new TextDecoder()
  let text = ""
  for await (const chunk of file.read()) text += decoder.decode(chunk, { stream: true })
  return parsedJson(text + decoder.decode())
}

function tooLong(line: number, longest: number): SessionRecord {
  const broken = `the line is longer than ${Math.round(longest / 1024 / 1024)} MB`
  return { value: undefined, line, broken }
}
