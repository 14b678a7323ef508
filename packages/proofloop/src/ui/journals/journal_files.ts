import { lstat, readdir } from "node:fs/promises"
import { join } from "node:path"
import type { JournalEntry } from "../../cockpit/sources/row_view.ts"

/** Newest first, at most so many. */
const MOST = 50

/** Where the journals of a run's loops lie. `id` is an id of a row, so nothing outside the folder. */
export function journalFolder(state_dir: string, id: string): string {
  return join(state_dir, "journals", id)
}

export async function journalsOf(state_dir: string, id: string): Promise<readonly JournalEntry[]> {
  const folder = journalFolder(state_dir, id)
  const names = await readdir(folder).catch((): readonly string[] => [])
  const found = await Promise.all(names.filter(isJournalName).map((name) => describe(folder, name)))
  return found
    .filter((one) => one !== null)
    .toSorted((one, other) => (one.changed_at < other.changed_at ? 1 : -1))
    .slice(0, MOST)
}

/** What names may stand in an address: no path leads out of the folder. */
export function isJournalName(name: string): boolean {
  return /^[A-Za-z0-9_-][A-Za-z0-9_.-]{0,120}\.jsonl$/.test(name) && !name.includes("..")
}

async function describe(folder: string, name: string): Promise<JournalEntry | null> {
  // A link could lead to any file.
  const stats = await lstat(join(folder, name)).catch(() => null)
  if (stats === null || !stats.isFile()) return null
  return { name, title: titleOf(name), bytes: stats.size, changed_at: stats.mtime.toISOString() }
}

/** "T001-S01-20260102030405678.jsonl" as "T001-S01, 03:04:05". */
function titleOf(name: string): string {
  const [, errand = name.replace(/\.jsonl$/, ""), hours, minutes, seconds] =
    /^(.{1,100})-\d{8}(\d\d)(\d\d)(\d\d)\d{3}\.jsonl$/.exec(name) ?? []
  const at = hours === undefined ? "" : `, ${hours}:${minutes}:${seconds}`
  return `${errand.replaceAll("_", " ")}${at}`
}

/** Changes while a journal of one of these runs grows. */
export async function livePulse(
  state_dir: string,
  ids: readonly string[],
): Promise<readonly (readonly [string, number])[]> {
  const newest = await Promise.all(
    ids.map(
      async (id) => (await journalsOf(state_dir, id)).map(({ name, bytes }) => [name, bytes] as const)[0],
    ),
  )
  return newest.filter((one) => one !== undefined)
}
