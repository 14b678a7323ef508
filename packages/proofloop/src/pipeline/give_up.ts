import { cancelRun, OPEN_STATES } from "@proofloop/jobs/internal/pipeline"
import type { PipelineRun } from "@proofloop/jobs/pipeline"
import type { Input } from "../arguments/verb.ts"
import { EXIT_CODES } from "../console/exit_code.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { requireReason } from "../jobs/answer.ts"
import { findRow } from "../jobs/find_row.ts"
import { onRecord } from "./on_record.ts"
import { listRuns } from "./read_facts.ts"
import { readRepository } from "./repository.ts"
import { requireRun } from "./require_run.ts"
import { type Runs, withFoundRuns } from "./store.ts"

/** `pipeline cancel`: gives one run up, for a reason. */
export async function cancelPipeline(input: Input, io: Io): Promise<number> {
  const [id = ""] = input.positionals
  const reason = requireReason(input, "pipeline cancel")
  return withFoundRuns(input, io, async (runs) => {
    const row = await requireRun(runs, id)
    return tell([await giveUp(row, reason, runs)], input, io)
  })
}

/** `pipeline reset`: gives up active runs, so that a new one may begin. */
export async function resetPipeline(input: Input, io: Io): Promise<number> {
  const [what = ""] = input.positionals
  const reset = async (runs: Runs): Promise<number> => {
    const named = await findRow(runs.store, what)
    const open = named === null ? await openRunsOf(what, io, runs) : [named]
    const given_up: PipelineRun[] = []
    for (const row of open) given_up.push(await giveUp(row, "reset", runs))
    return tell(given_up, input, io)
  }
  return withFoundRuns(input, io, reset, () => tell([], input, io))
}

async function openRunsOf(what: string, io: Io, { store }: Runs): Promise<readonly PipelineRun[]> {
  const { url } = await readRepository(what, io)
  return listRuns(store, { url, states: OPEN_STATES })
}

/** Gives a run up; its published work stays. Rejects with Misuse for one that has ended. */
export async function giveUp(row: PipelineRun, reason: string, runs: Runs): Promise<PipelineRun> {
  if (row.state === "done" || row.state === "cancelled") throw new Misuse(`${row.id} is ${row.state} already`)
  const given_up = await cancelRun(runs.store, row.id, reason)
  await onRecord(runs, "cancel", { run_id: row.id, reason })
  return given_up
}

function tell(rows: readonly PipelineRun[], input: Input, io: Io): number {
  const text = rows.map((row) => `${row.id} is ${row.state}${staysText(row)}\n`).join("")
  io.stdout.write(
    input.json
      ? `${JSON.stringify({ runs: rows.map(({ id, state, work: { branch, pull_request } }) => ({ id, state, branch: branch ?? null, pull_request: pull_request?.url ?? null })) })}\n`
      : text || "No run is open.\n",
  )
  return EXIT_CODES.clean
}

function staysText({ work: { branch, pull_request } }: PipelineRun): string {
  if (branch === undefined) return ""
  return `; its branch ${branch}${pull_request === undefined ? "" : ` and ${pull_request.url}`} stay as they are`
}
