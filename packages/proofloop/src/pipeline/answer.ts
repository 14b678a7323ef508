import type { Input } from "../arguments/verb.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { answerPlan, type PlanAnswer, readApproval, requireReason } from "../jobs/answer.ts"
import { onRecord } from "./on_record.ts"
import { ownCommand } from "./own_command.ts"
import { requireRun } from "./require_run.ts"
import { withFoundRuns } from "./store.ts"

/** `pipeline approve`: lets a plan go on, or sends it back. */
export async function approvePlan(input: Input, io: Io): Promise<number> {
  return answer(input, io, readApproval(input))
}

/** `pipeline reject`: turns a plan down. */
export async function rejectPlan(input: Input, io: Io): Promise<number> {
  return answer(input, io, { answer: "rejected", reply: requireReason(input, "pipeline reject") })
}

async function answer(input: Input, io: Io, given: PlanAnswer): Promise<number> {
  const [id = ""] = input.positionals
  return withFoundRuns(input, io, async (runs) => {
    const { state } = await requireRun(runs, id)
    if (state !== "awaiting-approval") throw new Misuse(`${id} is ${state}: no plan waits for an answer`)
    const next = ownCommand(runs, "resume", id)
    const code = await answerPlan(runs.store, given, { input, io, next })
    await onRecord(runs, given.answer, { run_id: id, as: input.text("by") ?? null })
    return code
  })
}
