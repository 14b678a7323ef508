import { readFileSync, renameSync, writeFileSync } from "node:fs"
import { join, relative } from "node:path"
import { type FileEntry, isSettled, openWorkFiles, type WorkFilesStart } from "@proofloop/foundation/git"
import { isRecord } from "@proofloop/foundation/text"
import type { SeenFiles } from "../events/host_event.ts"
import { isJudged } from "../events/judged_path.ts"
import { SEEN_FILES } from "../state/session_log.ts"

/** Moments at which the files of a session are looked at. */
export type Moment = "began" | "began_late" | "passed" | "spoken_to" | "stopped"

const LONGEST_MS = 3000
const MOST_FILES = 20_000
const MOST_NAMES = 64

/** Content by path; null: no such file. */
type Contents = Readonly<Record<string, string | null>>

interface Kept {
  /** Calls had ended before the first look. */
  readonly is_late: boolean
  readonly at: number
  readonly start: WorkFilesStart | null
  /** What tells that a file was not touched since. */
  readonly statuses: Readonly<Record<string, string>>
  readonly began: Readonly<Record<string, string>>
  /** At the last look, after the last pass, and at the last stop, as far as it differs from the beginning. */
  readonly latest: Contents
  readonly passed: Contents | null
  readonly stopped: Contents | null
  /** Changed while no call of the session ran: what a person or another session made of it. */
  readonly others: Contents
}

/**
 * Looks at the files of a session's folder, and keeps what the moment needs in the folder of its log. Returns what has
 * changed by then; null where that cannot be told. Never rejects.
 */
export async function lookAtFiles(
  log_folder: string,
  root: string,
  moment: Moment,
): Promise<SeenFiles | null> {
  const kept = readKept(join(log_folder, SEEN_FILES))
  const begins = moment === "began" || moment === "began_late"
  if (kept === null && !begins) return null
  try {
    // A home in the work tree changes with each event.
    const home = relative(root, join(log_folder, "../../..")).replaceAll("\\", "/")
    const seen = await readFiles(root, { kept, isOwn: (path) => path.startsWith(`${home}/`) })
    if (seen === null) return null
    const next = keepMoment(kept ?? { ...newlyKept(seen), is_late: moment === "began_late" }, seen, moment)
    writeKept(join(log_folder, SEEN_FILES), next)
    return moment === "stopped" ? changesIn(next) : null
  } catch {
    return null
  }
}

interface Seen extends Pick<Kept, "at" | "start" | "statuses"> {
  readonly contents: Readonly<Record<string, string>>
}

async function readFiles(
  root: string,
  { kept, isOwn }: { readonly kept: Kept | null; readonly isOwn: (path: string) => boolean },
): Promise<Seen | null> {
  const known = kept === null ? new Map<string, FileEntry>() : knownEntries(kept)
  const files = await openWorkFiles(root, { start: kept?.start ?? null, known })
  try {
    const at = Date.now()
    const reading = await files.read(AbortSignal.timeout(LONGEST_MS))
    if (reading.sha256 === null || reading.entries.size > MOST_FILES) return null
    const entries = [...reading.entries].filter(([path]) => !isOwn(path))
    return {
      at,
      start: files.start,
      contents: Object.fromEntries(entries.map(([path, { text }]) => [path, text])),
      statuses: Object.fromEntries(
        entries.flatMap(([path, { status }]) =>
          status === null || !isSettled(status, at) ? [] : [[path, statusText(status)]],
        ),
      ),
    }
  } finally {
    await files.close()
  }
}

function newlyKept({ at, start, statuses, contents }: Seen): Omit<Kept, "is_late"> {
  return { at, start, statuses, began: contents, latest: {}, passed: null, stopped: null, others: {} }
}

function keepMoment(kept: Kept, seen: Seen, moment: Moment): Kept {
  const latest = differing(kept.began, seen.contents)
  const looked = { ...kept, at: seen.at, statuses: seen.statuses, latest }
  if (moment === "passed") return { ...looked, passed: latest }
  if (moment === "stopped") return { ...looked, stopped: latest }
  if (moment !== "spoken_to" || kept.stopped === null) return looked
  const meanwhile = changedPaths(kept, kept.stopped, latest).map((path) => [path, at(kept, latest, path)])
  return { ...looked, others: { ...kept.others, ...Object.fromEntries(meanwhile) } }
}

/** What differs from the beginning, and from what the last pass saw, but for what others made of it. */
function changesIn(kept: Kept): SeenFiles | null {
  const { is_late, latest, passed, others } = kept
  if (is_late && passed === null) return null
  const isOthers = (path: string): boolean => path in others && others[path] === at(kept, latest, path)
  const all = changedPaths(kept, passed ?? {}, latest)
  // A list that is cut first may lose the code behind the prose.
  const named = (paths: readonly string[]): readonly string[] => paths.filter(isJudged).slice(0, MOST_NAMES)
  return {
    since_begin: is_late ? null : named(Object.keys(latest).filter((path) => !isOthers(path))),
    since_pass: named(all.filter((path) => !isOthers(path))),
    by_others: named(all.filter(isOthers)),
  }
}

function differing(began: Kept["began"], now: Kept["began"]): Contents {
  const paths = [...new Set([...Object.keys(began), ...Object.keys(now)])]
  return Object.fromEntries(
    paths.filter((path) => began[path] !== now[path]).map((path) => [path, now[path] ?? null]),
  )
}

function changedPaths(kept: Kept, one: Contents, other: Contents): readonly string[] {
  const paths = [...new Set([...Object.keys(one), ...Object.keys(other)])].toSorted()
  return paths.filter((path) => at(kept, one, path) !== at(kept, other, path))
}

function at({ began }: Kept, contents: Contents, path: string): string | null {
  return path in contents ? (contents[path] ?? null) : (began[path] ?? null)
}

const STATUS = ["size", "mode", "mtimeNs", "ctimeNs", "ino", "dev"] as const

function statusText(status: NonNullable<FileEntry["status"]>): string {
  return STATUS.map((name) => status[name]).join(" ")
}

function knownEntries(kept: Kept): ReadonlyMap<string, FileEntry> {
  const known = new Map<string, FileEntry>()
  for (const [path, status] of Object.entries(kept.statuses)) {
    const [size = 0n, mode = 0n, mtimeNs = 0n, ctimeNs = 0n, ino = 0n, dev = 0n] = status
      .split(" ")
      .map(BigInt)
    const text = at(kept, kept.latest, path)
    if (text !== null) known.set(path, { text, status: { size, mode, mtimeNs, ctimeNs, ino, dev } })
  }
  return known
}

function readKept(file: string): Kept | null {
  try {
    const value: unknown = JSON.parse(readFileSync(file, "utf8"))
    return isRecord(value) && isRecord(value["began"]) && isRecord(value["statuses"])
      ? (value as never)
      : null
  } catch {
    return null
  }
}

function writeKept(file: string, kept: Kept): void {
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, JSON.stringify(kept), { mode: 0o600 })
  renameSync(draft, file)
}
