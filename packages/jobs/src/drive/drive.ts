import type { JsonObject } from "@proofloop/foundation/text"
import type { JobTypes } from "../store/store.ts"
import { dueStep, leadsTo } from "../table/table.ts"
import { afterFailure } from "./after_failure.ts"
import type { Engine, Job } from "./job.ts"
import type { StepContext, StepOutcome } from "./step.ts"

export interface Driven<Types extends JobTypes, Step extends string> extends StepOutcome<Types["row"]> {
  /** In order, including those that failed or only looked. */
  readonly steps: readonly Step[]
  /**
   * An error that the row does not record: from a store that cannot be written, a host's hook, an engine that cannot
   * sleep.
   */
  readonly thrown: unknown
}

/**
 * Runs the due steps of a claimed row one at a time, each under the key `row/step/attempt`. Ends when no step is due,
 * when one waits, stops or is suspended, or when the row reaches an unexpected state. With an engine that sleeps, it
 * sleeps through waits and suspensions with a time. Never rejects.
 */
export async function drive<Types extends JobTypes, Step extends string, Settings>(
  row: Types["row"],
  job: Job<Types, Step, Settings>,
  engine: Engine,
): Promise<Driven<Types, Step>> {
  const { table, first } = job
  const steps: Step[] = []
  let outcome: StepOutcome<Types["row"]> = { row, next: "on" }
  let due = first?.(row) ?? dueStep<Types["row"], Step>(table, row)
  let looks = 0
  while (due !== null) {
    const before = outcome.row
    let woken = false
    steps.push(due)
    try {
      const key = keyOf(due, before, looks)
      const name = due
      outcome = await engine.step(key, () => take(job, { name, row: before, key, signal: engine.signal }))
      if (outcome.was_begun === false) steps.pop()
      woken = await sleepThrough(outcome, engine)
    } catch (thrown) {
      return { row: outcome.row, next: "stop", thrown, steps }
    }
    const goes_on = woken || (outcome.next === "on" && leadsTo(table, due, before.state, outcome.row.state))
    // A second look at the same row is a new try, and has a new key.
    looks = woken && outcome.row.revision === before.revision ? looks + 1 : 0
    due = goes_on ? dueStep<Types["row"], Step>(table, outcome.row) : null
  }
  return { ...outcome, thrown: null, steps }
}

function keyOf(step: string, { id, revision }: JobTypes["row"], looks: number): string {
  return `${id}/${step}/${revision}${looks === 0 ? "" : `.${looks}`}`
}

async function sleepThrough({ next, wait, breaker }: StepOutcome, engine: Engine): Promise<boolean> {
  const at = next === "wait" ? wait?.look_at : next === "suspended" ? breaker?.until : null
  if (engine.sleep === undefined || at === null || at === undefined) return false
  await engine.sleep(Date.parse(at))
  return true
}

/** One taking of a step. */
interface Taking<Types extends JobTypes, Step extends string> {
  readonly name: Step
  readonly row: Types["row"]
  readonly key: string
  readonly signal: AbortSignal
}

async function take<Types extends JobTypes, Step extends string, Settings>(
  job: Job<Types, Step, Settings>,
  taking: Taking<Types, Step>,
): Promise<StepOutcome<Types["row"]>> {
  const { store, steps } = job
  const { name, row } = taking
  const step = steps[name]
  const needs = (step.needs ?? []).map((environment) => ({
    environment,
    name: job.nameOf(environment, name, row),
  }))
  const away = await store.passBreakers(needs, row.id)
  if (away !== null) {
    const { is_turn_of_another: is_passed_over = false, ...breaker } = away
    return { row, next: "suspended", breaker, was_begun: false, is_passed_over }
  }
  await job.on_step?.(name, "before", row.id)
  const outcome = await tryStep(job, taking)
  if (outcome.next !== "suspended" && outcome.next !== "stop") {
    for (const need of needs) await store.closeBreaker(need, row.id)
  }
  await store.wait(row.id, outcome.next === "wait" ? (outcome.wait ?? null) : null)
  await job.on_step?.(name, "after", row.id)
  return outcome
}

async function tryStep<Types extends JobTypes, Step extends string, Settings>(
  job: Job<Types, Step, Settings>,
  { name, row, key, signal }: Taking<Types, Step>,
): Promise<StepOutcome<Types["row"]>> {
  const { settings, on_event } = job
  const emit = (what: string, fields: JsonObject = {}) => on_event(what, row.id, fields)
  // A step without a result emits no events.
  const told: Array<Parameters<StepContext["tell"]>> = []
  const tell: StepContext["tell"] = (...event) => void told.push(event)
  try {
    signal.throwIfAborted()
    await job.before?.(row, signal)
    const outcome = await job.steps[name].run(row, { settings, key, signal, tell })
    // Otherwise the row would be taken again without end.
    if (outcome.next === "on" && isSame(outcome.row, row, name, job))
      throw new Error(`${name} came to nothing`)
    for (const event of told) emit(...event)
    return outcome
  } catch (error) {
    return await afterFailure(name, row, error, { job, signal, emit })
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
