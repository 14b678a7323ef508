import { realpath } from "node:fs/promises"
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path"
import { thrownMessage } from "@proofloop/foundation/errors"
import { requireGit } from "@proofloop/foundation/git"
import { type Brief, type BriefManifest, promisedIn } from "../brief/brief.ts"
import { type OpenBrief, openBrief } from "../brief/build_brief.ts"
import { briefOptionsOf } from "../brief/options.ts"
import { consensus } from "../consensus/consensus.ts"
import type { LedgerEntry } from "../ledger/entry.ts"
import { isLedgerError } from "../ledger/error.ts"
import { openVerdictLedger } from "../ledger/ledger.ts"
import { checkGateOptions, ledgerPath } from "../session/options.ts"
import type { VerifierDecision, VerifierDecisionOptions } from "../session/verifiers.ts"
import type { Consensus, LensVerdict } from "../verdict/lens_verdict.ts"
import { builderIds } from "./builders.ts"
import { staleHints } from "./stale_hints.ts"

/**
 * Decides on the present change: recomputes its subject, reads the ledger, and runs consensus. A change of its own
 * contract or tests never passes, nor does one without contract and tests. An untrusted ledger is a HARD-STOP with
 * its `code`, not an error. Asks no model. Rejects with InvalidOptionError and GitError.
 * @requirement verifier.decision
 */
export async function decideOnVerdicts(options: VerifierDecisionOptions): Promise<VerifierDecision> {
  return decideGate(options, (verdicts) => verdicts)
}

type Select = (verdicts: readonly LensVerdict[]) => readonly LensVerdict[]

/** The same for the verdicts that `select` keeps; it may throw LedgerError. */
export async function decideGate(
  options: VerifierDecisionOptions,
  select: Select,
): Promise<VerifierDecision> {
  const lenses = checkGateOptions(options)
  const opened = await openBrief(briefOptionsOf(options))
  try {
    return await decideOpened(opened, options, lenses, select)
  } finally {
    await opened.trees.scratch.remove()
  }
}

async function decideOpened(
  { brief, trees }: OpenBrief,
  options: VerifierDecisionOptions,
  lenses: readonly string[],
  select: Select,
): Promise<VerifierDecision> {
  const { manifest, changed_contract } = brief
  const records = await readRecords(options, manifest, select)
  if ("code" in records) {
    return { outcome: "HARD-STOP", ...records, consensus: null, hints: [], manifest, changed_contract }
  }
  const agreed = consensus(records.verdicts, {
    subject: manifest.subject,
    lenses,
    min_lenses: options.min_lenses,
    builder_id: await builderIds(options, manifest),
    builder_model: options.builder?.model_name ?? undefined,
    promised: promisedIn(manifest),
    requirements: options.requirements,
  })
  const ask = options.builder?.id === undefined && agreed.own > 0 ? [OWN_BY_DEFAULT] : []
  const missing = lenses.filter((lens) => !agreed.lenses.includes(lens))
  const hints =
    agreed.outcome === "PASS"
      ? []
      : [...ask, ...(await staleHints(records.entries, { missing, manifest, trees }))]
  return { ...decide(agreed, brief), code: null, consensus: agreed, hints, manifest, changed_contract }
}

const OWN_BY_DEFAULT =
  "verdicts of authors of the judged commits do not count; name the builder if it is somebody else, or none"

type Records =
  | { readonly verdicts: readonly unknown[]; readonly entries: readonly LedgerEntry[] }
  | { readonly code: NonNullable<VerifierDecision["code"]>; readonly reason: string }

async function readRecords(
  options: VerifierDecisionOptions,
  manifest: BriefManifest,
  select: Select,
): Promise<Records> {
  const path = ledgerPath(options)
  const { base_commit, head_commit } = manifest
  const commits = head_commit === null ? [base_commit] : [base_commit, head_commit]
  if (await isInRepository(options.root, path, commits)) {
    const reason = `${path} is part of the repository: whoever builds a change could write its verdicts`
    return { code: "verdict_ledger_invalid", reason }
  }
  try {
    const entries = await openVerdictLedger(path).read()
    return { verdicts: select(entries.map(({ verdict }) => verdict)), entries }
  } catch (error) {
    const reason = thrownMessage(error)
    const code = isLedgerError(error) && error.code === "ledger_busy" ? error.code : "verdict_ledger_invalid"
    return { code, reason }
  }
}

function decide(
  { outcome, reason }: Consensus,
  { changed_contract }: Brief,
): Pick<VerifierDecision, "outcome" | "reason"> {
  if (outcome !== "PASS" || changed_contract.length === 0) return { outcome, reason }
  const paths = changed_contract.slice(0, 5).join(", ")
  const more = changed_contract.length > 5 ? ` and ${changed_contract.length - 5} more` : ""
  return { outcome: "ESCALATE", reason: `the change edits its own contract: ${paths}${more}` }
}

/**
 * Whether git has a ledger, or a link on the way to it, in the index or in one of these commits. Then the change's
 * builder could have written its verdicts. Rejects with GitError.
 */
async function isInRepository(root: string, ledger: string, commits: readonly string[]): Promise<boolean> {
  const top = await realpath((await requireGit(root, ["rev-parse", "--show-toplevel"])).replace(/\n$/, ""))
  const named = resolve(await realpath(root), relative(resolve(root), resolve(ledger)))
  const folder = await realpath(dirname(ledger)).catch(() => dirname(named))
  const paths = [named, join(folder, basename(ledger))].flatMap((path) => stepsTo(relative(top, path)))
  if (paths.length === 0) return false
  const listings = [
    ["ls-files", "-z"],
    ...commits.map((commit) => ["ls-tree", "-r", "-z", "--name-only", commit]),
  ]
  for (const listing of listings) {
    const listed = (await requireGit(top, [...listing, "--", ...paths])).split("\0")
    if (listed.some((path) => paths.includes(path))) return true
  }
  return false
}

/** "a/b" is reached through "a", which may be a link. Empty for a path outside. */
function stepsTo(path: string): readonly string[] {
  const names = path.split(sep)
  if (names[0] === ".." || isAbsolute(path)) return []
  return names.map((_, index) => names.slice(0, index + 1).join("/"))
}
