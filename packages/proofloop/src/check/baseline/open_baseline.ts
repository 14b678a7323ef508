import { readFile } from "node:fs/promises"
import { relative, resolve, sep } from "node:path"
import { lenientText, readBlobs, requireGit, treeOf } from "@proofloop/foundation/git"
import { isFolder } from "../../arguments/folders.ts"
import { Misuse } from "../../console/misuse.ts"
import type { ReportedFinding, SuppressedFinding } from "../report.ts"
import type { CheckSubject } from "../subject.ts"
import type { SuppressionMode } from "../suppressions/suppressed.ts"
import { type BaselineEntry, entriesOf, keyOf, parseBaseline } from "./baseline_file.ts"

export interface Baseline {
  /** Absolute. */
  readonly file: string
  readonly name: string
  readonly entries: readonly BaselineEntry[]
  /** Entries from before the judged change; all entries of a file outside the repository. */
  readonly standing: readonly BaselineEntry[]
}

/**
 * Reads a baseline on the judged side, and as it was before, because the change could add entries. Throws Misuse; a
 * missing file is empty where `may_be_missing`.
 */
export async function openBaseline(
  name: string,
  { root, base, facts }: CheckSubject,
  { cwd, may_be_missing }: { readonly cwd: string; readonly may_be_missing: boolean },
): Promise<Baseline> {
  const file = resolve(cwd, name)
  if (isFolder(file)) throw new Misuse(`--${may_be_missing ? "write-" : ""}baseline: ${name} is a folder`)
  const path = relative(root, file).split(sep).join("/")
  const is_inside = path !== "" && !path.startsWith("../")
  const now = is_inside ? lenientText(await facts({}).read(path)) : await textOf(file)
  if (now === null && !may_be_missing) {
    throw new Misuse(`--baseline: ${name} is not there; --write-baseline makes it`)
  }
  const entries = now === null ? [] : parseBaseline(now, name)
  if (!is_inside) return { file, name, entries, standing: entries }
  const before = await textAt(root, base, path)
  return {
    file,
    name,
    entries,
    standing: before === null ? [] : parseBaseline(before, `${name} at the base`),
  }
}

/** Removes the findings in the baseline, each entry as often as it counts. */
export function applyBaseline(
  findings: readonly ReportedFinding[],
  baseline: Baseline,
  mode: SuppressionMode,
): { readonly findings: readonly ReportedFinding[]; readonly suppressed: readonly SuppressedFinding[] } {
  if (mode === "none") return { findings, suppressed: [] }
  const standing = countsOf(baseline.standing)
  const left = mode === "all" ? countsOf(baseline.entries) : new Map(standing)
  const kept: ReportedFinding[] = []
  const suppressed: SuppressedFinding[] = []
  for (const finding of findings) {
    const key = keyOf(finding)
    if ((left.get(key) ?? 0) <= 0) {
      kept.push(finding)
      continue
    }
    left.set(key, (left.get(key) ?? 0) - 1)
    const was = standing.get(key) ?? 0
    standing.set(key, was - 1)
    suppressed.push({ ...finding, by: "baseline", is_new: was <= 0 })
  }
  return { findings: kept, suppressed }
}

/** The new baseline: the present findings, and the old entries of files that were not judged. */
export function renewedBaseline(
  { entries }: Baseline,
  findings: readonly ReportedFinding[],
  isJudged: (entry: BaselineEntry) => boolean,
): readonly BaselineEntry[] {
  return [...entries.filter((entry) => !isJudged(entry)), ...entriesOf(findings)]
}

function countsOf(entries: readonly BaselineEntry[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const entry of entries) counts.set(keyOf(entry), (counts.get(keyOf(entry)) ?? 0) + entry.count)
  return counts
}

async function textOf(file: string): Promise<string | null> {
  return readFile(file, "utf8").catch(() => null)
}

async function textAt(root: string, base: string, path: string): Promise<string | null> {
  const listing = await requireGit(root, ["ls-tree", "-z", await treeOf(root, base), "--", path])
  const [mode, , id] = listing.split("\t", 1).join("").split(" ")
  if (mode === undefined || id === undefined || !mode.startsWith("100")) return null
  const blob = (await readBlobs(root, [id])).get(id) ?? null
  return blob === "too_large" ? null : lenientText(blob)
}
