import { type ChangeSet, type FileChange, strictText } from "@proofloop/foundation/git"
import { definitions } from "../../code/definitions.ts"
import { readSymbols } from "../../code/file_symbols.ts"
import { isIndexable } from "../../code/language.ts"
import { identity, isSymbol } from "../reachability/symbols.ts"

/** Most files compared before and after; the mean leaves out the rest of a larger change. */
const MAX_COMPARED = 5

/** How much of the earlier code a change leaves alone: 1 keeps every symbol and reference, 0 replaces them all. */
export interface InformationGain {
  /** The mean of the compared files, from 0 to 1. */
  readonly value: number
  /** The share that each compared file keeps, by its path. */
  readonly per_file: ReadonlyMap<string, number>
  /** Files left out because enough others were compared. */
  readonly left_out: number
}

export interface InformationGainOptions {
  /** A deleted file counts as 1. Default: 0. */
  readonly delete_allowed?: boolean
}

/** ΔI: the mean share that the touched files keep; 1 for a new file, 0 for a deleted one. @requirement critics.psi-full */
export async function informationGain(
  change: ChangeSet,
  { delete_allowed = false }: InformationGainOptions = {},
): Promise<InformationGain> {
  const per_file = new Map<string, number>()
  let compared = 0
  let left_out = 0
  for (const file of change.files) {
    if (file.after === null) {
      if (file.before !== null) per_file.set(file.path, delete_allowed ? 1 : 0)
    } else if (!isComparable(file)) per_file.set(file.path, 1)
    else if (compared === MAX_COMPARED) left_out += 1
    else {
      compared += 1
      per_file.set(file.path, await keptShare(file))
    }
  }
  const values = [...per_file.values()]
  const value = values.length === 0 ? 1 : values.reduce((sum, share) => sum + share, 0) / values.length
  return { value, per_file, left_out }
}

function isComparable({ path, before, after }: FileChange): boolean {
  return isIndexable(path) && before !== null && before.length > 0 && after !== null
}

async function keptShare({ path, before, after }: FileChange): Promise<number> {
  const [old, now] = [await outline(path, strictText(before)), await outline(path, strictText(after))]
  if (old === null || now === null) return 1
  const moved = (difference(old.symbols, now.symbols) + difference(old.references, now.references)) / 2
  return Math.min(1, Math.max(0, 1 - moved))
}

interface Outline {
  readonly symbols: ReadonlySet<string>
  readonly references: ReadonlySet<string>
}

async function outline(path: string, text: string | null): Promise<Outline | null> {
  const found = text === null ? null : await definitions(path, text)
  const symbols = text === null ? null : await readSymbols(path, text, () => true)
  if (found === null || symbols === null) return null
  const called = symbols.references.filter(({ kind }) => kind === "call" || kind === "import")
  return {
    symbols: new Set(found.filter(isSymbol).map(identity)),
    references: new Set(called.map(({ name }) => name)),
  }
}

/** Names on one side only, against the larger side; 2 when nothing is left of it. */
function difference(old: ReadonlySet<string>, now: ReadonlySet<string>): number {
  const larger = Math.max(old.size, now.size)
  if (larger === 0) return 0
  const kept = [...old].filter((name) => now.has(name)).length
  return (old.size + now.size - 2 * kept) / larger
}
