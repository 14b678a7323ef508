import { canonicalJson, cutCodePoints, sha256Hex } from "@proofloop/foundation/text"
import { createPlan, type Plan } from "@proofloop/stdlib"
import { workTreeFacts } from "@proofloop/stdlib/critics"
import type { PriorRun, ProcessedPlan } from "@proofloop/stdlib/internal/planning"
import { workOf } from "../../drive/step.ts"
import { modelInParts, modelOf, moveTo, type RunContext, type RunStep } from "../context/context.ts"
import { isSwitched, type Ending, type PipelineRun } from "../run.ts"
import { inPlace } from "../tree/place.ts"
import { forPerson, personalText } from "../work/for_person.ts"

/** Asks for a plan and filters it by earlier failures. An empty plan, and a dry run, end the run. */
export const planStep: RunStep = {
  name: "plan",
  needs: ["model"],
  in_parts: true,
  async run(row, context) {
    const { plan, for_person: dropped } = await makePlan(row, context)
    const for_person = forPerson(workOf(row, "report").report, dropped)
    const subtasks = plan.tasks.reduce((sum, task) => sum + task.subtasks.length, 0)
    const plan_sha256 = digestOf(plan)
    const work = { plan, plan_sha256, for_person }
    const note = { step: "plan", tasks: plan.tasks.length, subtasks, plan_sha256 }
    const left = for_person.map(personalText)
    context.tell("planned", { tasks: plan.tasks.length, subtasks, for_person: left })
    const end = async (ending: Ending) =>
      moveTo("done", context, row, { work: { ...work, ending }, note: { ...note, ending } })
    if (subtasks === 0) return end({ how: "nothing_to_do", why: whyEmpty(left) })
    if (isSwitched(row, "dry_run")) return end({ how: "dry_run", why: "a dry run ends with its plan" })
    return moveTo(isSwitched(row, "needs_approval") ? "awaiting-approval" : "working", context, row, {
      work,
      note,
    })
  },
}

function whyEmpty(left: readonly string[]): string {
  if (left.length === 0) return "the plan is empty: nothing is left that a subtask could mend"
  const more = left.length > 3 ? ` and ${left.length - 3} more` : ""
  return cutCodePoints(
    `the plan is empty, a person is needed for: ${left.slice(0, 3).join("; ")}${more}`,
    1000,
  )
}

async function makePlan(row: PipelineRun, context: RunContext): Promise<ProcessedPlan> {
  const { settings, signal, tell, part } = context
  const { base_commit, report } = workOf(row, "base_commit", "report")
  const { ledger, root } = settings
  const log = async (query: Parameters<typeof ledger.query>[0]): Promise<readonly PriorRun[]> =>
    part("history", async () => (await ledger.query(query)).observations)
  const wishes = row.work.wishes ?? []
  return inPlace({ ...settings, setup: "" }, { root, commit: base_commit, signal }, async (place) => {
    return createPlan(modelInParts(modelOf(context, row, "planner"), context), {
      facts: workTreeFacts(place.root, { files: [] }),
      report,
      repository: row.place?.repository ?? null,
      log,
      signal,
      ...(wishes.length === 0 ? {} : { house_rules: wishesText(wishes) }),
      on_event: ({ type, ...fields }) => tell(type, fields),
    })
  })
}

function wishesText(wishes: readonly string[]): string {
  return `A person has read an earlier plan for this and wants it changed:\n${wishes.map((wish) => `- ${wish}`).join("\n")}`
}

/** Equal for plans with equal requests, whatever became of them. */
function digestOf({ tasks }: Plan): string {
  const asked = tasks.map(({ title, subtasks }) => ({
    title,
    subtasks: subtasks.map(({ title: name, description, file_hints, action }) => ({
      name,
      description,
      file_hints,
      action,
    })),
  }))
  return sha256Hex(canonicalJson(asked))
}
