import { isInvalidOptionError, type VerifyAnswer, type VerifyJudgeFunction } from "@proofloop/runtime"
import { GitError } from "../workspace/git.ts"
import type { BriefManifest } from "./brief/brief.ts"
import { openBrief } from "./brief/build_brief.ts"
import { briefOptionsOf } from "./brief/options.ts"
import { consensus } from "./consensus/consensus.ts"
import { isLedgerError } from "./ledger/error.ts"
import { openVerdictLedger } from "./ledger/ledger.ts"
import { lensIds } from "./session/lenses.ts"
import { checkVerifierOptions, gateOptionsOf, ledgerPath } from "./session/options.ts"
import { judgeBrief, refuseJudgedLedger } from "./session/run_verifiers.ts"
import { verifierGate } from "./verifier_gate.ts"
import type { GateDecision, VerifierOptions } from "./verifiers.ts"

const check_id = "independent-verifiers"

/**
 * The verifiers as a loop's `verify_completion`: runs those lenses that have not judged the change as it is now, then asks the
 * gate. PASS passes, HARD-STOP fails with each refutation, everything else is `unable`. It is a judge: alone it makes no run
 * verified. What the loop says of itself, its transcript above all, is not looked at. Throws InvalidOptionError for bad
 * options; what is wrong later, such as an empty diff, is `unable`.
 */
export function independentVerifiers(options: VerifierOptions): VerifyJudgeFunction {
  checkVerifierOptions(options)
  // The first parameter, with the builder's transcript, has no name: nothing can use it.
  const judge: (...args: Parameters<VerifyJudgeFunction>) => Promise<VerifyAnswer> = async (
    _,
    { signal },
  ) => {
    try {
      await judgeMissing(options, signal)
      if (signal.aborted) return unable("it was aborted")
      return answerOf(await verifierGate(gateOptionsOf(options)))
    } catch (error) {
      const is_told = isInvalidOptionError(error) || isLedgerError(error) || error instanceof GitError
      if (!is_told) throw error
      return unable(error.message)
    }
  }
  return Object.assign(judge, { source: "judge" as const })
}

/** Asks the lenses without a verdict on this very change. */
async function judgeMissing(options: VerifierOptions, signal: AbortSignal): Promise<void> {
  await refuseJudgedLedger(options, ledgerPath(options))
  const opened = await openBrief(briefOptionsOf(options))
  try {
    const only = await missingLenses(options, opened.brief.manifest)
    if (only.length > 0 && !signal.aborted) await judgeBrief(opened, { ...options, only }, signal)
  } finally {
    await opened.trees.scratch.remove()
  }
}

/** None when the ledger cannot be read: no model is asked, the gate says what is wrong. */
async function missingLenses(
  options: VerifierOptions,
  { subject }: BriefManifest,
): Promise<readonly string[]> {
  const { verifiers, ledger } = checkVerifierOptions(options)
  const entries = await openVerdictLedger(ledger)
    .read()
    .catch((error: unknown) => {
      if (isLedgerError(error)) return null
      throw error
    })
  if (entries === null) return []
  const counted = consensus(
    entries.map(({ verdict }) => verdict),
    { subject, lenses: lensIds(options.lenses), builder_id: options.builder?.id },
  )
  return verifiers.map(({ lens }) => lens).filter((lens) => !counted.lenses.includes(lens))
}

function answerOf({ outcome, reason, code, consensus: agreed }: GateDecision): VerifyAnswer {
  if (code !== null) return unable(reason)
  if (outcome === "PASS") {
    return { status: "pass", check_id, output: `${reason}: ${agreed?.lenses.join(", ")}` }
  }
  if (outcome === "ESCALATE") return unable(reason)
  const refutations = (agreed?.counted ?? [])
    .filter(({ verdict }) => verdict !== "pass")
    .map(({ lens, verdict, security, evidence, refutation }) => {
      const mark = security === true ? `${verdict}, security` : verdict
      return [`${lens} (${mark}): ${evidence}`, ...(refutation === undefined ? [] : [refutation])].join("\n")
    })
  return { status: "fail", check_id, evidence: [reason, ...refutations].join("\n\n") }
}

function unable(reason: string): VerifyAnswer {
  return { status: "unable", reason, check_id }
}
