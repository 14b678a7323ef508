import { cancelRun } from "@proofloop/jobs/internal/pipeline"
import { ActionRefused, type GivenAction } from "../../cockpit/sources/source.ts"
import { newestApproval } from "../../jobs/answer.ts"
import { findRow } from "../../jobs/find_row.ts"
import { withoutPassword } from "../../jobs/store_place.ts"
import { defaultStore, ownCommand, type RunsPlace } from "../../pipeline/own_command.ts"
import type { Runs } from "../../pipeline/store.ts"
import { answerPlan, doOffered } from "../plan_answer.ts"
import { runActions } from "./run_actions.ts"

/** Answers a plan, or gives a run up. Resolves to what was done; rejects with ActionRefused. */
export async function actOnRun(id: string, given: GivenAction, runs: Runs): Promise<string> {
  const { store } = runs
  const row = await findRow(store, id)
  if (row === null) throw new ActionRefused(`there is no run ${id}`)
  const approval = row.state === "awaiting-approval" ? await newestApproval(store, id) : null
  const offered = runActions(row, { place: runs, approval })
  return doOffered(row, { offered, given }, async (words) => {
    if (given.name !== "cancel")
      return answerPlan(store, id, { name: given.name, words, next: ownCommand(runs, "resume", id) })
    const { state } = await cancelRun(store, id, words ?? "")
    return `${id} is ${state}`
  })
}

export function commandOfRun(id: string, action: string, place: RunsPlace): readonly string[] | null {
  return action === "resume" ? ["pipeline", "resume", id, ...placeWords(place)] : null
}

function placeWords({ state_dir, store }: RunsPlace): readonly string[] {
  const own = store === undefined || store.path === defaultStore(state_dir)
  return ["--state", state_dir, ...(own ? [] : ["--store", withoutPassword(store.path)])]
}
