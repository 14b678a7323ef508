import { isInvalidOptionError } from "@proofloop/foundation/errors"
import { OPEN_STATES } from "@proofloop/jobs/internal/pipeline"
import { createPipeline, type PipelineRun, type RunStore } from "@proofloop/jobs/pipeline"
import type { Input } from "../arguments/verb.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { engineOf } from "../jobs/engine.ts"
import { givenStore } from "../jobs/store_place.ts"
import { type Asked, askedOf, keepAsked, readAsked, withAsked, wordsOf } from "./asked.ts"
import { driveTold, type Driving, toldTo } from "./drive.ts"
import { giveUp } from "./give_up.ts"
import { KEPT_OPTIONS, RESUME_OPTIONS, RUN_OPTIONS } from "./options.ts"
import { endingOf } from "./outcome.ts"
import { ownCommand } from "./own_command.ts"
import { listRuns, readFacts } from "./read_facts.ts"
import { openForge, readRepository, type Repository } from "./repository.ts"
import { requireRun } from "./require_run.ts"
import { beganWith, readSettings, readSwitches } from "./settings.ts"
import { openSink } from "./sink.ts"
import { type Runs, withFoundRuns, withRuns } from "./store.ts"
import { superviseRun } from "./supervise_run.ts"

/** `pipeline run`: begins a run, and drives it as far as it goes. */
export async function runPipeline(input: Input, io: Io): Promise<number> {
  const [repo = ""] = input.positionals
  if (input.flag("reset") && input.flag("resume")) throw new Misuse("--reset and --resume exclude each other")
  readSettings(input, io)
  const repository = await readRepository(repo, io)
  return superviseRun(["run", repo], RUN_OPTIONS, { input, io }, () =>
    withRuns(input, io, async (runs) => {
      const base = input.text("base") ?? null
      const open = await openRunOf(repository, base, runs.store)
      if (open !== null && input.flag("resume")) return goOn(open, { input, io, runs })
      if (open !== null && (await isHeld(open, runs))) return refuseHeld(open, { input, io, runs })
      const { pipeline, sink } = await openHere(repository, input, io, runs)
      if (open !== null && input.flag("reset")) await giveUp(open, "begun anew by --reset", runs)
      else if (open !== null && (await isWithoutAccess(open, runs))) {
        await lookAgain(open, runs)
        await giveUp(open, "it never had access; begun anew", runs)
      }
      const url = repository.url
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

/** `pipeline resume`: retries a failed run, and looks at any other one. */
export async function resumePipeline(input: Input, io: Io): Promise<number> {
  const [id = ""] = input.positionals
  return superviseRun(["resume", id], RESUME_OPTIONS, { input, io }, () =>
    withFoundRuns(input, io, async (runs) => goOn(await requireRun(runs, id), { input, io, runs })),
  )
}

export async function integrateRequests(row: PipelineRun, input: Input, io: Io, runs: Runs): Promise<number> {
  return goOn(row, { input, io, runs, first: "integrate" })
}

async function goOn(row: PipelineRun, { input, io, runs, first }: Omit<Driving, "sink">): Promise<number> {
  const asked = await readAsked(runs.state_dir, row.id)
  await refuseOver(row, asked, runs)
  if (await isHeld(row, runs)) return refuseHeld(row, { input, io, runs })
  const full = withAsked(input, asked)
  const { pipeline, sink } = await openHere(await readRepository(row.url, io), full, io, runs)
  try {
    await lookAgain(row, runs)
    if (row.state === "failed") await pipeline.retry(row.id)
    await keepAsked({ state_dir: runs.state_dir, id: row.id, cwd: io.cwd }, askedOf(full, KEPT_OPTIONS))
    return await driveTold(pipeline, row.id, { input: full, io, runs, sink, first })
  } catch (error) {
    // Another process was faster, and may be over by now.
    if (!isInvalidOptionError(error) || error.option !== "id") throw error
    return await refuseHeld(row, { input, io, runs })
  } finally {
    sink.close()
  }
}

/** Rejects with Misuse for a run that has ended, with the command that begins it anew or goes on with a later run. */
async function refuseOver(row: PipelineRun, asked: Asked, runs: Runs): Promise<void> {
  const { id, state, work, url, base } = row
  if (state !== "done" && state !== "cancelled") return
  const how = work.ending === undefined ? "" : ` (${work.ending.how.replaceAll("_", " ")})`
  const open = await openRunOf({ url }, base, runs.store)
  const [then, words] =
    open === null
      ? ["Begin anew", ["run", url, ...wordsOf({ ...beganWith(row), ...asked })]]
      : [`${open.id} is open there. Go on with it`, ["resume", open.id]]
  throw new Misuse(
    `${id} is ${state}${how}, there is nothing to resume. ${then}: ${ownCommand(runs, ...words)}`,
  )
}

/** Whether it has not begun, as a person has to give it access first. */
async function isWithoutAccess({ id, state }: PipelineRun, { store }: Runs): Promise<boolean> {
  const met = (await store.breakers()).filter(({ row_ids }) => row_ids.includes(id))
  return state === "queued" && met.some(({ needs_person }) => needs_person)
}

/** A person who resumes has fixed what needed a person, so it is looked at now, not at the end of its time. */
async function lookAgain({ id }: PipelineRun, { store }: Runs): Promise<void> {
  const met = (await store.breakers()).filter(({ row_ids }) => row_ids.includes(id))
  for (const breaker of met) if (breaker.needs_person) await store.closeBreaker(breaker, id)
}

async function openHere(repository: Repository, input: Input, io: Io, runs: Runs) {
  const { store, state_dir } = runs
  const settings = readSettings(input, io)
  const forge = await openForge(repository, { input, io, state_dir })
  const sink = openSink(input, io)
  const engine = engineOf(givenStore(input, io))
  const pipeline = createPipeline({ ...settings, ...toldTo(sink, runs), store, state_dir, forge, engine })
  await input.ready()
  return { sink, pipeline }
}

async function openRunOf(
  { url }: Pick<Repository, "url">,
  base: string | null,
  store: RunStore,
): Promise<PipelineRun | null> {
  const open = await listRuns(store, { url, states: OPEN_STATES })
  return open.find((row) => row.base === base) ?? null
}

async function isHeld({ id }: PipelineRun, { store }: Runs): Promise<boolean> {
  return (await store.holder(id)) !== null
}

/** Says who works on a run, and leaves it to them. */
async function refuseHeld(
  row: PipelineRun,
  { input, io, runs }: Pick<Driving, "input" | "io" | "runs">,
): Promise<number> {
  const run = await readFacts(runs, row)
  if (run.held_by !== null) {
    const { pid, host, since } = run.held_by
    io.stderr.write(`proofloop: process ${pid} on ${host} is at work on ${row.id}, since ${since}\n`)
  }
  return openSink(input, io).end(endingOf({ run, suspended: null, error: null, stopped: "held" }))
}
