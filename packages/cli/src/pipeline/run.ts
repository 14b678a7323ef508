import { createPipeline, OPEN_STATES, type PipelineRun } from "@proofloop/pipeline"
import type { Input } from "../arguments/verb.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { readRooms, requireRunner } from "../jobs/rooms.ts"
import { shellWord } from "../terminal/text.ts"
import { askedOf, keepAsked, readAsked, withAsked } from "./asked.ts"
import { driveTold, type Driving, toldTo } from "./drive.ts"
import { giveUp } from "./give_up.ts"
import { KEPT_OPTIONS, RESUME_OPTIONS, RUN_OPTIONS } from "./options.ts"
import { listRuns, readFacts } from "./read_facts.ts"
import { openForge, readRepository, type Repository } from "./repository.ts"
import { requireRun } from "./require_run.ts"
import { readSettings, readSwitches } from "./settings.ts"
import { openSink } from "./sink.ts"
import { type Runs, withFoundRuns, withRuns } from "./store.ts"
import { supervise } from "./supervise.ts"

/** `pipeline run`: begins a run, and takes it as far as it goes. */
export async function runPipeline(input: Input, io: Io): Promise<number> {
  const [repo = ""] = input.positionals
  const repository = await readRepository(repo, io)
  if (input.flag("reset") && input.flag("resume")) throw new Misuse("--reset and --resume exclude each other")
  await requireSettings(input, io)
  return supervise(["run", repo], RUN_OPTIONS, { input, io }, () =>
    withRuns(input, io, async (runs) => {
      const open = await openRunOf(repository, input, runs)
      if (open !== null && input.flag("resume")) return goOn(open, { input, io, runs })
      if (open !== null && (await isHeld(open, runs))) return refuseHeld(open, { input, io, runs })
      if (open !== null && input.flag("reset")) await giveUp(open, "begun anew by --reset", runs)
      const { pipeline, sink } = await openHere(repository, input, io, runs)
      const url = repository.url
      const base = input.text("base") ?? null
      try {
        const { id } = await pipeline.begin({ url, base, switches: readSwitches(input) })
        await keepAsked({ state_dir: runs.state_dir, id, cwd: io.cwd }, askedOf(input, KEPT_OPTIONS))
        return await driveTold(pipeline, id, { input, io, runs, sink })
      } finally {
        sink.close()
      }
    }),
  )
}

/** `pipeline resume`: a failed run is tried again, any other one looked at. */
export async function resumePipeline(input: Input, io: Io): Promise<number> {
  const [id = ""] = input.positionals
  return supervise(["resume", id], RESUME_OPTIONS, { input, io }, () =>
    withFoundRuns(input, io, async (runs) => goOn(await requireRun(runs.store, id), { input, io, runs })),
  )
}

/** Works in what reviewers of an open run ask for, and goes on. */
export async function integrateRequests(row: PipelineRun, input: Input, io: Io, runs: Runs): Promise<number> {
  return goOn(row, { input, io, runs, first: "integrate" })
}

async function goOn(row: PipelineRun, { input, io, runs, first }: Omit<Driving, "sink">): Promise<number> {
  refuseOver(row)
  if (await isHeld(row, runs)) return refuseHeld(row, { input, io, runs })
  const full = withAsked(input, await readAsked(runs.state_dir, row.id))
  await requireSettings(full, io)
  const { pipeline, sink } = await openHere(await readRepository(row.url, io), full, io, runs)
  try {
    if (row.state === "failed") await pipeline.retry(row.id)
    await keepAsked({ state_dir: runs.state_dir, id: row.id, cwd: io.cwd }, askedOf(full, KEPT_OPTIONS))
    return await driveTold(pipeline, row.id, { input: full, io, runs, sink, first })
  } finally {
    sink.close()
  }
}

function refuseOver({ id, state, work, url }: PipelineRun): void {
  if (state !== "done" && state !== "cancelled") return
  const how = work.ending === undefined ? "" : ` (${work.ending.how.replaceAll("_", " ")})`
  throw new Misuse(
    `${id} is ${state}${how}, there is nothing to resume. Begin anew: npx proofloop pipeline run ${shellWord(url)} --reset`,
  )
}

/** Misuse is told before anything is made. */
async function requireSettings(input: Input, io: Io): Promise<void> {
  readSettings(input, io)
  await requireRunner(readRooms(input))
}

async function openHere(repository: Repository, input: Input, io: Io, runs: Runs) {
  const { store, state_dir } = runs
  const forge = await openForge(repository, { input, io, state_dir })
  const sink = openSink(input, io)
  const settings = readSettings(input, io)
  return { sink, pipeline: createPipeline({ ...settings, ...toldTo(sink, runs), store, state_dir, forge }) }
}

/** The run of this repository and base that is not over. */
async function openRunOf({ url }: Repository, input: Input, { store }: Runs): Promise<PipelineRun | null> {
  const base = input.text("base") ?? null
  const open = await listRuns(store, { url, states: OPEN_STATES })
  return open.find((row) => row.base === base) ?? null
}

async function isHeld({ id }: PipelineRun, { store }: Runs): Promise<boolean> {
  return (await store.holder(id)) !== null
}

/** Says who is at work on a run, and leaves it to that one. */
async function refuseHeld(
  row: PipelineRun,
  { input, io, runs }: Pick<Driving, "input" | "io" | "runs">,
): Promise<number> {
  const run = await readFacts(runs, row)
  if (run.held_by !== null) {
    const { pid, host, since } = run.held_by
    io.stderr.write(`proofloop: process ${pid} on ${host} is at work on ${row.id}, since ${since}\n`)
  }
  return openSink(input, io).outcome({ run, suspended: null, error: null, stopped: "held" })
}
