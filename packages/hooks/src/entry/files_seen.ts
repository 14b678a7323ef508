import { renameSync } from "node:fs"
import { join } from "node:path"
import { readPlainFile, writePlainFile } from "@proofloop/foundation/files"
import {
  type EarlierReading,
  type GitAnswers,
  openWorkFiles,
  type ReadFiles,
  settledKey,
  type WorkFilesStart,
} from "@proofloop/foundation/git"
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
  readonly start: WorkFilesStart | null
  readonly answers: GitAnswers | null
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
  if (moment === "spoken_to" && kept?.stopped === null) return null
  try {
    // A home in the work tree changes with each event.
    const seen = await readFiles(root, kept, join(log_folder, "../../.."))
    if (seen === null) return null
    const next = keepMoment(kept ?? newlyKept(seen, moment === "began_late"), seen, moment)
    writeKept(join(log_folder, SEEN_FILES), next)
    return moment === "stopped" ? changesIn(next) : null
  } catch {
    return null
  }
}

interface Seen extends Pick<Kept, "start" | "answers" | "statuses"> {
  readonly entries: ReadFiles["entries"]
}

async function readFiles(root: string, kept: Kept | null, home: string): Promise<Seen | null> {
  const signal = AbortSignal.timeout(LONGEST_MS)
  const now = Date.now()
  const files = await openWorkFiles(root, {
    start: kept?.start ?? null,
    own: [home],
    earlier: kept === null ? undefined : earlierReading(kept),
    at_once: { most_files: MOST_FILES, signal },
  })
  try {
    const reading = await files.read(signal)
    if ("reason" in reading) return null
    const statuses: Record<string, string> = {}
    for (const [path, entry] of reading.entries) {
      const key = settledKey(entry, now)
      if (key !== null) statuses[path] = key
    }
    return { start: files.start, answers: files.answers, statuses, entries: reading.entries }
  } finally {
    await files.close()
  }
}

function newlyKept({ entries, ...seen }: Seen, is_late: boolean): Kept {
  const began = Object.fromEntries([...entries].map(([path, { text }]) => [path, text]))
  return { ...seen, is_late, began, latest: {}, passed: null, stopped: null, others: {} }
}

function keepMoment(kept: Kept, { entries, answers, statuses }: Seen, moment: Moment): Kept {
  const latest = differing(kept.began, entries)
  const looked = { ...kept, answers, statuses, latest }
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
  const isOthers = (path: string): boolean =>
    Object.hasOwn(others, path) && others[path] === at(kept, latest, path)
  const all = changedPaths(kept, passed ?? {}, latest)
  // A list that is cut first may lose the code behind the prose.
  const named = (paths: readonly string[]): readonly string[] => paths.filter(isJudged).slice(0, MOST_NAMES)
  return {
    since_begin: is_late ? null : named(Object.keys(latest).filter((path) => !isOthers(path))),
    since_pass: named(all.filter((path) => !isOthers(path))),
    by_others: named(all.filter(isOthers)),
  }
}

function differing(began: Kept["began"], now: Seen["entries"]): Contents {
  const differs = new Map<string, string | null>()
  for (const path of Object.keys(began)) {
    const text = now.get(path)?.text ?? null
    if (began[path] !== text) differs.set(path, text)
  }
  for (const [path, { text }] of now) if (!Object.hasOwn(began, path)) differs.set(path, text)
  return Object.fromEntries(differs)
}

function changedPaths(kept: Kept, one: Contents, other: Contents): readonly string[] {
  const paths = [...new Set([...Object.keys(one), ...Object.keys(other)])].toSorted()
  return paths.filter((path) => at(kept, one, path) !== at(kept, other, path))
}

function at({ began }: Kept, contents: Contents, path: string): string | null {
  return (
    (Object.hasOwn(contents, path) ? contents[path] : Object.hasOwn(began, path) ? began[path] : null) ?? null
  )
}

function earlierReading(kept: Kept): EarlierReading {
  return {
    answers: kept.answers,
    paths: Object.keys({ ...kept.began, ...kept.latest }),
    knownFile(path) {
      const key = kept.statuses[path]
      const text = at(kept, kept.latest, path)
      return text === null || key === undefined ? undefined : { text, key, status: null }
    },
  }
}

function readKept(file: string): Kept | null {
  try {
    const value: unknown = JSON.parse(readPlainFile(file).toString())
    return isRecord(value) && isRecord(value["began"]) && isRecord(value["statuses"])
      ? (value as never)
      : null
  } catch {
    return null
  }
}

function writeKept(file: string, kept: Kept): void {
  const draft = `${file}.${process.pid}`
  writePlainFile(draft, JSON.stringify(kept))
  renameSync(draft, file)
}
