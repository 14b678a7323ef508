import { join } from "node:path"
import { isInvalidOptionError } from "@proofloop/foundation/errors"
import { decideOnVerdicts } from "../../verifier/decision/decide_on_verdicts.ts"
import { isLedgerError } from "../../verifier/ledger/error.ts"
import { checkVerifierOptions, decisionOptionsOf } from "../../verifier/session/options.ts"
import { runVerifiers } from "../../verifier/session/run_verifiers.ts"
import type { VerifierDecision, VerifierOptions } from "../../verifier/session/verifiers.ts"
import type { FixReview } from "../feedback.ts"
import type { FixReviewContext } from "../settings.ts"

export type ReviewPass = FixReview["passes"][number] & {
  readonly outcome: FixReview["overall"]
  readonly caveats?: readonly string[]
}

const NAME = "verifiers"

/** Fresh verifiers on the commits of the fix, then the gate over their verdicts; an untrusted ledger blocks. */
export async function verifiersPass(
  given: Omit<VerifierOptions, "root" | "base" | "head"> | undefined,
  { repository, base_commit, fix_commit, feedback, signal }: FixReviewContext,
): Promise<ReviewPass> {
  if (given?.model === undefined) {
    return { name: NAME, status: "fail", note: "no model is configured for the verifiers", outcome: "block" }
  }
  const options: VerifierOptions = {
    ...given,
    ledger: given.ledger ?? join(repository, ".proofloop", "verdicts", `${feedback.id}.jsonl`),
    root: repository,
    base: base_commit,
    head: fix_commit,
  }
  try {
    const before = await decideOnVerdicts(decisionOptionsOf(options))
    if (isUnpromised(before)) return passOf(before)
    await runVerifiers(options, signal).catch((error: unknown) => {
      if (!isLedgerError(error)) throw error
    })
    signal.throwIfAborted()
    return passOf(await decideOnVerdicts(decisionOptionsOf(options)))
  } catch (error) {
    // The options are checked, so the error is about this change: too long to judge, for instance.
    if (!isInvalidOptionError(error)) throw error
    return { name: NAME, status: "unable", note: error.message, outcome: "request-changes" }
  }
}

/** No model is asked about a change without a contract or a test. */
function isUnpromised({ consensus }: VerifierDecision): boolean {
  return consensus?.caveats.some(({ kind }) => kind === "nothing_promised") === true
}

/** Throws InvalidOptionError for options that fit no change. */
export function checkReviewVerifiers(given: Omit<VerifierOptions, "root" | "base" | "head">): void {
  checkVerifierOptions({ ...given, root: ".", base: "HEAD", head: "HEAD" })
}

function passOf({ outcome, reason, consensus }: VerifierDecision): ReviewPass {
  const against = (consensus?.counted ?? [])
    .filter(({ verdict }) => verdict !== "pass")
    .map(({ lens, verdict, evidence, refutation = "" }) =>
      `${lens} (${verdict}): ${evidence} ${refutation}`.trim(),
    )
  const caveats = (consensus?.caveats ?? []).map(({ says }) => says)
  const pass = { name: NAME, note: [reason, ...against].join("\n"), caveats }
  if (outcome === "PASS") return { ...pass, status: "pass", outcome: "pass" }
  return outcome === "HARD-STOP"
    ? { ...pass, status: "fail", outcome: "block" }
    : { ...pass, status: "unable", outcome: "request-changes" }
}
