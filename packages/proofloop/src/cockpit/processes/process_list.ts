import { randomBytes } from "node:crypto"
import { superviseProcess } from "@proofloop/foundation/process"
import { HttpError } from "../http/answer.ts"
import { createLogRing, type LogLine } from "./log_ring.ts"

export interface ProcessRecord {
  readonly id: string
  /** Behind `proofloop`. */
  readonly words: readonly string[]
  /** The row it works on; null for a new one. */
  readonly row: { readonly source: string; readonly id: string } | null
  readonly status: "running" | "done" | "failed" | "cancelled" | "timed_out"
  readonly exit_code: number | null
  readonly started_at: string
  readonly ended_at: string | null
  readonly lines: number
}

export interface ProcessOptions {
  readonly program: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** Milliseconds since 1970. Default the system's. */
  readonly now?: (() => number) | undefined
}

export interface ProcessListener {
  readonly line: (line: LogLine) => void
  readonly ended: (record: ProcessRecord) => void
}

/** At once; each may fill a core and ask models. */
export const MOST_RUNNING = 8
const LONGEST_MS = 3_600_000
const KILL_AFTER_MS = 5000
/** Ended ones are kept so long, and so many. */
export const KEPT_MS = 15 * 60_000
export const MOST_KEPT = 50

interface Held {
  record: ProcessRecord
  readonly log: ReturnType<typeof createLogRing>
  readonly stop: AbortController
  readonly listeners: Set<ProcessListener>
  readonly over: Promise<void>
}

/** Starts processes, and keeps what they print while they run and a while after. */
export function createProcessList({ program, cwd, env, now = Date.now }: ProcessOptions) {
  const held = new Map<string, Held>()
  const running = (): readonly Held[] =>
    [...held.values()].filter(({ record }) => record.status === "running")
  const forget = (): void => {
    const ended = [...held.values()]
      .filter(({ record }) => record.ended_at !== null)
      .toSorted(
        (one, other) => Date.parse(other.record.ended_at ?? "") - Date.parse(one.record.ended_at ?? ""),
      )
    for (const [at, { record }] of ended.entries())
      if (at >= MOST_KEPT || Date.parse(record.ended_at ?? "") + KEPT_MS < now()) held.delete(record.id)
  }
  const find = (id: string): Held => {
    forget()
    const found = held.get(id)
    if (found === undefined) throw new HttpError(404, `there is no process ${id}`)
    return found
  }
  return {
    start(words: readonly string[], row: ProcessRecord["row"]): ProcessRecord {
      if (program.length === 0) throw new HttpError(501, "this cockpit cannot start processes")
      if (running().length >= MOST_RUNNING) throw new HttpError(429, `${MOST_RUNNING} processes run already`)
      if (row !== null && running().some(({ record }) => isSame(record.row, row)))
        throw new HttpError(409, `a process already works on ${row.id}`)
      forget()
      const id = randomBytes(6).toString("hex")
      const listeners = new Set<ProcessListener>()
      const stop = new AbortController()
      const log = createLogRing((line) => {
        for (const listener of listeners) listener.line(line)
      })
      const started_at = new Date(now()).toISOString()
      const record: ProcessRecord = {
        id,
        words,
        row,
        status: "running",
        exit_code: null,
        started_at,
        ended_at: null,
        lines: 0,
      }
      const over = run([...program, ...words], { cwd, env, stop, log }).then(({ status, exit_code }) => {
        const ended_at = new Date(now()).toISOString()
        mine.record = { ...record, status, exit_code, ended_at, lines: log.count }
        for (const listener of listeners) listener.ended(mine.record)
        listeners.clear()
      })
      const mine: Held = { record, log, stop, listeners, over }
      held.set(id, mine)
      return record
    },
    list(): readonly ProcessRecord[] {
      forget()
      return [...held.values()].map(shown).toReversed()
    },
    get: (id: string): ProcessRecord => shown(find(id)),
    /** Ends a process and what it started; does nothing when it has ended. */
    cancel(id: string): ProcessRecord {
      const found = find(id)
      found.stop.abort()
      return shown(found)
    },
    /** Tells what is kept after a line, then what comes. Returns a function that stops it. */
    follow(id: string, after: number, listener: ProcessListener): () => void {
      const { record, log, listeners } = find(id)
      for (const line of log.after(after)) listener.line(line)
      if (record.status === "running") listeners.add(listener)
      else listener.ended(record)
      return () => listeners.delete(listener)
    },
    followers: (id: string): number => find(id).listeners.size,
    /** Ends all that run; they can be resumed. */
    async close(): Promise<void> {
      const all = running()
      for (const { stop } of all) stop.abort()
      await Promise.all(all.map(({ over }) => over))
    },
  }
}

function shown({ record, log }: Held): ProcessRecord {
  return { ...record, lines: log.count }
}

function isSame(one: ProcessRecord["row"], other: NonNullable<ProcessRecord["row"]>): boolean {
  return one !== null && one.source === other.source && one.id === other.id
}

async function run(
  [first = "", ...rest]: readonly string[],
  {
    cwd,
    env,
    stop,
    log,
  }: Pick<ProcessOptions, "cwd" | "env"> & {
    readonly stop: AbortController
    readonly log: ReturnType<typeof createLogRing>
  },
): Promise<Pick<ProcessRecord, "status" | "exit_code">> {
  const [out, err] = [log.writer("stdout"), log.writer("stderr")]
  const { exit_code, timed_out, aborted, spawn_error } = await superviseProcess({
    command: [first, ...rest],
    cwd,
    env,
    stdin: "pipe",
    timeout_ms: LONGEST_MS,
    kill_after_ms: KILL_AFTER_MS,
    signal: stop.signal,
    connect({ stdout, stderr }) {
      stdout.setEncoding("utf8").on("data", (chunk: string) => out.write(chunk))
      stderr.setEncoding("utf8").on("data", (chunk: string) => err.write(chunk))
    },
  })
  out.close()
  err.close()
  if (spawn_error !== null) err.write(`${spawn_error}\n`)
  const status = timed_out ? "timed_out" : aborted ? "cancelled" : exit_code === 0 ? "done" : "failed"
  return { status, exit_code }
}
