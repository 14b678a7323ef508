import { resolve } from "node:path"
import { InvalidOptionError, numberOption } from "@proofloop/foundation/errors"
import { parsedJson } from "@proofloop/foundation/text"
import { ZodError } from "zod"
import { appendLine, visitRecordsBackwards } from "./ledger_file.ts"
import {
  type Observation,
  type Outcome,
  readObservation,
  type RecordedObservation,
  recordedSchema,
} from "./observation.ts"

export interface LedgerQuery {
  /** Only observations of this repository. Default: all. */
  readonly repository?: string | undefined
  /** One of its touched files. */
  readonly path?: string | undefined
  /** Only observations with this outcome. Default: all. */
  readonly outcome?: Outcome | undefined
  /** A date, or a window that ends now: "24h", "7d". */
  readonly since?: string | Date | undefined
  /** Default 20, at most 10 000. */
  readonly limit?: number | undefined
}

export interface LedgerPage {
  /** Newest first. */
  readonly observations: readonly RecordedObservation[]
  /** Lines that are not observations: cut off by a crash, or written by something else. They are skipped. */
  readonly damaged_lines: number
}

/** Outcomes of subtasks across runs, in one append-only file of JSON lines that several processes may share. */
export interface ObservationLedger {
  readonly path: string
  /** Removes secrets from every text. Rejects for anything but an observation, and when the file system refuses. */
  append(observation: Observation): Promise<RecordedObservation>
  /** Reads at most the last 64 MiB. Throws InvalidOptionError for a bad query. */
  query(query?: LedgerQuery): Promise<LedgerPage>
}

const MAX_READ_BYTES = 64 * 2 ** 20
const MAX_LIMIT = 10_000
/** Clocks are sometimes set back a little: a record may be older than its predecessors by at most this much. */
const CLOCK_STEP_MS = 60_000

/** Opens a ledger; the file is made by the first append, with mode 0600. `now`: milliseconds, default the system's. */
export function openObservationLedger(
  path: string,
  {
    now = Date.now,
  }: {
    /** The present, in milliseconds since 1970. Default: the system's clock. */
    readonly now?: () => number
  } = {},
): ObservationLedger {
  const file = resolve(path)
  return {
    path: file,
    async append(observation) {
      const record = recordOf(observation, new Date(now()).toISOString())
      await appendLine(file, JSON.stringify(record))
      return record
    },
    async query(query = {}) {
      const limit = numberOption("limit", query.limit ?? 20, 1, MAX_LIMIT)
      const since_ms = query.since === undefined ? -Infinity : readSince(query.since, now())
      const observations: RecordedObservation[] = []
      let damaged_lines = 0
      await visitRecordsBackwards(file, MAX_READ_BYTES, (line) => {
        const record = readRecord(line)
        if (record === null) {
          damaged_lines += 1
          return true
        }
        const recorded_at = Date.parse(record.timestamp)
        if (recorded_at >= since_ms && matches(record, query)) observations.push(record)
        return observations.length < limit && recorded_at >= since_ms - CLOCK_STEP_MS
      })
      return { observations, damaged_lines }
    },
  }
}

function recordOf(observation: Observation, timestamp: string): RecordedObservation {
  try {
    return { ...readObservation(observation), timestamp }
  } catch (error) {
    const issue = error instanceof ZodError ? error.issues[0] : undefined
    throw new InvalidOptionError({
      option: ["observation", ...(issue?.path.map(String) ?? [])].join("."),
      expected: issue?.message ?? "an observation",
      got: observation,
    })
  }
}

function readRecord(line: string): RecordedObservation | null {
  return recordedSchema.safeParse(parsedJson(line)).data ?? null
}

function matches(record: RecordedObservation, { repository, path, outcome }: LedgerQuery): boolean {
  return (
    (repository === undefined || record.repository === repository) &&
    (outcome === undefined || record.outcome === outcome) &&
    (path === undefined || record.touched_files.includes(path))
  )
}

const UNITS: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }

/** The time that "24h", "7d", "30m", "2w" or an ISO date means, in milliseconds. Throws InvalidOptionError. */
function readSince(since: string | Date, now_ms: number): number {
  if (since instanceof Date) return checked(since.getTime(), since)
  const window = /^(\d{1,6})([mhdw])$/.exec(since.trim())
  if (window !== null) return now_ms - Number(window[1]) * (UNITS[window[2] ?? ""] ?? 0)
  return checked(/^\d{4}-\d{2}-\d{2}/.test(since) ? Date.parse(since) : Number.NaN, since)
}

function checked(milliseconds: number, given: string | Date): number {
  if (Number.isFinite(milliseconds)) return milliseconds
  throw new InvalidOptionError({ option: "since", expected: 'a window such as "24h" or a date', got: given })
}
