import { oneLine, plural } from "@proofloop/foundation/text"
import type { RunResult } from "@proofloop/runtime"
import {
  canGoOn,
  createJournalReader,
  isJournalError,
  type JournalRecord,
  readRecord,
} from "@proofloop/runtime/internal/journal"
import type { Input } from "../arguments/verb.ts"
import { EXIT_CODES } from "../console/exit_code.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { createStyle } from "../terminal/style.ts"
import { shellWord } from "../terminal/text.ts"
import { renderRow } from "../timeline/row.ts"
import { createJournalRows } from "./journal_rows.ts"
import { linesOf } from "./lines.ts"

export function isJournalHead(line: string): boolean {
  try {
    return readRecord(line, "").type === "begun"
  } catch {
    return false
  }
}

/** Prints a journal's records; `--json` prints the state of the run. Throws Misuse on a broken record, except the last. */
export async function explainJournal(file: string, name: string, input: Input, io: Io): Promise<number> {
  const style = createStyle(io.stdout, io.env)
  const rows = createJournalRows()
  const readNext = createJournalReader(name)
  const standing = createStanding()
  let torn: string | null = null
  let turn_shown = 0
  for await (const line of linesOf(file)) {
    if (io.stdout.isClosed()) break
    if (torn !== null) throw new Misuse(torn)
    const record = read(readNext, line)
    if (typeof record === "string") {
      torn = record
      continue
    }
    standing.add(record)
    if (input.json) continue
    if (record.type === "begun")
      io.stdout.write(`${style.bold(`run ${oneLine(record.run_id)}`)} from its journal\n`)
    const turn = turnOf(record)
    for (const row of rows(record)) {
      const place = turn > turn_shown ? { turn, at_ms: record.at_ms } : null
      turn_shown = Math.max(turn_shown, turn)
      io.stdout.write(`${renderRow(row, place, style).join("\n")}\n`)
    }
  }
  if (torn !== null) io.stderr.write(`${torn}: cut off, not read\n`)
  const { run_id, result, in_doubt, records } = standing
  if (input.json) {
    const { transcript: _transcript, ...rest } = result ?? { transcript: [] }
    io.stdout.write(
      `${JSON.stringify({ file, run_id, records, in_doubt, result: result === null ? null : rest })}\n`,
    )
  } else if (result === null || canGoOn(result)) {
    const doubt = in_doubt.length === 0 ? "" : ` In flight: ${in_doubt.join(", ")}.`
    io.stdout.write(
      `\nThe run ${result === null ? "has not ended" : "can go on"}: ${plural(records, "record")}.${doubt}\n  npx proofloop resume ${shellWord(name)}\n`,
    )
  }
  return EXIT_CODES.clean
}

function read(readNext: (line: string) => JournalRecord, line: string): JournalRecord | string {
  try {
    return readNext(line)
  } catch (error) {
    // A crash cuts a line off, but does not write a different one.
    if (isJournalError(error) && error.code === "journal_altered") throw new Misuse(error.message)
    if (isJournalError(error)) return error.message
    throw error
  }
}

function turnOf(record: JournalRecord): number {
  const key = "key" in record ? /^turn:(\d+)\//.exec(record.key) : null
  return Number(key?.[1] ?? 0)
}

function createStanding() {
  const open = new Set<string>()
  let run_id = ""
  let records = 0
  let result: RunResult | null = null
  return {
    add(record: JournalRecord): void {
      records += 1
      if (record.type === "begun") run_id = record.run_id
      if (record.type === "started") open.add(record.key)
      if (record.type === "finished") open.delete(record.key)
      result = record.type === "ended" ? record.result : null
    },
    get run_id() {
      return run_id
    },
    get records() {
      return records
    },
    get result() {
      return result
    },
    get in_doubt(): readonly string[] {
      return [...open]
    },
  }
}
