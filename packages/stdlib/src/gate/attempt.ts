import { thrownMessage } from "@proofloop/foundation/errors"
import type { ChangeSet } from "@proofloop/foundation/git"
import type { ManifestRules } from "@proofloop/foundation/paths"
import { raceAbort } from "@proofloop/foundation/process"
import { cutCodePoints } from "@proofloop/foundation/text"
import { parseInput } from "../critics/critic.ts"
import { psiLite } from "../critics/psi/psi_lite.ts"
import { type CriticResult, firstFailure, runCritics } from "../critics/run_critics.ts"
import { manifestScope } from "../critics/scope/manifest_scope.ts"
import type { Baselines, RepositoryFacts } from "../repository/facts.ts"
import { workTreeFacts } from "../repository/work_tree_facts.ts"
import { type AppliedPatches, applyPatches } from "../workspace/patch/apply_patches.ts"
import { PatchError } from "../workspace/patch/patch_error.ts"
import type { Tell } from "./event.ts"
import { criticRejection, patchRejection, type Rejection, timeoutRejection } from "./rejection.ts"
import type { Submission } from "./submission.ts"
import type { ProposedPatches } from "./subtask.ts"
import { tellVerdicts } from "./verdict_events.ts"

/** A change on the disk that every critic passed. */
export interface PassedChange {
  readonly kind: "passed"
  readonly applied: AppliedPatches
  readonly measured: Baselines
  readonly verdicts: readonly CriticResult[]
}

/** Worth another attempt. */
export interface RejectedChange {
  readonly kind: "rejected"
  readonly rejection: Rejection
  readonly verdicts: readonly CriticResult[]
}

/** Not worth another attempt. */
export interface EndedAttempt {
  readonly kind: "failed"
  readonly error: string
}

/** Applies a proposal and judges it; undoes it unless it passed. Rejects when it could not be undone. */
export async function attemptChange(
  { patches }: ProposedPatches,
  submission: Submission,
  tell: Tell,
): Promise<PassedChange | RejectedChange | EndedAttempt> {
  if (patches.length === 0) return { kind: "failed", error: "No patches were proposed" }
  const applied = await apply(patches, submission)
  if ("feedback" in applied) return { kind: "rejected", rejection: applied, verdicts: [] }
  const result = await judgeApplied(applied, submission, tell)
  if (result.kind !== "passed") await takeBack(applied, tell)
  return result
}

async function apply(
  patches: readonly unknown[],
  submission: Submission,
): Promise<AppliedPatches | Rejection> {
  try {
    const rules = { ...manifestRules(submission, patches), until_accepted: true }
    return await applyPatches(submission.settings.root, patches, rules)
  } catch (error) {
    if (error instanceof PatchError) return patchRejection(error)
    throw error
  }
}

async function judgeApplied(
  applied: AppliedPatches,
  submission: Submission,
  tell: Tell,
): Promise<PassedChange | RejectedChange | EndedAttempt> {
  if (applied.change.files.length === 0) return { kind: "failed", error: "The patches touched no file" }
  try {
    const { verdicts, measured, facts } = await judge(applied.change, submission)
    if (submission.signal.aborted) return { kind: "failed", error: "Aborted" }
    tellVerdicts(verdicts, tell)
    await tellPsi(verdicts, applied.change, facts, tell)
    const rejection = rejectionOf(verdicts, submission) ?? (await review(applied.change, submission, tell))
    if (rejection === null) return { kind: "passed", applied, measured, verdicts }
    return { kind: "rejected", rejection, verdicts }
  } catch (error) {
    return { kind: "failed", error: thrownMessage(error) }
  }
}

/** A revision after the questions is judged for the last time, so endless tests count against it. */
function rejectionOf(verdicts: readonly CriticResult[], { phase }: Submission): Rejection | null {
  const failure = firstFailure(verdicts)
  if (failure !== undefined) return criticRejection(failure)
  const isOutOfTime = ({ verdict }: CriticResult) => verdict.status === "unable" && verdict.timed_out === true
  const endless = phase === "qa" ? verdicts.find(isOutOfTime) : undefined
  return endless === undefined ? null : timeoutRejection(endless)
}

async function review(
  change: ChangeSet,
  { settings, subtask, phase, signal }: Submission,
  tell: Tell,
): Promise<Rejection | null> {
  if (settings.review === undefined || phase !== "worker") return null
  return raceAbort(async () => settings.review?.(change, { subtask, signal, tell }) ?? null, signal)
}

async function judge(
  change: ChangeSet,
  { settings, baselines, signal }: Submission,
): Promise<{
  readonly verdicts: readonly CriticResult[]
  readonly measured: Baselines
  readonly facts: RepositoryFacts
}> {
  const measured: Baselines[] = []
  const { probe, runner, parsers } = settings
  const known = { baselines: await baselines.ready(signal), probe, runner, parsers }
  const facts: RepositoryFacts = {
    ...workTreeFacts(settings.root, change, known),
    on_measured: (what) => measured.push(what),
  }
  // The patcher has applied G1 already, with what this subtask may touch.
  const judges = settings.critics.filter(({ critic }) => critic.id !== manifestScope.id)
  const verdicts = await runCritics(judges, change, facts, {
    signal,
    stop: "first_failure",
    concurrency: settings.concurrency,
  })
  return { verdicts, facts, measured: Object.assign({}, ...measured) as Baselines }
}

/** Concurrent writes to the files (formatting tests, for instance) are set aside and do not count as a failure. */
export async function takeBack(applied: AppliedPatches, tell: Tell): Promise<void> {
  try {
    await applied.revert()
  } catch (error) {
    if (!(error instanceof PatchError) || error.kind !== "conflict") {
      throw new Error(`The change could not be undone: ${thrownMessage(error)}`, { cause: error })
    }
    tell({ type: "critic_gate.revert_conflict", path: error.path, error: cutCodePoints(error.message, 300) })
  }
}

/** The score of a change that reached a Ψ gate; always with the default weights. */
async function tellPsi(
  verdicts: readonly CriticResult[],
  change: ChangeSet,
  facts: RepositoryFacts,
  tell: Tell,
): Promise<void> {
  if (!verdicts.some(({ critic }) => critic.id === "psi-lite" || critic.id === "psi-full")) return
  const { psi, weakest_file } = await psiLite(change, facts)
  tell({ type: "psi_lite.scored", psi, weakest_file })
}

/** Build manifests that may change: for the worker those of G1's options and the subtask, else none; without G1 all. */
function manifestRules(
  { settings, subtask, phase, allowed_manifests }: Submission,
  patches: readonly unknown[],
): ManifestRules {
  const selected = settings.critics.find(({ critic }) => critic.id === manifestScope.id)
  if (selected === undefined) return { allowed_manifests: patches.flatMap(pathOf) }
  const options = parseInput(manifestScope, selected.options) as {
    allowed_manifests: readonly string[]
    compile_fix_mode: boolean
  }
  return {
    allowed_manifests: [...(phase === "worker" ? options.allowed_manifests : []), ...allowed_manifests],
    compile_fix_mode: options.compile_fix_mode || subtask.compile_fix_mode === true,
  }
}

function pathOf(patch: unknown): readonly string[] {
  const path = typeof patch === "object" && patch !== null && "path" in patch ? patch.path : undefined
  return typeof path === "string" ? [path] : []
}
