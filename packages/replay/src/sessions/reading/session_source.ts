import { stat } from "node:fs/promises"
import { diskFile } from "./disk_file.ts"
import { eventFiles, eventRecords } from "./event_folder.ts"
import { fileSource, type SessionSource } from "./file_source.ts"
import type { OnRead } from "./lines.ts"

/** How many files of a folder tell its format. */
const HEAD_FILES = 8

/** Opens a regular file or an event folder, else says why it is neither. Throws what the file system throws. */
export async function openSource(
  path: string,
  onRead?: OnRead,
): Promise<SessionSource | { readonly problem: string }> {
  const facts = await stat(path)
  if (facts.isDirectory()) return openFolder(path)
  if (!facts.isFile()) return { problem: "is not a regular file; save it to a file first" }
  return fileSource(diskFile(path, facts.size), onRead)
}

async function openFolder(path: string): Promise<SessionSource | { readonly problem: string }> {
  const names = await eventFiles(path)
  if (names === null) return { problem: "is a folder, but not one of files with an event each" }
  const values: unknown[] = []
  for await (const { value, broken } of eventRecords(path, names.slice(0, HEAD_FILES))) {
    if (broken === undefined) values.push(value)
  }
  return { head: { path, text: "", values }, is_empty: false, records: () => eventRecords(path, names) }
}
