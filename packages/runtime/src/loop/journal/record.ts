import type { FileDigests, WorkFilesStart } from "@proofloop/foundation/git"
import { type Json, type JsonObject, parsedJson } from "@proofloop/foundation/text"
import * as z from "zod"
import { JournalError } from "../../errors/journal_error.ts"
import type { RunResult } from "../../protocol/result.ts"
import type { RunEnd } from "../result.ts"
import { EMPTY, followLine, type Seal } from "./chain.ts"

/** The schema of the records. Another one is refused by name. */
export const JOURNAL_VERSION: number = 3

export interface Position {
  /** Events that the run's own course has published. */
  readonly events: number
  /** The last `seq` told, which also counts what came from outside: a suspend, an abort. */
  readonly seq: number
  /** Milliseconds since the run started, without the time in which no process ran it. */
  readonly at_ms: number
}

/** The first record: everything a resume must agree with. */
export interface Begun {
  readonly type: "begun"
  /** The schema. */
  readonly journal: number
  readonly run_id: string
  readonly task: string
  /** The options of the loop that a resume compares, as plain JSON. */
  readonly configuration: JsonObject
  /** Digests of the files as they were when the run began. */
  readonly files?: FileDigests | undefined
  /** Digests of those that git may ignore and that decide what the run's checks mean. */
  readonly check_files?: FileDigests | undefined
  readonly work_files?: WorkFilesStart | undefined
  readonly process_mark?: string | undefined
  /** Kept for the host, who gets it back on a resume. */
  readonly note?: Json | undefined
}

export type RecordBody =
  | Begun
  | {
      readonly type: "started"
      readonly key: string
      /** What a call is about to write, for a decision after a crash; absent for none. */
      readonly plan?: unknown
    }
  | {
      readonly type: "finished"
      readonly key: string
      /** What it came to; absent for nothing. */
      readonly value?: unknown
    }
  | {
      readonly type: "resumed"
      /** Keys of effects that were started and not finished. */
      readonly in_doubt: readonly string[]
    }
  | {
      readonly type: "ended"
      readonly end: RunEnd
      readonly result: RunResult
    }

export type JournalRecord = RecordBody & Position & Seal

const position = { events: z.int().min(0), seq: z.int().min(0), at_ms: z.number().min(0) }
const shape = z.discriminatedUnion("type", [
  z.looseObject({
    ...position,
    type: z.literal("begun"),
    journal: z.number(),
    run_id: z.string(),
    task: z.string(),
    configuration: z.record(z.string(), z.unknown()),
  }),
  z.looseObject({ ...position, type: z.literal("started"), key: z.string() }),
  z.looseObject({ ...position, type: z.literal("finished"), key: z.string() }),
  z.looseObject({ ...position, type: z.literal("resumed"), in_doubt: z.array(z.string()) }),
  z.looseObject({
    ...position,
    type: z.literal("ended"),
    end: z.object({
      duration_ms: z.number(),
      workspace_sha256: z.string().nullable(),
      workspace_unread: z.string().optional(),
      check_changed: z.array(z.string()).optional(),
      added_tests: z.array(z.string()).optional(),
      counter_check: z
        .object({
          verdict: z.enum(["stands_alone", "expectation_moved", "depends_on", "not_tested", "cannot_tell"]),
          files: z.array(z.string()).optional(),
          reason: z.string().optional(),
          duration_ms: z.number(),
        })
        .optional(),
      ignored_changed: z.array(z.string()).optional(),
      written_by_check: z.array(z.string()).optional(),
      remarks: z
        .array(
          z.object({
            status: z.enum(["told", "refused", "unable"]),
            source: z.string(),
            message: z.string(),
            path: z.string().optional(),
            line: z.number().optional(),
          }),
        )
        .optional(),
      left_running: z.array(z.string()).optional(),
    }),
    result: z.looseObject({ status: z.string(), transcript: z.array(z.unknown()) }),
  }),
])

/** Reads the lines of a journal, oldest first. Throws JournalError naming `name` and the line. */
export function readRecords(
  lines: readonly string[],
  name: string,
): readonly [Begun & Position & Seal, ...JournalRecord[]] {
  const read = createJournalReader(name)
  const [head, ...rest] = lines.map(read)
  if (head?.type === "begun") return [head, ...rest]
  throw new JournalError("not_a_journal", `${name} is empty: no run has begun in it, and a new one may`)
}

/** Reads the lines of one journal in turn. Throws JournalError naming `name` and the line that does not follow. */
export function createJournalReader(name: string): (line: string) => JournalRecord {
  let head = EMPTY
  let has_ended = false
  return (line) => {
    const place = `${name}:${head.seq + 1}`
    const record = readRecord(line, place)
    if (head.seq === 0) refuseOtherBeginning(record, place)
    head = followLine(head, line, place)
    if (head.seq > 1 && record.type === "begun")
      throw new JournalError("altered", `${place}: a second run begins in the journal`)
    if (has_ended && record.type !== "resumed")
      throw new JournalError("altered", `${place}: "${record.type}" follows the end of the run`)
    has_ended = record.type === "ended"
    return record
  }
}

function refuseOtherBeginning(record: JournalRecord, place: string): void {
  if (record.type !== "begun") {
    const message = `${place}: a journal begins with the record "begun", not "${record.type}"`
    throw new JournalError("not_a_journal", message)
  }
  if (record.journal === JOURNAL_VERSION) return
  const message = `${place}: journal schema ${record.journal}; this version reads and writes schema ${JOURNAL_VERSION}`
  throw new JournalError("version", message)
}

/** Reads one record. Throws JournalError naming `place`. */
export function readRecord(line: string, place: string): JournalRecord {
  const value = parsedJson(line)
  if (value === undefined) throw new JournalError("not_a_journal", `${place}: not JSON`)
  const read = shape.safeParse(value)
  // The fields beyond the frame were written by this library from values of these types.
  if (read.success) return read.data as unknown as JournalRecord
  const issue = read.error.issues[0]
  throw new JournalError(
    "not_a_journal",
    `${place}: no journal record: ${issue?.path.join(".") ?? ""} ${issue?.message ?? ""}`.trimEnd(),
  )
}
