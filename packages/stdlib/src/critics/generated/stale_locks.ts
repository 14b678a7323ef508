import { posix } from "node:path"
import { type ChangeSet, lenientText } from "@proofloop/foundation/git"
import type { RepositoryFacts } from "../../repository/facts.ts"
import { oncePer } from "../once_per.ts"
import type { Violation } from "../verdict.ts"
import { lockFormats, type LockFormat } from "./lock_formats.ts"

/** Manifests and locks of a change that agreed before it and do not any more, by what the lock records. */
export async function staleLocks(change: ChangeSet, facts: RepositoryFacts): Promise<readonly Violation[]> {
  const violations: Violation[] = []
  for (const pair of await pairsOf(change, facts)) {
    const [old, now] = await Promise.all([
      differences(pair, change, facts, "before"),
      differences(pair, change, facts, "after"),
    ])
    // A lock that nobody kept in step says nothing.
    if (old === null || old.length > 0 || now === null || now.length === 0) continue
    const { manifest, lock } = pair
    violations.push({
      path: manifest,
      rule: "stale_lock",
      message: `${lock} does not have what ${posix.basename(manifest)} says of ${listed(now)}`,
      evidence: now.join(", "),
    })
  }
  return violations
}

interface Pair {
  readonly manifest: string
  readonly lock: string
  readonly format: LockFormat
}

/** The touched manifests with the nearest lock of each kind, and the touched locks with the manifest beside them. */
async function pairsOf(change: ChangeSet, facts: RepositoryFacts): Promise<readonly Pair[]> {
  const pairs = new Map<string, Pair>()
  const touched = change.files.filter(({ after }) => after !== null).map(({ path }) => path)
  for (const path of touched) {
    for (const format of lockFormats) {
      const name = posix.basename(path)
      const manifest = format.locks.includes(name) ? posix.join(posix.dirname(path), format.manifest) : path
      if (posix.basename(manifest) !== format.manifest) continue
      const lock = await nearestLock(manifest, format, facts)
      if (lock !== null && (await facts.exists(manifest)))
        pairs.set(`${manifest} ${lock}`, { manifest, lock, format })
    }
  }
  return [...pairs.values()]
}

async function nearestLock(
  manifest: string,
  { locks }: LockFormat,
  facts: RepositoryFacts,
): Promise<string | null> {
  const known = await pathsOf(facts)
  for (let folder = posix.dirname(manifest); ; folder = posix.dirname(folder)) {
    const found = locks.map((name) => posix.join(folder, name)).find((path) => known.has(path))
    if (found !== undefined) return found
    if (folder === "." || folder === "/") return null
  }
}

const pathsOf = oncePer(async (facts: RepositoryFacts) => new Set(await facts.paths()))

/** What manifest and lock say differently on one side of the change; null: unknown. */
async function differences(
  { manifest, lock, format }: Pair,
  change: ChangeSet,
  facts: RepositoryFacts,
  side: "before" | "after",
): Promise<readonly string[] | null> {
  const textOf = async (path: string) => {
    const touched = change.files.find((file) => file.path === path)
    return lenientText(touched === undefined ? await facts.read(path) : touched[side])
  }
  const [declared, recorded] = await Promise.all([textOf(manifest), textOf(lock)])
  if (declared === null || recorded === null) return null
  const place = posix.relative(posix.dirname(lock), posix.dirname(manifest))
  return format.differences(declared, recorded, place)
}

function listed(names: readonly string[]): string {
  const more = names.length - MOST_NAMES
  return `${names.slice(0, MOST_NAMES).join(", ")}${more > 0 ? ` and ${more} more` : ""}`
}

const MOST_NAMES = 3
