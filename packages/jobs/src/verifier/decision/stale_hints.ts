import { lstat } from "node:fs/promises"
import { join } from "node:path"
import { sha256 } from "@proofloop/foundation/files"
import { git, isStatePath } from "@proofloop/foundation/git"
import { plural } from "@proofloop/foundation/text"
import type { BriefManifest } from "../brief/brief.ts"
import { briefDiff } from "../brief/diff.ts"
import { type Trees, treesWithout } from "../brief/trees.ts"
import { isSameSubject } from "../consensus/sort_out_verdicts.ts"
import type { LedgerEntry } from "../ledger/entry.ts"

export interface StaleContext {
  readonly missing: readonly string[]
  readonly manifest: BriefManifest
  readonly trees: Trees
}

/** How many subjects are examined, and how many paths a sentence names. */
const MAX_SUBJECTS = 3
const MAX_PATHS = 5

/**
 * Why the latest verdicts of missing lenses are stale: a base that moved, another contract, another diff, and the
 * untracked files behind it. Reads only; a question that git cannot answer gives no hint.
 * @requirement verifier.stale
 */
export async function staleHints(
  entries: readonly LedgerEntry[],
  { missing, manifest, trees }: StaleContext,
): Promise<readonly string[]> {
  const latest = new Map<string, LedgerEntry>()
  for (const entry of entries) {
    const { lens, subject } = entry.verdict
    if (missing.includes(lens) && !isSameSubject(subject, manifest.subject)) latest.set(lens, entry)
  }
  const groups = new Map<string, LedgerEntry[]>()
  for (const entry of latest.values()) {
    const { diff_sha256, contract_sha256, base_commit = "" } = entry.verdict.subject
    const key = `${diff_sha256} ${contract_sha256} ${base_commit}`
    groups.set(key, [...(groups.get(key) ?? []), entry])
  }
  const hints: string[] = []
  for (const [first, ...rest] of [...groups.values()].slice(-MAX_SUBJECTS)) {
    if (first === undefined) continue
    const count = rest.length + 1
    const why = await whyStale(first, manifest, trees)
    hints.push(`${plural(count, "stale verdict")}: ${why.join("; ")}`)
  }
  return hints
}

async function whyStale(
  { verdict: { subject: judged }, recorded_at }: LedgerEntry,
  { subject, inputs, base_commit }: BriefManifest,
  trees: Trees,
): Promise<readonly string[]> {
  const why: string[] = []
  const moved =
    judged.base_commit === undefined || judged.base_commit === base_commit ? null : judged.base_commit
  const between = moved === null ? [] : await changedBetween(trees, moved, base_commit)
  if (moved !== null) why.push(movedBase(moved, base_commit, between))
  if (judged.contract_sha256 !== subject.contract_sha256) {
    const goals = inputs.filter(({ kind }) => kind === "contract" || kind === "tests").map(({ path }) => path)
    const edited = goals.filter((path) => between?.includes(path) === true)
    const which =
      edited.length > 0 ? `${named(edited)} changed at the base` : "other files were named, or found"
    why.push(`contract or tests are not those it was judged against: ${which}`)
  }
  if (judged.diff_sha256 !== subject.diff_sha256) {
    const junk =
      trees.head_commit === null ? await untrackedSince(trees, recorded_at, judged.diff_sha256) : null
    why.push(junk ?? "the change is another one than was judged")
  }
  return why
}

/** null: the repository does not have both. */
async function changedBetween(
  { scratch }: Trees,
  old: string,
  now: string,
): Promise<readonly string[] | null> {
  const args = ["diff", "--name-only", "--no-renames", "--relative", "-z", `${old}..${now}`, "--"]
  const { exit_code, stdout } = await git(scratch.root, args)
  return exit_code === 0 ? stdout.split("\0").filter((path) => path !== "") : null
}

function movedBase(old: string, now: string, between: readonly string[] | null): string {
  const moved = `the base moved from ${old.slice(0, 12)} to ${now.slice(0, 12)}`
  if (between === null) return `${moved}, and the repository does not have the old one`
  return between.length === 0 ? `${moved} with the same files` : `${moved}, which differ in ${named(between)}`
}

/** Untracked files that are younger than the verdict; and whether it would match without them. null: there are none. */
async function untrackedSince(
  trees: Trees,
  recorded_at: string,
  judged_diff: string,
): Promise<string | null> {
  const { scratch, judged } = trees
  const listed = await git(scratch.root, ["ls-files", "--others", "--exclude-standard", "-z"])
  const untracked = listed.stdout.split("\0").filter((path) => judged.entries.has(path) && !isStatePath(path))
  const since = Date.parse(recorded_at)
  const ages = await Promise.all(
    untracked.map(async (path) => (await lstat(join(scratch.root, path)).catch(() => null))?.mtimeMs ?? 0),
  )
  const young = untracked.filter((_, at) => (ages[at] ?? 0) >= since)
  for (const paths of [young, untracked]) {
    if (paths.length === 0 || (await diffWithout(trees, paths)) !== judged_diff) continue
    const them = paths.length === 1 ? "it" : "them"
    return `untracked ${named(paths)} made it another change: let git ignore ${them} or take ${them} away, and the verdict fits again`
  }
  return young.length === 0
    ? null
    : `the change is another one than was judged, and untracked ${named(young)} came after the verdict: let git ignore what is not part of it`
}

async function diffWithout(trees: Trees, paths: readonly string[]): Promise<string | null> {
  const rest = await treesWithout(trees, new Set(paths))
  if (rest.changed.length === 0) return null
  return sha256((await briefDiff(rest, Number.MAX_SAFE_INTEGER)).bytes)
}

function named(paths: readonly string[]): string {
  const more = paths.length > MAX_PATHS ? ` and ${paths.length - MAX_PATHS} more` : ""
  return `${paths.slice(0, MAX_PATHS).join(", ")}${more}`
}
