import { errorCode } from "@proofloop/foundation/errors"
import { isRecord } from "@proofloop/foundation/text"
import { faultOf, isFinal } from "../../drive/fault.ts"
import type { Job } from "../../drive/job.ts"
import { requireSpace } from "../../drive/space.ts"
import { fetchMissing } from "../../forge/fetch_missing.ts"
import { requireGo, type RunSettings, type RunStep } from "../context/context.ts"
import type { PipelineRun } from "../run.ts"
import type { RunTypes } from "../run_store.ts"
import { pipelineTable, type StepName } from "../states.ts"
import { analyseStep } from "../steps/analyse.ts"
import { awaitApprovalStep } from "../steps/await_approval.ts"
import { awaitMergeStep } from "../steps/await_merge.ts"
import { awaitRecoveryStep } from "../steps/await_recovery.ts"
import { beginStep } from "../steps/begin.ts"
import { checkStep } from "../steps/check.ts"
import { describeStep } from "../steps/describe.ts"
import { fixCiStep } from "../steps/fix_ci.ts"
import { integrateStep } from "../steps/integrate.ts"
import { lookUpStep, unlessGone } from "../steps/look_up.ts"
import { planStep } from "../steps/plan.ts"
import { publishStep } from "../steps/publish.ts"
import { readCiStep } from "../steps/read_ci.ts"
import { requestApprovalStep } from "../steps/request_approval.ts"
import { revertStep } from "../steps/revert.ts"
import { selfReviewStep } from "../steps/self_review.ts"
import { updateBaseStep } from "../steps/update_base.ts"
import { verifyStep } from "../steps/verify.ts"
import { workStep } from "../steps/work.ts"
import { forgeName } from "./forge_name.ts"

const steps: Readonly<Record<StepName, RunStep>> = {
  begin: beginStep,
  analyse: analyseStep,
  plan: planStep,
  request_approval: requestApprovalStep,
  await_approval: awaitApprovalStep,
  work: workStep,
  check: checkStep,
  look_up: lookUpStep,
  update_base: unlessGone(updateBaseStep),
  publish: publishStep,
  describe: unlessGone(describeStep),
  self_review: unlessGone(selfReviewStep),
  read_ci: unlessGone(readCiStep),
  fix_ci: unlessGone(fixCiStep),
  integrate: unlessGone(integrateStep),
  await_merge: unlessGone(awaitMergeStep),
  verify: verifyStep,
  revert: revertStep,
  await_recovery: awaitRecoveryStep,
}

/** What drives runs: the table, its steps, and what they need. */
export function runJob(settings: RunSettings): Job<RunTypes, StepName, RunSettings> {
  const { store, max_attempts, on_step, now, spending } = settings
  const began = new Map<string, number>()
  /** Commits that the clone has; nobody evicts it meanwhile. */
  const brought = new Set<string>()
  return {
    noun: "run",
    table: pipelineTable,
    steps,
    store,
    settings,
    nameOf: (environment, step, row) => nameOf(settings, environment, step, row),
    max_attempts,
    async before(row, signal) {
      requireGo(settings)
      await requireSpace(settings.state_dir)
      // After a failure nothing is taken for granted: a command may have removed objects.
      if (row.attempts > 0) brought.clear()
      const commits = commitsOf(row).filter((commit) => !brought.has(commit))
      await fetchMissing(settings.forge, settings.root, commits, signal)
      for (const commit of commits) brought.add(commit)
    },
    failing: () => ({}),
    faultOf,
    isFinal: (thrown) => isFinal(thrown) || FINAL.has(errorCode(thrown)) || wasAskedEnough(thrown),
    on_event(what, run_id, fields) {
      const type = what.includes(".") ? what : `pipeline.${what}`
      settings.on_event({ type, run_id, ...fields })
    },
    async on_step(step, at, id) {
      if (at === "before") {
        began.set(id, now())
        settings.on_event({ type: "pipeline.step_started", run_id: id, step })
      } else {
        await spending.add(id, { work_ms: Math.max(0, now() - (began.get(id) ?? now())) })
        settings.on_event({ type: "pipeline.step_ended", run_id: id, step })
      }
      await on_step?.(step, at, id)
    },
  }
}

/** Spent limits, work that came to nothing, and a check that a person has to make possible. */
const FINAL: ReadonlySet<string> = new Set(["spent", "nothing_done", "cannot_check"])

/** A model that was asked three times for another form is not asked nine times by two more tries. */
function wasAskedEnough(thrown: unknown): boolean {
  return errorCode(thrown) === "llm_error" && isRecord(thrown) && thrown["kind"] === "no_json"
}

function nameOf(settings: RunSettings, environment: string, step: StepName, row: PipelineRun): string {
  if (environment === "forge") return forgeName(settings.forge, row)
  if (environment === "runner") return settings.check ?? settings.setup ?? "runner"
  if (environment === "budget") return "budget"
  const { provider, model_name } = settings.modelFor(ROLE_OF[step] ?? "worker")
  return [provider, model_name].filter((name) => name !== undefined).join(" ") || "model"
}

const ROLE_OF = { plan: "planner", self_review: "reviewer", fix_ci: "fixer" } as const as Partial<
  Readonly<Record<StepName, "planner" | "reviewer" | "fixer">>
>

function commitsOf({ work }: PipelineRun): readonly string[] {
  const made = (work.outcomes ?? []).map(({ commit }) => commit)
  const commits = [work.base_commit, ...made, work.head, work.outdated?.base_commit]
  return commits.filter((commit) => commit !== undefined && commit !== null)
}
