import { resolve } from "node:path"
import { InvalidOptionError } from "@proofloop/foundation/errors"
import { canonicalJson, redactSecrets } from "@proofloop/foundation/text"
import type { LensVerdict } from "../verdict/lens_verdict.ts"
import { readLensVerdict } from "../verdict/read_verdict.ts"
import { type LedgerContent, readChain } from "./chain.ts"
import {
  type EntryBody,
  headOfHeader,
  type LedgerEntry,
  type LedgerHead,
  nextEntry,
  tornTail,
  newHeader,
} from "./entry.ts"
import { isLedgerError, LedgerError } from "./error.ts"
import { extendLedgerFile, findLedgerFile, placeLedgerFile, readLedgerFile, withLedgerLock } from "./file.ts"

export interface VerdictLedgerOptions {
  /** Milliseconds since 1970. Default the system's. */
  readonly now?: (() => number) | undefined
  /** The lenses that may be written. Default: every well-formed name; `consensus` knows which of them count. */
  readonly lenses?: readonly string[] | undefined
  /** How long to wait for other writers, in milliseconds. Default 30 000. */
  readonly wait_ms?: number | undefined
}

export interface VerdictLedger {
  readonly path: string
  /**
   * Adds verdicts, all or none, and resolves to their entries once they are on the disk. Removes secrets from their
   * texts. An empty list touches nothing. A crash's unfinished batch is removed first, and the first entry says so in
   * `after_torn`. Rejects with LedgerError, and as the file system does.
   */
  append(verdicts: readonly unknown[]): Promise<readonly LedgerEntry[]>
  /**
   * All entries; none before the first write. Rejects with LedgerError `verdict_ledger_invalid` for a line that
   * changed since it was written, for an unfinished batch, and when `expected_head` is no longer part of it.
   */
  read(options?: {
    /** An earlier last entry that must still be part of it. Default: none is asked for. */
    readonly expected_head?: LedgerHead | undefined
  }): Promise<readonly LedgerEntry[]>
}

/**
 * An append-only ledger of verdicts: JSON lines of mode 0600, chained by hashes, one writer at a time among all
 * processes of this host. It cannot notice whole batches cut off the end, or a rebuilt chain; keep the last entry
 * elsewhere and give it as `expected_head`. Refuses a symbolic link as the file. Throws InvalidOptionError.
 * @requirement verifier.ledger
 */
export function openVerdictLedger(
  path: string,
  { now = Date.now, lenses, wait_ms = 30_000 }: VerdictLedgerOptions = {},
): VerdictLedger {
  if (!(wait_ms >= 0))
    throw new InvalidOptionError({ option: "wait_ms", expected: "milliseconds", got: wait_ms })
  let turn: Promise<unknown> = Promise.resolve()
  return {
    path: resolve(path),
    async append(given) {
      const verdicts = checkBatch(given, lenses ?? "any")
      if (verdicts.length === 0) return []
      // One after the other in this process, so that it never waits for its own lock.
      const write = async () => {
        const file = await placeLedgerFile(path)
        return withLedgerLock(file, wait_ms, () => appendTo(file, verdicts, new Date(now()).toISOString()))
      }
      const written = turn.then(write, write)
      turn = written
      return written
    },
    async read({ expected_head } = {}) {
      const file = await findLedgerFile(path)
      const entries = file === null ? [] : await readEntries(file, wait_ms)
      if (expected_head !== undefined) checkHead(entries, expected_head, resolve(path))
      return entries
    },
  }
}

async function appendTo(
  file: string,
  verdicts: readonly LensVerdict[],
  recorded_at: string,
): Promise<readonly LedgerEntry[]> {
  let added: readonly LedgerEntry[] = []
  await extendLedgerFile(file, (bytes, is_new) => {
    const content = is_new ? null : readChain(bytes, file)
    const keep = content?.whole ?? 0
    const after_torn = bytes.length > keep ? { after_torn: tornTail(bytes.subarray(keep)) } : {}
    const header = content?.head ? [] : [newHeader()]
    const head = content?.head ?? headOfHeader(header.join(""))
    added = chainOn(head, verdicts, { recorded_at, ...after_torn })
    const lines = [...header, ...added.map((entry) => canonicalJson(entry))]
    return { keep, text: lines.map((line) => `${line}\n`).join("") }
  })
  return added
}

function chainOn(
  head: LedgerHead,
  verdicts: readonly LensVerdict[],
  { recorded_at, ...after_torn }: Pick<EntryBody, "recorded_at" | "after_torn">,
): readonly LedgerEntry[] {
  const entries: LedgerEntry[] = []
  for (const [index, verdict] of verdicts.entries()) {
    const body = { batch_end: head.seq + verdicts.length, recorded_at, verdict }
    entries.push(nextEntry(entries.at(-1) ?? head, { ...body, ...(index === 0 ? after_torn : {}) }))
  }
  return entries
}

/** A read during a write may see half of it; a bad result is read again under the lock. */
async function readEntries(file: string, wait_ms: number): Promise<readonly LedgerEntry[]> {
  try {
    return await readWhole(file)
  } catch (error) {
    if (!isLedgerError(error)) throw error
    return withLedgerLock(file, wait_ms, () => readWhole(file)).catch((again: unknown) => {
      // A folder that cannot be written has no writers.
      throw isLedgerError(again) ? again : error
    })
  }
}

async function readWhole(file: string): Promise<readonly LedgerEntry[]> {
  const bytes = await readLedgerFile(file)
  if (bytes === null) return []
  const { entries, torn_line }: LedgerContent = readChain(bytes, file)
  if (torn_line === null) return entries
  const problem = "what was being written here was never finished; the next append removes it"
  throw new LedgerError("verdict_ledger_invalid", `${file}, line ${torn_line}: ${problem}`, {
    line: torn_line,
  })
}

function checkHead(entries: readonly LedgerEntry[], { seq, sha256 }: LedgerHead, file: string): void {
  if (entries[seq - 1]?.sha256 === sha256) return
  const got = seq > entries.length ? `${entries.length} entries` : "another one"
  const problem = `expected entry ${seq} with the hash ${sha256}, got ${got}: lines were taken away or replaced`
  throw new LedgerError("verdict_ledger_invalid", `${file}: ${problem}`)
}

const MAX_TOLD = 10

/** The verdicts as they are written, without secrets. Throws LedgerError `verdict_invalid` with all problems of each. */
function checkBatch(given: readonly unknown[], lenses: readonly string[] | "any"): readonly LensVerdict[] {
  if (!Array.isArray(given)) throw new LedgerError("verdict_invalid", "expected a list of verdicts")
  const verdicts: LensVerdict[] = []
  const problems: string[] = []
  for (const [index, value] of given.entries()) {
    const reading = readForLedger(value, lenses)
    if ("verdict" in reading) verdicts.push(reading.verdict)
    else problems.push(`record ${index + 1}: ${reading.problems.join("; ")}`)
  }
  if (problems.length === 0) return verdicts
  const more = problems.length > MAX_TOLD ? [`and ${problems.length - MAX_TOLD} more`] : []
  throw new LedgerError("verdict_invalid", [...problems.slice(0, MAX_TOLD), ...more].join("\n"))
}

function readForLedger(value: unknown, lenses: readonly string[] | "any") {
  const reading = readLensVerdict(value, { lenses })
  if ("problems" in reading) return reading
  const { lens, verifier, subject, brief_sha256, ...texts } = reading.verdict
  const redacted = withoutSecrets(texts) as object
  // Checked again: without its secrets it may be too short, or too long.
  return readLensVerdict({ ...redacted, lens, verifier, subject, brief_sha256 }, { lenses })
}

function withoutSecrets(value: unknown): unknown {
  if (typeof value === "string") return redactSecrets(value)
  if (Array.isArray(value)) return value.map(withoutSecrets)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, withoutSecrets(member)]))
}
