import { readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { isRecord } from "@proofloop/foundation/text"
import {
  type DecisionFixture,
  evaluateConsensus,
  isLedgerError,
  type LedgerEntry,
  readLensVerdict,
} from "@proofloop/jobs/internal/verifier"
import { consensus, type ConsensusOptions, openVerdictLedger } from "@proofloop/jobs/verifier"
import { inFolderWith } from "./folder.ts"
import type { Subject } from "./subject.ts"

interface Input {
  readonly do: "read" | "consensus" | "evaluate" | "ledger"
  /** For read. What a record leaves out is filled in; a field that is `{ missing: true }` is left out for good. */
  readonly record?: unknown
  readonly lenses?: readonly string[]
  /** For consensus: records in the order of the ledger, filled in alike, each with a session, a brief and evidence of its own. */
  readonly verdicts?: readonly unknown[]
  readonly options?: Partial<ConsensusOptions>
  /** For evaluate: fixtures, and the outcome a broken decision always has. */
  readonly fixtures?: readonly DecisionFixture[]
  readonly always?: "PASS" | "HARD-STOP" | "ESCALATE"
  /** For ledger: batches that are appended one after the other, then what happens to the file, then more batches. */
  readonly batches?: readonly (readonly unknown[])[]
  readonly damage?: readonly Damage[]
  readonly then?: readonly (readonly unknown[])[]
}

/** Lines are counted from 1, the header. */
type Damage =
  | { readonly edit: number; readonly from: string; readonly to: string }
  | { readonly remove: number }
  | { readonly double: number }
  | { readonly swap: readonly [number, number] }
  | { readonly insert: number; readonly text: string }
  | { readonly cut_bytes: number }
  | { readonly remove_file: true }

const SUBJECT = { diff_sha256: "d".repeat(64), contract_sha256: "c".repeat(64) }
const EVIDENCE = "src/refunds.ts:31 takes the row lock before it reads the balance"

/** A verdict read, verdicts decided on, fixtures scored, and a ledger written, damaged and read back. */
export const verifier: Subject = {
  name: "verifier",
  answer(given) {
    const input = given as unknown as Input
    const { verdicts = [], fixtures = [], always, lenses } = input
    if (input.do === "read") return readLensVerdict(filled(input.record, 0), { lenses })
    if (input.do === "ledger") return askLedger(input)
    if (input.do === "consensus")
      return consensus(verdicts.map(looked), { subject: SUBJECT, ...input.options })
    const decide = always === undefined ? undefined : () => ({ outcome: always, reason: "always" })
    const whole = fixtures.map((fixture) => ({ ...fixture, verdicts: fixture.verdicts.map(filled) }))
    return evaluateConsensus(whole, { decide })
  },
}

function looked(record: unknown, index: number): unknown {
  const evidence = `${EVIDENCE}, and line ${40 + index} lets it go`
  return isRecord(record) ? filled({ evidence, brief_sha256: "b".repeat(64), ...record }, index) : record
}

function filled(record: unknown, index: number): unknown {
  if (!isRecord(record)) return record
  const verifier_of = { id: `verifier-${index + 1}`, session_id: `session-${index + 1}`, model_name: null }
  const whole = {
    lens: "wiring",
    verdict: "pass",
    evidence: EVIDENCE,
    verifier: verifier_of,
    subject: SUBJECT,
    brief_sha256: null,
    ...record,
  }
  return Object.fromEntries(Object.entries(whole).filter(([, value]) => Object(value).missing !== true))
}

function askLedger({ batches = [], damage = [], then = [] }: Input) {
  return inFolderWith({}, async (root) => {
    const file = join(root, "ledger", "verdicts.jsonl")
    const ledger = openVerdictLedger(file)
    const appended: unknown[] = []
    for (const batch of batches) appended.push(await told(ledger.append(batch.map(filled))))
    const before = await readFile(file).catch(() => null)
    if (damage.length > 0) await inflict(file, damage)
    const read = await told(ledger.read())
    for (const batch of then) appended.push(await told(ledger.append(batch.map(filled))))
    return {
      appended,
      file_exists: before !== null,
      read,
      ...(then.length === 0 ? {} : { read_again: await told(ledger.read()) }),
    }
  })
}

async function told(entries: Promise<readonly LedgerEntry[]>) {
  try {
    const known = await entries
    const torn = known.flatMap(({ after_torn }) => (after_torn === undefined ? [] : [after_torn.bytes]))
    return {
      entries: known.map(({ seq, verdict }) => [seq, verdict.lens, verdict.verdict]),
      removed_bytes: torn,
    }
  } catch (error) {
    if (!isLedgerError(error)) throw error
    return { code: error.code, line: error.line, says: error.message }
  }
}

async function inflict(file: string, damage: readonly Damage[]): Promise<void> {
  for (const one of damage) {
    if ("remove_file" in one) await rm(file)
    else if ("cut_bytes" in one) await writeFile(file, (await readFile(file)).subarray(0, -one.cut_bytes))
    else {
      const lines = (await readFile(file, "utf8")).split("\n").slice(0, -1)
      await writeFile(
        file,
        changedLines(lines, one)
          .map((line) => `${line}\n`)
          .join(""),
      )
    }
  }
}

function changedLines(
  lines: readonly string[],
  damage: Exclude<Damage, { remove_file: true } | { cut_bytes: number }>,
) {
  const at = (line: number): string => lines[line - 1] ?? ""
  if ("edit" in damage) return lines.with(damage.edit - 1, at(damage.edit).replace(damage.from, damage.to))
  if ("remove" in damage) return lines.toSpliced(damage.remove - 1, 1)
  if ("double" in damage) return lines.toSpliced(damage.double, 0, at(damage.double))
  if ("insert" in damage) return lines.toSpliced(damage.insert - 1, 0, damage.text)
  const [first, second] = damage.swap
  return lines.with(first - 1, at(second)).with(second - 1, at(first))
}
