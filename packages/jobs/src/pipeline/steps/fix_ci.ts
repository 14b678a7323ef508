import { rangeChange } from "@proofloop/foundation/git"
import { sha256Hex } from "@proofloop/foundation/text"
import { readDeclaredDependencies } from "@proofloop/stdlib/internal"
import { workOf } from "../../drive/step.ts"
import type { Checks } from "../../forge/checks.ts"
import { type CiFailure, readFailedJobs } from "../ci/failed_jobs.ts"
import { isSameFailure } from "../ci/failure_mark.ts"
import { modelInParts, modelOf, type RunContext, type RunOutcome, type RunStep } from "../context/context.ts"
import { fixCi, type FixCiResult } from "../fix_ci/fix_ci.ts"
import { isCommitOf, tipOf } from "../review/own_commit.ts"
import type { CiFix, PipelineRun } from "../run.ts"
import { inPlace } from "../tree/place.ts"
import { commitMessage } from "../work/commit_message.ts"
import { handOver } from "./hand_over.ts"
import { pushHead } from "./push_head.ts"

/** Repairs red CI once, by a fixer and a critic. A failure that returns, or cannot be repaired, goes to a person. */
export const fixCiStep: RunStep = {
  name: "fix_ci",
  needs: ["forge", "model", "runner"],
  in_parts: true,
  async run(row, context) {
    const { settings, signal, tell, part } = context
    const { ci, head } = workOf(row, "ci", "head")
    const { checks } = settings.forge
    if (checks === null) throw new Error("CI is red, and the forge runs no checks")
    const failure = await part("read_jobs", async () => readJobs(row, context, checks))
    const before = row.work.ci_fixes?.at(-1)
    if (before !== undefined) return afterFix(row, context, { before, failure })
    const pushed = await part("look", async () => pushedFix(row, context))
    if (pushed !== null) {
      const why = "it was pushed before the run was interrupted"
      const fix: CiFix = { head, mark: failure.mark, status: "fixed", commit: pushed, tries: 1, why }
      const note = { step: "fix_ci", head, status: fix.status, commit: pushed, why, tries: 1 }
      return pushHead(row, context, { commit: pushed, work: { ci_fixes: [fix] }, note })
    }
    const result = await inPlace(settings, { root: settings.root, commit: head, signal }, (place) =>
      repair(row, context, { failure, root: place.root, runner: place.runner }),
    )
    // The gate judges anew after a crash. What is kept here is what is pushed.
    const { status, commit, tries, why, needs } = await part("repair", async () => {
      if (result.commit !== null)
        await settings.forge.git.keep(settings.root, result.commit, `${row.id}/fix_ci`, signal)
      return result
    })
    tell("ci.watch.fix.ended", { status, commit, tries: tries.length, why })
    const fix: CiFix = { head, mark: failure.mark, status, commit, tries: tries.length, why }
    const work = { ci_fixes: [fix] }
    const note = { step: "fix_ci", head, status, commit, why, tries: tries.length }
    if (commit !== null) return pushHead(row, context, { commit, work, note })
    const files = needs.map(({ path }) => path).join(", ")
    const told = files === "" ? why : `${why} (only a person may change ${files})`
    return handOver(row, context, { why: `CI is red (${ci.why}), and was not repaired: ${told}`, work, note })
  },
}

/** The repair that was pushed before the run was killed; null: there is none. */
async function pushedFix(row: PipelineRun, context: RunContext): Promise<string | null> {
  const { head } = workOf(row, "head")
  const tip = await tipOf(row, context)
  if (tip === null) return null
  const of_repair = { head, run_id: row.id, request_id: FIX_CI }
  return (await isCommitOf(context.settings.root, tip, of_repair)) ? tip : null
}

/** Stands in the message of its commit. */
const FIX_CI = "fix_ci"

async function readJobs(
  row: PipelineRun,
  { settings, signal }: RunContext,
  checks: Checks,
): Promise<CiFailure> {
  const { ci, head } = workOf(row, "ci", "head")
  return inPlace({ ...settings, setup: "" }, { root: settings.root, commit: head, signal }, async (place) => {
    const declared_dependencies = [...(await readDeclaredDependencies(place.root))]
    return readFailedJobs({ jobs: ci.jobs, checks, declared_dependencies, signal })
  })
}

/** Nothing is repaired twice. */
async function afterFix(
  row: PipelineRun,
  context: RunContext,
  { before, failure }: { readonly before: CiFix; readonly failure: CiFailure },
): Promise<RunOutcome> {
  const is_same = isSameFailure(before.mark, failure.mark)
  const why = is_same
    ? "CI fails the same way as before the automatic repair"
    : "CI is red in another way after the automatic repair"
  context.tell("ci.watch.fix.refused", { why, signature: failure.mark.signature })
  return handOver(row, context, { why, note: { step: "fix_ci", same_failure: is_same } })
}

async function repair(
  row: PipelineRun,
  context: RunContext,
  {
    failure,
    root,
    runner,
  }: Pick<Parameters<typeof fixCi>[0], "failure" | "root"> & {
    readonly runner: NonNullable<NonNullable<Parameters<typeof fixCi>[0]["gate"]>["runner"]>
  },
): Promise<FixCiResult> {
  const { settings, signal, tell } = context
  const { base_commit, head } = workOf(row, "base_commit", "head")
  const { files } = await rangeChange(settings.root, base_commit, head)
  const proof = {
    check: `CI: ${failure.jobs.flatMap(({ names }) => names).join(", ")}`,
    exit_code: null,
    tests_run: null,
    output_sha256: sha256Hex(failure.mark.signature),
    caveat: "CI has the last word",
  }
  const { signer } = settings
  return fixCi({
    root,
    failure,
    changed_files: files.map(({ path }) => path),
    fixer: modelInParts(modelOf(context, row, "fixer"), context),
    critic: modelInParts(modelOf(context, row, "critic"), context),
    gate: { runner, commit_tag: "" },
    commit_message: (subject) => commitMessage(subject, { row, errand_id: FIX_CI, proof, signer }),
    prompt_dir: settings.prompt_dir,
    on_event: ({ type, ...fields }) => tell(type, fields),
    clock: settings.clock,
    signal,
  })
}
