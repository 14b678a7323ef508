import { isInvalidOptionError } from "@proofloop/foundation/errors"
import { git, GitError } from "@proofloop/foundation/git"
import { canonicalJson } from "@proofloop/foundation/text"
import type { VerifyAnswer, VerifyJudgeFunction } from "@proofloop/runtime/internal"
import { type BriefManifest, promisedIn } from "../brief/brief.ts"
import { openBrief } from "../brief/build_brief.ts"
import { briefOptionsOf } from "../brief/options.ts"
import { consensus } from "../consensus/consensus.ts"
import { isLedgerError, LedgerError } from "../ledger/error.ts"
import { openVerdictLedger } from "../ledger/ledger.ts"
import { lensIds } from "../session/lenses.ts"
import { checkVerifierOptions, decisionOptionsOf, ledgerPath } from "../session/options.ts"
import { judgeBrief, refuseJudgedLedger } from "../session/run_verifiers.ts"
import type { VerifierDecision, VerifierOptions } from "../session/verifiers.ts"
import type { Consensus, LensVerdict } from "../verdict/lens_verdict.ts"
import { builderIds } from "./builders.ts"
import { decideGate } from "./decide_on_verdicts.ts"

const CHECK_ID = "independent-verifiers"

/**
 * The verifiers as a loop's `verify_completion`: runs the lenses that have not judged the present change, then
 * decides. PASS passes, HARD-STOP fails, all else is `unable`. As a judge it never makes a run verified alone. The
 * base is fixed at this call, and only passes given here count. Throws InvalidOptionError for bad options.
 */
export function independentVerifiers(options: VerifierOptions): VerifyJudgeFunction {
  const { verifiers, tell } = checkVerifierOptions(options)
  const own = ownVerdicts(verifiers.map(({ lens }) => lens))
  const pinned = pinBase(options)
  // The first parameter holds the builder's transcript; it has no name, so that nothing can use it.
  const judge: (...args: Parameters<VerifyJudgeFunction>) => Promise<VerifyAnswer> = async (
    _,
    { signal },
  ) => {
    try {
      const now = { ...options, base: await pinned }
      const silent = await judgeMissing(now, own, signal)
      if (signal.aborted) return unable("it was aborted")
      const decision = await decideGate(decisionOptionsOf(now), (verdicts) => own.select(verdicts))
      const { outcome, reason, consensus: agreed } = decision
      tell({ type: "verifier.decided", outcome, reason, caveats: caveatsIn(agreed) })
      return answerOf(decision, silent)
    } catch (error) {
      const is_told = isInvalidOptionError(error) || isLedgerError(error) || error instanceof GitError
      if (!is_told) throw error
      return unable(error.message)
    }
  }
  return Object.assign(judge, { source: "judge" as const })
}

/** The base's present commit; its name if it names no commit, for the brief to refuse. */
async function pinBase({ root, base = "HEAD" }: VerifierOptions): Promise<string> {
  const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${base}^{commit}`]
  const found = await git(root, args).catch(() => null)
  return found?.exit_code === 0 ? found.stdout.trim() : base
}

/** Asks the lenses without a verdict on exactly this change; resolves to why some gave none. */
async function judgeMissing(
  options: VerifierOptions,
  own: OwnVerdicts,
  signal: AbortSignal,
): Promise<readonly string[]> {
  await refuseJudgedLedger(options, ledgerPath(options))
  const opened = await openBrief(briefOptionsOf(options))
  try {
    if (promisedIn(opened.brief.manifest) === "nothing") return []
    const only = await missingLenses(options, opened.brief.manifest, own)
    if (only.length === 0 || signal.aborted) return []
    const { verdicts, sessions } = await judgeBrief(opened, { ...options, only }, signal)
    own.add(verdicts)
    return sessions.flatMap(({ lens, reason }) => (reason === null ? [] : [`${lens}: ${reason}`]))
  } finally {
    await opened.trees.scratch.remove()
  }
}

/** Empty when the ledger cannot be read: no model is asked, and the gate reports the problem. */
async function missingLenses(
  options: VerifierOptions,
  manifest: BriefManifest,
  own: OwnVerdicts,
): Promise<readonly string[]> {
  const { verifiers, ledger } = checkVerifierOptions(options)
  const verdicts = await openVerdictLedger(ledger)
    .read()
    .then((entries) => own.select(entries.map(({ verdict }) => verdict)))
    .catch((error: unknown) => {
      if (isLedgerError(error)) return null
      throw error
    })
  if (verdicts === null) return []
  const counted = consensus(verdicts, {
    subject: manifest.subject,
    lenses: lensIds(options.lenses),
    builder_id: await builderIds(options, manifest),
  })
  return verifiers.map(({ lens }) => lens).filter((lens) => !counted.lenses.includes(lens))
}

function caveatsIn(agreed: Consensus | null): readonly string[] {
  return (agreed?.caveats ?? []).map(({ says }) => says)
}

function withCaveats(text: string, agreed: Consensus | null): string {
  return [text, ...caveatsIn(agreed).map((says) => `caveat: ${says}`)].join("\n")
}

function answerOf(
  { outcome, reason, code, consensus: agreed }: VerifierDecision,
  silent: readonly string[],
): VerifyAnswer {
  if (code !== null) return unable(reason)
  if (outcome === "PASS") {
    return {
      status: "pass",
      check_id: CHECK_ID,
      output: withCaveats(`${reason}: ${agreed?.lenses.join(", ")}`, agreed),
    }
  }
  if (outcome === "ESCALATE") return unable(withCaveats([reason, ...silent].join("; "), agreed))
  const refutations = (agreed?.counted ?? [])
    .filter(({ verdict }) => verdict !== "pass")
    .map(({ lens, verdict, security, evidence, refutation }) => {
      const mark = security === true ? `${verdict}, security` : verdict
      return [`${lens} (${mark}): ${evidence}`, ...(refutation === undefined ? [] : [refutation])].join("\n")
    })
  return {
    status: "fail",
    check_id: CHECK_ID,
    evidence: [reason, ...refutations].join("\n\n"),
  }
}

function unable(reason: string): VerifyAnswer {
  return { status: "unable", reason, check_id: CHECK_ID }
}

/** This judge's own records, in memory: the builder can write the ledger's file, and forge or remove verdicts there. */
interface OwnVerdicts {
  add(recorded: readonly LensVerdict[]): void
  /**
   * The ledger's verdicts that may count: all except passes by others through the lenses this judge asks, and those
   * that lift a stop. Throws LedgerError `verdict_ledger_invalid` when a recorded verdict is gone.
   */
  select(verdicts: readonly LensVerdict[]): readonly LensVerdict[]
}

function ownVerdicts(asked: readonly string[]): OwnVerdicts {
  const own = new Set<string>()
  return {
    add(recorded) {
      for (const verdict of recorded) own.add(canonicalJson(verdict))
    },
    select(verdicts) {
      const keys = new Set(verdicts.map((verdict) => canonicalJson(verdict)))
      if ([...own].some((key) => !keys.has(key))) {
        const problem = "verdicts that were recorded during this run are not in the ledger any more"
        throw new LedgerError("verdict_ledger_invalid", problem)
      }
      return verdicts.filter((verdict) => {
        const { verdict: value, lens, lifts } = verdict
        const is_doubtful = lifts !== undefined || (value === "pass" && asked.includes(lens))
        return !is_doubtful || own.has(canonicalJson(verdict))
      })
    },
  }
}
