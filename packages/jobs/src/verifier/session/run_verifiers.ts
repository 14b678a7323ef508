import { isAbsolute, relative } from "node:path"
import { InvalidOptionError } from "@proofloop/foundation/errors"
import { isIgnored, isStatePath } from "@proofloop/foundation/git"
import { openBrief, type OpenBrief, refuseUnpromised } from "../brief/build_brief.ts"
import { briefOptionsOf } from "../brief/options.ts"
import { openVerdictLedger } from "../ledger/ledger.ts"
import { checkVerifierOptions } from "./options.ts"
import { verifierPrompt } from "./prompt.ts"
import { runSession } from "./session.ts"
import { writeJudgedTree } from "./tree.ts"
import type { VerifierOptions, VerifierRun } from "./verifiers.ts"

/**
 * Judges a change through each lens by a model with fresh context, all at once, and adds their verdicts to the ledger
 * as one batch. A verifier that errs, times out or never submits leaves its lens out, and consensus escalates.
 * Rejects, before a model is asked, with InvalidOptionError and GitError; with LedgerError when the ledger refuses.
 * @requirement verifier.session
 */
export async function runVerifiers(options: VerifierOptions, signal?: AbortSignal): Promise<VerifierRun> {
  const settings = checkVerifierOptions(options)
  await refuseJudgedLedger(options, settings.ledger)
  const opened = await openBrief(briefOptionsOf(options))
  try {
    refuseUnpromised(opened.brief, options)
    return await judgeBrief(opened, options, signal)
  } finally {
    await opened.trees.scratch.remove()
  }
}

/** The same of a brief that is open. */
export async function judgeBrief(
  { brief, trees }: OpenBrief,
  options: VerifierOptions,
  signal: AbortSignal | undefined,
): Promise<VerifierRun> {
  const settings = checkVerifierOptions(options)
  const tree = await writeJudgedTree(trees)
  const context = { brief, tree, options, settings, signal }
  // Missing parts of a prompt file are reported before a model is asked.
  const prepared = await Promise.all(
    settings.verifiers.map(async ({ lens, model }) => {
      return { lens, model, prompt: await verifierPrompt(lens, brief, options) }
    }),
  )
  const done = await Promise.all(prepared.map((verifier) => runSession(verifier, context)))
  const verdicts = done.flatMap(({ session }) => (session.verdict === null ? [] : [session.verdict]))
  const entries = await openVerdictLedger(settings.ledger).append(verdicts)
  return {
    manifest: brief.manifest,
    changed_contract: brief.changed_contract,
    sessions: done.map(({ session }) => session),
    verdicts: entries.map(({ verdict }) => verdict),
    reads: done.flatMap(({ reads }) => reads),
    ledger: settings.ledger,
  }
}

/** A ledger in the judged tree would change its subject, and show verifiers each other's words. */
export async function refuseJudgedLedger({ root, head }: VerifierOptions, ledger: string): Promise<void> {
  const path = relative(root, ledger)
  if (head !== undefined || path.startsWith("..") || isAbsolute(path) || isStatePath(path)) return
  if (await isIgnored(root, path)) return
  const expected = "a file outside the judged tree, below .proofloop, or ignored by git"
  throw new InvalidOptionError({ option: "ledger", expected, got: ledger })
}
