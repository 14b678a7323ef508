import type { JsonObject } from "@proofloop/foundation/text"
import type { JobTypes } from "../store/store.ts"
import { StoreError } from "../store/store_error.ts"
import { dueStep, leadsTo } from "../table/table.ts"
import { afterFailure } from "./after_failure.ts"
import { type DrivenRow, drivenRow } from "./driven_row.ts"
import type { Engine, Job } from "./job.ts"
import { errorOf, keptError, type KeptError } from "./kept_error.ts"
import type { StepContext, StepOutcome } from "./step.ts"

/**
 * Runs the due steps of a claimed row one at a time, each under the key `row/step/attempt`. Ends when no step is due,
 * when one waits, stops or is suspended, or when the row reaches an unexpected state. Never rejects.
 */
export async function drive<Types extends JobTypes, Step extends string, Settings>(
  row: Types["row"],
  job: Job<Types, Step, Settings>,
  engine: Engine,
): Promise<DrivenRow<Types, Step> & { readonly row: Types["row"] }> {
  const { table, first } = job
  const steps: Step[] = []
  let outcome: StepOutcome<Types["row"]> = { row, next: "on" }
  let due = first?.(row) ?? dueStep<Types["row"], Step>(table, row)
  while (due !== null) {
    const before = outcome.row
    steps.push(due)
    try {
      outcome = await take(job, { name: due, row: before, engine })
      if (outcome.was_begun === false) steps.pop()
    } catch (thrown) {
      return drivenRow(row.state, { row: outcome.row, next: "stop" }, { steps, thrown })
    }
    const goes_on = outcome.next === "on" && leadsTo(table, due, before.state, outcome.row.state)
    due = goes_on ? dueStep<Types["row"], Step>(table, outcome.row) : null
  }
  return drivenRow(row.state, outcome, { steps })
}

interface Taking<Types extends JobTypes, Step extends string> {
  readonly name: Step
  readonly row: Types["row"]
  readonly engine: Engine
}

async function take<Types extends JobTypes, Step extends string, Settings>(
  job: Job<Types, Step, Settings>,
  taking: Taking<Types, Step>,
): Promise<StepOutcome<Types["row"]>> {
  const { name, row, engine } = taking
  const key = `${row.id}/${name}/${row.revision}`
  if (engine.is_durable !== true || job.steps[name].in_parts !== true) {
    return engine.step(key, async () => {
      const turned_away = await begin(job, taking)
      return turned_away ?? end(job, taking, await tryStep(job, taking, { key, ...runningParts }))
    })
  }
  // The engine keeps no parts inside of parts.
  const turned_away = await engine.step(`${key}/begin`, async () => begin(job, taking))
  if (turned_away !== null) return turned_away
  const tried = await tryStep(job, taking, { key, ...keptParts(engine, key) })
  return engine.step(`${key}/end`, async () => end(job, taking, tried))
}

/** Why the step is not tried now; null: it is. */
async function begin<Types extends JobTypes, Step extends string, Settings>(
  job: Job<Types, Step, Settings>,
  taking: Taking<Types, Step>,
): Promise<StepOutcome<Types["row"]> | null> {
  const { store } = job
  const { name, row, engine } = taking
  if (engine.is_durable === true) {
    // An earlier try may have ended between the row's change and the engine's record of it.
    const now = await store.get(row.id)
    if (now.revision !== row.revision) return { row: now, next: "on", was_begun: false }
  }
  const away = await store.passBreakers(needsOf(job, taking), row.id)
  if (away !== null) {
    const { is_turn_of_another: is_passed_over = false, ...breaker } = away
    return { row, next: "suspended", breaker, was_begun: false, is_passed_over }
  }
  await job.on_step?.(name, "before", row.id)
  return null
}

interface Tried<Row extends JobTypes["row"]> {
  readonly outcome: StepOutcome<Row>
  readonly told: readonly Parameters<StepContext["tell"]>[]
}

async function end<Types extends JobTypes, Step extends string, Settings>(
  job: Job<Types, Step, Settings>,
  taking: Taking<Types, Step>,
  { outcome, told }: Tried<Types["row"]>,
): Promise<StepOutcome<Types["row"]>> {
  const { store } = job
  const { name, row } = taking
  for (const event of told) emitter(job, row)(...event)
  if (outcome.next !== "suspended" && outcome.next !== "stop") {
    for (const need of needsOf(job, taking)) await store.closeBreaker(need, row.id)
  }
  await store.wait(row.id, outcome.next === "wait" ? (outcome.wait ?? null) : null)
  await job.on_step?.(name, "after", row.id)
  return outcome
}

function needsOf<Types extends JobTypes, Step extends string, Settings>(
  job: Job<Types, Step, Settings>,
  { name, row }: Taking<Types, Step>,
) {
  const needs = job.steps[name].needs ?? []
  return needs.map((environment) => ({ environment, name: job.nameOf(environment, name, row) }))
}

function emitter<Types extends JobTypes, Step extends string, Settings>(
  { on_event }: Job<Types, Step, Settings>,
  { id }: Types["row"],
) {
  return (what: string, fields: JsonObject = {}) => on_event(what, id, fields)
}

async function tryStep<Types extends JobTypes, Step extends string, Settings>(
  job: Job<Types, Step, Settings>,
  { name, row, engine }: Taking<Types, Step>,
  { key, part, refuseInterrupted }: Parts & { readonly key: string },
): Promise<Tried<Types["row"]>> {
  const { signal } = engine
  const told: Array<Parameters<StepContext["tell"]>> = []
  const context: StepContext<Settings> = {
    settings: job.settings,
    key,
    signal,
    part,
    keeps_parts: part !== runningParts.part,
    tell: (...event) => void told.push(event),
  }
  try {
    signal.throwIfAborted()
    await job.before?.(row, signal)
    const outcome = await job.steps[name].run(row, context)
    refuseInterrupted()
    // Otherwise the row would be taken again without end.
    if (outcome.next === "on" && isSame(outcome.row, row, name, job))
      throw new Error(`${name} came to nothing`)
    return { outcome, told }
  } catch (error) {
    refuseInterrupted()
    if (engine.is_durable === true) signal.throwIfAborted()
    const emit = emitter(job, row)
    const outcome = await part("failed", async (): Promise<StepOutcome<Types["row"]>> => {
      const now = context.keeps_parts ? await job.store.get(row.id) : row
      if (now.revision !== row.revision) return { row: now, next: "stop" }
      return afterFailure(name, row, error, { job, signal, emit })
    })
    // A step without a result emits no events.
    return { outcome, told: [] }
  }
}

function isSame<Types extends JobTypes, Step extends string, Settings>(
  after: Types["row"],
  before: Types["row"],
  name: Step,
  { table, steps }: Job<Types, Step, Settings>,
): boolean {
  if (steps[name].repeats === true && after.revision !== before.revision) return false
  const is_still = after.state === before.state && after.attempts === before.attempts
  return is_still && dueStep<Types["row"], Step>(table, after) === name
}

interface Parts {
  readonly part: StepContext["part"]
  /** Throws the interruption that ended a part, even if the step went on after it. */
  readonly refuseInterrupted: () => void
}

type Kept<Result> = { readonly value: Result } | { readonly error: KeptError }

/** Parts that run without being kept. */
const runningParts: Parts = { part: async (_, run) => run(), refuseInterrupted: () => undefined }

/**
 * Parts that an engine keeps, each under the step's key, its name and its number. An error of a part is kept as well.
 * An error of the store and a stop are interruptions.
 */
function keptParts({ step, signal }: Engine, key: string): Parts {
  const counts = new Map<string, number>()
  let interruption: { readonly thrown: unknown } | null = null
  return {
    async part<Result>(name: string, run: () => Promise<Result>) {
      const number = (counts.get(name) ?? 0) + 1
      counts.set(name, number)
      let kept: Kept<Result>
      try {
        kept = await step(`${key}/${name}${number === 1 ? "" : `.${number}`}`, async () => keep(run, signal))
      } catch (thrown) {
        interruption ??= { thrown }
        throw thrown
      }
      if ("error" in kept) throw errorOf(kept.error)
      return kept.value
    },
    refuseInterrupted() {
      if (interruption !== null) throw interruption.thrown
    },
  }
}

async function keep<Result>(run: () => Promise<Result>, signal: AbortSignal): Promise<Kept<Result>> {
  signal.throwIfAborted()
  try {
    const value = await run()
    signal.throwIfAborted()
    return { value }
  } catch (thrown) {
    if (signal.aborted || thrown instanceof StoreError) throw thrown
    return { error: keptError(thrown) }
  }
}
