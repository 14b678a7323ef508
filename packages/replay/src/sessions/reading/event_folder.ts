import { readdir, readFile, stat } from "node:fs/promises"
import { join } from "node:path"
import type { SessionRecord } from "../importer.ts"

/** `event-00012-ID.json`, as the SDK of OpenHands calls them, or `12.json`, as V0 does. */
const EVENT_FILE = /^(?:event-(\d{1,15})(?:-[^/]{1,200})?|(\d{1,15}))\.json$/
const EVENT_BYTES = 64 * 1024 * 1024

/** Whether a folder holds files with an event each and, but for hidden ones, no others: a session. Never throws. */
export async function isEventFolder(folder: string): Promise<boolean> {
  try {
    return (await eventFiles(folder)) !== null
  } catch {
    return false
  }
}

/** The names of the files in their order; null where the folder holds none or others. Throws what the file system throws. */
export async function eventFiles(folder: string): Promise<readonly string[] | null> {
  const names = (await readdir(folder)).filter((name) => !name.startsWith("."))
  const numbered = names.map((name) => ({ name, number: numberOf(name) }))
  if (numbered.length === 0 || numbered.some(({ number }) => Number.isNaN(number))) return null
  return numbered.toSorted((one, other) => one.number - other.number).map(({ name }) => name)
}

/** A record a file. Memory is bounded by one of them. */
export async function* eventRecords(folder: string, names: readonly string[]): AsyncGenerator<SessionRecord> {
  for (const name of names) yield await eventRecord(join(folder, name), name)
}

async function eventRecord(path: string, name: string): Promise<SessionRecord> {
  try {
    const facts = await stat(path)
    if (!facts.isFile()) return broken(`${name} is not a regular file`)
    if (facts.size > EVENT_BYTES) return broken(`${name} is larger than ${EVENT_BYTES / 1024 / 1024} MB`)
    const value: unknown = JSON.parse(await readFile(path, "utf8"))
    return { value }
  } catch (error) {
    return broken(error instanceof SyntaxError ? `${name} is not JSON` : `${name} cannot be read`)
  }
}

function broken(reason: string): SessionRecord {
  return { value: undefined, broken: reason }
}

function numberOf(name: string): number {
  const [, sdk, stream] = EVENT_FILE.exec(name) ?? []
  return Number(sdk ?? stream)
}
