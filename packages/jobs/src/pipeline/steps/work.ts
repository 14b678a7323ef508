import { denylistSummary, isBuildManifest, isTestFile } from "@proofloop/foundation/paths"
import { dataBlock } from "@proofloop/stdlib"
import { workTreeFacts } from "@proofloop/stdlib/critics"
import { promptLine } from "@proofloop/stdlib/internal/llm"
import { workOf } from "../../drive/step.ts"
import type { CheckRun } from "../check/run_check.ts"
import { keep, type RunContext, type RunStep } from "../context/context.ts"
import { type OpenSubtask, openSubtasks } from "../open_subtasks.ts"
import { renderPrompt } from "../prompts.ts"
import type { PipelineRun, SubtaskOutcome } from "../run.ts"
import { inPlace, type Place } from "../tree/place.ts"
import type { ErrandOutcome } from "../work/errand.ts"
import { observationOf } from "../work/outcome_observation.ts"
import { runErrand } from "../work/run_errand.ts"
import { shownFiles } from "../work/shown_files.ts"

/** Tries of one subtask, each in a separate tree. */
const TRIES = 2

/** One subtask of the plan: a loop behind the gate, and one commit. A failed one is told, and the next one begins. */
export const workStep: RunStep = {
  name: "work",
  repeats: true,
  needs: ["model", "runner"],
  in_parts: true,
  async run(row, context) {
    const { settings, tell, part } = context
    const [next] = openSubtasks(row.work)
    if (next === undefined) throw new Error("the plan has no open subtask")
    const { base_commit } = workOf(row, "base_commit")
    tell("subtask_started", { subtask_id: next.subtask.id, title: next.subtask.title })
    const { after, ...outcome } = await tryTwice(row, context, next, row.work.head ?? base_commit)
    const { status, commit, error, rejections } = outcome
    const model = settings.modelFor("worker").model_name ?? ""
    await part("observe", async () => settings.ledger.append(observationOf(row, next, outcome, model)))
    tell("subtask_ended", { subtask_id: outcome.id, status, commit, error, rejections: rejections.length })
    const outcomes = [...(row.work.outcomes ?? []), outcome]
    return keep(context, row, {
      work: {
        outcomes,
        ...(commit === null ? {} : { head: commit }),
        ...(after === null ? {} : { head_check: after }),
      },
      note: { step: "work", subtask_id: outcome.id, status, commit, error },
    })
  },
}

async function tryTwice(
  row: PipelineRun,
  context: RunContext,
  next: OpenSubtask,
  head: string,
): Promise<SubtaskOutcome & Pick<ErrandOutcome, "after">> {
  const { settings, signal } = context
  const { id } = next.subtask
  const rejections: SubtaskOutcome["rejections"][number][] = []
  let turns = 0
  for (let tries = 1, refutation = ""; ; tries += 1) {
    const outcome = await inPlace(settings, { root: settings.root, commit: head, signal }, async (place) => {
      const before = row.work.head_check ?? row.work.base_check ?? null
      const prompt = await promptFor(next, place, { before, refutation, prompt_dir: settings.prompt_dir })
      const { title, file_hints, action } = next.subtask
      const manifests = file_hints.filter(isBuildManifest)
      // A plan that removes a feature names its test files.
      const removals = action === "delete" ? file_hints.filter(isTestFile) : []
      return runErrand({ id, title, ref: id, prompt, manifests, removals, before }, place, row, context)
    })
    rejections.push(...outcome.rejections)
    turns += outcome.turns
    if (outcome.status !== "failed" || tries === TRIES) return { id, ...outcome, rejections, turns }
    refutation = outcome.error ?? ""
    context.tell("subtask_retried", { subtask_id: id, error: refutation })
  }
}

async function promptFor(
  { subtask }: OpenSubtask,
  place: Place,
  told: {
    readonly before: CheckRun | null
    readonly refutation: string
    readonly prompt_dir?: string | undefined
  },
): Promise<string> {
  const { before, refutation, prompt_dir } = told
  const { id, title, description, action, file_hints } = subtask
  const facts = workTreeFacts(place.root, { files: [] })
  const check =
    before === null
      ? "The repository has no check of its own."
      : `The repository's check is \`${before.command}\`; it is run when you say that you are done, and must be no worse than before.`
  return renderPrompt(
    "subtask",
    {
      subtask_id: promptLine(id),
      action,
      title: promptLine(title),
      description: dataBlock(description),
      files: await shownFiles(file_hints, `${title}\n${description}`, facts),
      refutation: refutation === "" ? "(none)" : dataBlock(refutation),
      forbidden: denylistSummary(),
      check,
    },
    { prompt_dir },
  )
}
