import { existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync, writeSync } from "node:fs"
import { join } from "node:path"
import { readPlainFile, withPlainFile, writePlainFile } from "@proofloop/foundation/files"
import { isRecord, parsedJson } from "@proofloop/foundation/text"
import type { HookMode } from "../events/hook_mode.ts"
import { type HookReply, NOTHING } from "../events/hook_reply.ts"
import type { HookEvent } from "../events/host_event.ts"
import type { Fold } from "../fold/fold.ts"
import { type HookState, isHookState } from "../fold/hook_state.ts"
import type { Snapshot, Snapshots } from "./session_memory.ts"
import { areTold, type FoldedLog, takeLine } from "./told_twice.ts"

/** Events of one agent of one session, in order of arrival, written by any process. */
export interface SessionLog {
  readonly folder: string
  /**
   * Adds an event and returns its id. `source` distinguishes installations that report the same events. One write to
   * the end of the file: processes never overwrite each other, and a dead process's half line harms no other line.
   */
  append(event: HookEvent, mode: HookMode, source?: string): string
  /** The reply to the event with that id, after folding everything before it; keeps the folded state for the next time. */
  reply(id: string, fold: Fold, version: string): HookReply
  state(fold: Fold, version: string): HookState
}

const EVENTS = "events.jsonl"
const SNAPSHOT = "snapshot.json"
/** What was seen of the files of the session; written beside the log. */
export const SEEN_FILES = "files.json"

export const storedSnapshots: Snapshots = { read: readSnapshot, write: writeSnapshot }

/** Opens the log in a folder, which is made when the first event is added. */
export function openSessionLog(folder: string, snapshots: Snapshots = storedSnapshots): SessionLog {
  const fold = (events: Fold, version: string, until: string | null) =>
    foldUntil(folder, { fold: events, version, until, snapshots })
  return {
    folder,
    append(event, mode, source = "") {
      const id = newId()
      appendLine(folder, { id, at: Date.now(), mode, source, event })
      return id
    },
    reply: (id, events, version) => fold(events, version, id).reply,
    state: (events, version) => fold(events, version, null).state,
  }
}

/** A session that continues another one begins with its knowledge. */
export function copySessionLog(from: string, to: string): void {
  mkdirSync(to, { recursive: true, mode: 0o700 })
  for (const name of [EVENTS, SEEN_FILES].filter((file) => existsSync(join(from, file))))
    writePlainFile(join(to, name), readPlainFile(join(from, name)))
}

export interface LoggedEvent {
  readonly id: string
  /** Milliseconds since 1970. */
  readonly at: number
  readonly mode: HookMode
  /** The reporting installation; "" where it is unknown. */
  readonly source?: string | undefined
  readonly event: HookEvent
}

/** All events of a log, in order, without unreadable lines. Throws where there is no log. */
export function readSessionLog(folder: string): readonly LoggedEvent[] {
  return readPlainFile(join(folder, EVENTS))
    .toString()
    .split("\n")
    .flatMap((line) => readLine(line) ?? [])
}

let made = 0

/** An id that no other process uses. It need not be secret, and `node:crypto` takes long to load. */
function newId(): string {
  made += 1
  return [process.pid, made, Date.now(), Math.floor(Math.random() * 2 ** 32)]
    .map((part) => part.toString(36))
    .join("-")
}

function appendLine(folder: string, line: LoggedEvent): void {
  // The line break in front ends a half line of a process that died, or met a full disk.
  const bytes = Buffer.from(`\n${JSON.stringify(line)}\n`)
  const append = () =>
    withPlainFile(join(folder, EVENTS), "append", (file) => {
      const written = writeSync(file, bytes)
      if (written < bytes.length)
        throw new Error(`${folder}: only ${written} of ${bytes.length} bytes were written`)
    })
  try {
    append()
  } catch {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    append()
  }
}

function foldUntil(
  folder: string,
  {
    fold,
    version,
    until,
    snapshots,
  }: {
    readonly fold: Fold
    readonly version: string
    readonly until: string | null
    readonly snapshots: Snapshots
  },
): { readonly state: HookState; readonly reply: HookReply } {
  const nothing = { version, end: 0, state: fold.initial_state, told: [] }
  const known = snapshots.read(folder, version) ?? nothing
  const from_known = tryFold(() => foldFrom(folder, known, { fold, until }))
  // The snapshot may come from a later process, and then includes the event, or it may be damaged. In both cases
  // everything is folded anew.
  const is_anew = from_known === null || (from_known.reply === null && until !== null)
  const { state, told, end, reply } = is_anew ? foldFrom(folder, nothing, { fold, until }) : from_known
  if (is_anew || end > known.end) snapshots.write(folder, { version, end, state, told })
  return { state, reply: reply ?? NOTHING }
}

function tryFold<Result>(fold: () => Result): Result | null {
  try {
    return fold()
  } catch {
    return null
  }
}

function foldFrom(
  folder: string,
  from: Snapshot,
  { fold, until }: { readonly fold: Fold; readonly until: string | null },
): FoldedLog & { readonly end: number; readonly reply: HookReply | null } {
  const bytes = readPlainFile(join(folder, EVENTS), { from: () => from.end })
  let log: FoldedLog = from
  let start = 0
  for (;;) {
    const end = bytes.indexOf(10, start)
    if (end === -1) return { ...only(log), end: from.end + start, reply: null }
    const line = readLine(bytes.toString("utf8", start, end))
    start = end + 1
    if (line === null) continue
    const taken = takeLine(fold, log, line)
    log = taken
    if (line.id === until) return { ...only(log), end: from.end + start, reply: taken.reply }
  }
}

function only({ state, told }: FoldedLog): FoldedLog {
  return { state, told }
}

function readLine(line: string): LoggedEvent | null {
  const value = parsedJson(line)
  return isLoggedEvent(value) ? value : null
}

/** We write the log, so a line of another shape is the rest of an unfinished write. */
function isLoggedEvent(value: unknown): value is LoggedEvent {
  return (
    isRecord(value) &&
    typeof value["id"] === "string" &&
    isRecord(value["event"]) &&
    typeof value["event"]["type"] === "string"
  )
}

function readSnapshot(folder: string, version: string): Snapshot | null {
  try {
    const value: unknown = JSON.parse(readPlainFile(join(folder, SNAPSHOT)).toString())
    return isSnapshot(value) && value.version === version ? value : null
  } catch {
    return null
  }
}

function isSnapshot(value: unknown): value is Snapshot {
  return (
    isRecord(value) &&
    typeof value["version"] === "string" &&
    typeof value["end"] === "number" &&
    isHookState(value["state"]) &&
    areTold(value["told"])
  )
}

function writeSnapshot(folder: string, snapshot: Snapshot): void {
  const draft = join(folder, `${SNAPSHOT}.${newId()}`)
  try {
    writeFileSync(draft, JSON.stringify(snapshot), { mode: 0o600, flag: "wx" })
    renameSync(draft, join(folder, SNAPSHOT))
  } catch {
    // Without it the next event folds more of the log again.
    rmSync(draft, { force: true })
  }
}

export function isOpened(folder: string): boolean {
  return (statSync(join(folder, EVENTS), { throwIfNoEntry: false })?.size ?? 0) > 0
}

const HEAD_BYTES = 64 * 1024

/** The folder in which the session of a log began; null where the log does not say. */
export function openedRoot(folder: string): string | null {
  try {
    const head = readPlainFile(join(folder, EVENTS), { bytes: HEAD_BYTES }).toString()
    const first = readLine(head.split("\n").find((line) => line !== "") ?? "")
    return first?.event.type === "opened" ? first.event.settings.workspace_root : null
  } catch {
    return null
  }
}
