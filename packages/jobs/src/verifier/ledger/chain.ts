import { canonicalJson } from "@proofloop/foundation/text"
import { readLensVerdict } from "../verdict/read_verdict.ts"
import {
  headOfHeader,
  type LedgerEntry,
  type LedgerHead,
  nextEntry,
  entrySchema,
  headerSchema,
} from "./entry.ts"
import { LedgerError } from "./error.ts"

export interface LedgerContent {
  /** Of whole batches. */
  readonly entries: readonly LedgerEntry[]
  /** The predecessor of the next entry; null: there is no complete header. */
  readonly head: LedgerHead | null
  /** The bytes of header and entries. */
  readonly whole: number
  /** The line of an unfinished batch or header; null: none. */
  readonly torn_line: number | null
}

/** Entries are shorter: a verdict has 64 KiB. */
const MAX_LINE_BYTES = 72 * 1024

/**
 * Reads a ledger's bytes and checks everything: header, schema, canonical form, numbers, hashes, batches. Throws
 * LedgerError `verdict_ledger_invalid` naming the line. An unfinished last batch is not an error here.
 */
export function readChain(bytes: Uint8Array, file: string): LedgerContent {
  const entries: LedgerEntry[] = []
  let head = null as LedgerHead | null
  let line = 0
  let from = 0
  let whole = { entries: 0, head, bytes: 0, lines: 0 }
  for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, from)) {
    line += 1
    const refuse = refusal(file, line)
    const text = decodeLine(bytes.subarray(from, end), refuse)
    from = end + 1
    if (head === null) head = readHeader(text, refuse)
    else {
      const entry = readEntry(text, entries.at(-1), head, refuse)
      entries.push(entry)
      head = entry
    }
    const last = entries.at(-1)
    if (last === undefined || last.seq === last.batch_end)
      whole = { entries: entries.length, head, bytes: from, lines: line }
  }
  if (line === 0) checkTornHeader(bytes, refusal(file, 1))
  const is_torn = line === 0 || whole.bytes < bytes.length
  return {
    entries: entries.slice(0, whole.entries),
    head: whole.head,
    whole: whole.bytes,
    torn_line: is_torn ? whole.lines + 1 : null,
  }
}

type Refuse = (problem: string) => LedgerError

function refusal(file: string, line: number): Refuse {
  return (problem) => new LedgerError("verdict_ledger_invalid", `${file}, line ${line}: ${problem}`, { line })
}

function decodeLine(bytes: Uint8Array, refuse: Refuse): string {
  if (bytes.length > MAX_LINE_BYTES)
    throw refuse(`expected at most ${MAX_LINE_BYTES} bytes, got ${bytes.length}`)
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw refuse("expected UTF-8")
  }
}

function readHeader(text: string, refuse: Refuse): LedgerHead {
  const { data } = headerSchema.safeParse(parseLine(text, refuse))
  if (data === undefined || canonicalJson(data) !== text)
    throw refuse("expected the header of a verdict ledger, version 1")
  return headOfHeader(text)
}

/** Another kind of file must not pass for the rest of a ledger. */
function checkTornHeader(bytes: Uint8Array, refuse: Refuse): void {
  const begin = '{"id":"'
  const text = Buffer.from(bytes.subarray(0, begin.length)).toString()
  if (bytes.length > 200 || !begin.startsWith(text)) throw refuse("expected the header of a verdict ledger")
}

function readEntry(
  text: string,
  before: LedgerEntry | undefined,
  head: LedgerHead,
  refuse: Refuse,
): LedgerEntry {
  const { data, error } = entrySchema.safeParse(parseLine(text, refuse))
  if (data === undefined) {
    const [issue] = error.issues
    throw refuse(`expected an entry; ${[issue?.path.join("."), issue?.message].filter(Boolean).join(": ")}`)
  }
  const { seq, prev_sha256, sha256: _, verdict: given, ...rest } = data
  const reading = readLensVerdict(given, { lenses: "any" })
  if ("problems" in reading) throw refuse(`it holds no verdict: ${reading.problems.join("; ")}`)
  // Recomputed, because the hash is part of the text.
  const entry = nextEntry(head, { ...rest, verdict: reading.verdict })
  if (seq !== entry.seq)
    throw refuse(`expected entry ${entry.seq}, got ${seq}: lines are missing, doubled or moved`)
  if (prev_sha256 !== head.sha256)
    throw refuse("it does not follow the line before: lines were changed, added or removed")
  if (canonicalJson(entry) !== text) throw refuse("its content does not fit its hash: it was changed")
  if (data.batch_end !== batchEnd(before, data)) throw refuse("expected the rest of a batch")
  return entry
}

function batchEnd(
  before: LedgerEntry | undefined,
  { seq, batch_end }: Pick<LedgerEntry, "seq" | "batch_end">,
) {
  return before !== undefined && before.seq < before.batch_end ? before.batch_end : Math.max(seq, batch_end)
}

function parseLine(text: string, refuse: Refuse): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    throw refuse("expected JSON")
  }
}
