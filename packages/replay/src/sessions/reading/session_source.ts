import { stat } from "node:fs/promises"
import type { SessionHead, SessionImporter, SessionRecord } from "../importer.ts"
import { eventFiles, eventRecords } from "./event_folder.ts"
import { fileRecords } from "./file_records.ts"
import { readHead } from "./head.ts"

/** How many files of a folder tell its format. */
const HEAD_FILES = 8

/** What holds sessions: a file, or a folder with an event a file. */
export interface SessionSource {
  readonly head: SessionHead
  readonly is_empty: boolean
  readonly records: (asked: SessionImporter["records"]) => AsyncIterable<SessionRecord>
}

/**
 * Opens a file or folder; else says why it can be neither. What is read twice has to be a regular file: a pipe would have
 * lost its start, and may never begin. Throws what the file system throws.
 */
export async function openSource(path: string): Promise<SessionSource | { readonly problem: string }> {
  const facts = await stat(path)
  if (facts.isDirectory()) return openFolder(path)
  if (!facts.isFile()) return { problem: "is no regular file; save it to a file first" }
  const head = await readHead(path)
  return { head, is_empty: head.text.trim() === "", records: (asked) => fileRecords(head, asked) }
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
