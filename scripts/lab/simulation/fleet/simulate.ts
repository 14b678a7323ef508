import { virtualClock } from "@proofloop/runtime/testing"
import { type Lane, nextTurn, type Waiting } from "../../../../packages/pipeline/src/fleet/next_turn.ts"
import { createTokenBucket } from "../../../../packages/pipeline/src/fleet/token_bucket.ts"
import type { Measured } from "../../fleet_world/measured.ts"
import { hashText } from "../random.ts"
import type { Knobs } from "./knobs.ts"
import { openPeople } from "./people.ts"
import { placeCounts, type PlaceCounts } from "./places.ts"
import { openWork, type Phase } from "./work.ts"

const DAY = 86_400_000
const LOOK_MS = 5 * 60_000
const CI_LOOK_MS = 30_000
const AGAIN_MS = 30_000

interface Run extends Waiting {
  readonly number: number
  due_at: number
  has_begun: boolean
  phase: Phase
  /** When CI or a person is ready. */
  ready_at: number
}

/** What a simulated week came to. */
export interface Simulated {
  readonly ms: number
  readonly counts: PlaceCounts
  readonly merged: number
  readonly tokens: number
  readonly model_calls: number
  readonly forge_requests: number
  readonly people_busy_ms: number
  readonly turns: number
  /** Mean of the workers at a turn. */
  readonly active: number
  /** Milliseconds from a run's arrival to its pull request, of those that no person approves. */
  readonly to_pull_request: readonly number[]
  /** Milliseconds that turns waited for a bucket. */
  readonly waited_for: { readonly model: number; readonly forge: number }
  /** For each hour: runs that wait for a turn, for a person, for a merge. */
  readonly hours: readonly { readonly queue: number; readonly approval: number; readonly merge: number }[]
}

/**
 * Some days of a fleet in virtual time, with the scheduler and the buckets of the product. The same knobs give the
 * same days. Begins at a Monday's midnight.
 */
export async function simulateFleet(knobs: Knobs, run_figures: Measured["run"]): Promise<Simulated> {
  const clock = virtualClock()
  const end = knobs.days * DAY
  const counts = placeCounts(() => clock.now())
  const people = openPeople(clock)
  const buckets = {
    tokens: createTokenBucket({ per_minute: knobs.tokens_a_minute }, clock),
    requests: createTokenBucket({ per_minute: knobs.model_requests_a_minute }, clock),
    forge: createTokenBucket({ per_minute: Math.floor(knobs.forge_requests_an_hour / 60) }, clock),
  }
  const work = openWork(knobs, { clock, buckets, figures: run_figures })
  const runs = new Map<string, Run>()
  const last_begun = new Map<string, number>()
  const open_urls = new Set<string>()
  const active = new Map<string, string>()
  const last_turns = new Map<string, number>()
  const to_pull_request: number[] = []
  const hours: Simulated["hours"][number][] = []
  let [turns, merged] = [0, 0]
  const urls = Array.from({ length: knobs.repositories }, (_, at) => `github:acme/r${at}`)
  const lanes = new Map<string, Lane>()
  const noteLane = (url: string): void => {
    const is_active = [...active.values()].includes(url) ? 1 : 0
    lanes.set(url, { url, cap: 1, active: is_active, last_turn: last_turns.get(url) ?? 0, is_held: false })
  }
  for (const url of urls) noteLane(url)
  const chance = (run: Run, what: string): number =>
    (hashText(`${run.id} ${what} ${run.phase}`, knobs.seed) >>> 0) / 2 ** 32
  const isApproved = (run: Run): boolean => chance(run, "approval") < knobs.approved_share
  const around = (ms: number, at: number): number => ms * (0.5 + at)

  const rest = (run: Run, place: "approval" | "ci" | "merge" | "again" | "queue", due_at: number): void => {
    run.due_at = due_at
    counts.move(run.id, place)
    if (due_at === Infinity) return
    void clock.sleep(due_at - clock.now()).then(() => {
      if (place !== "queue") counts.move(run.id, "queue")
      start()
    })
  }
  const askPerson = (run: Run, ms: number): void => {
    run.ready_at = Infinity
    void people.ask(run.number % knobs.people, around(ms, chance(run, "person"))).then(() => {
      run.ready_at = clock.now()
      // An answer is noticed by the fleet's next reading of the store, a merge by the next look.
      if (run.phase === "approved") rest(run, "queue", clock.now())
    })
  }
  const takeTurn = async (run: Run): Promise<void> => {
    turns += 1
    counts.move(run.id, "turn")
    if (chance(run, `fails ${turns}`) < knobs.failing_share) {
      await work.wasted(run.id)
      rest(run, "again", clock.now() + AGAIN_MS)
      return
    }
    run.has_begun = true
    if (run.phase === "new") {
      await work.plan(run.id)
      run.phase = "approved"
      if (isApproved(run)) {
        rest(run, "approval", Infinity)
        askPerson(run, knobs.approve_ms)
        return
      }
    }
    if (run.phase === "approved") {
      await work.carryOut(run.id)
      if (!isApproved(run)) to_pull_request.push(clock.now() - run.order)
      run.phase = "ci"
      run.ready_at = clock.now() + around(knobs.ci_ms, chance(run, "ci"))
    } else if (run.phase === "ci" && run.ready_at <= clock.now()) {
      await work.look(run.id)
      if (chance(run, "red") < knobs.red_share) {
        await work.repair(run.id)
        run.phase = "ci again"
        run.ready_at = clock.now() + around(knobs.ci_ms, chance(run, "ci"))
      } else run.phase = "open"
    } else if (run.phase === "ci again" && run.ready_at <= clock.now()) {
      await work.look(run.id)
      run.phase = "open"
    } else if (run.phase === "merge" && run.ready_at <= clock.now()) {
      await work.verify(run.id)
      merged += 1
      counts.move(run.id, "done")
      runs.delete(run.id)
      open_urls.delete(run.url)
      return
    } else await work.look(run.id)
    if (run.phase === "open") {
      run.phase = "merge"
      askPerson(run, knobs.merge_ms)
    }
    if (run.phase === "merge") rest(run, "merge", clock.now() + LOOK_MS)
    else rest(run, "ci", clock.now() + CI_LOOK_MS)
  }
  const begin = (url: string): void => {
    const number = urls.indexOf(url)
    const id = `${url}#${Math.floor(clock.now() / DAY)}-${counts.arrived}`
    last_begun.set(url, clock.now())
    open_urls.add(url)
    const run: Run = {
      id,
      url,
      number,
      due_at: clock.now(),
      has_begun: false,
      order: clock.now(),
      phase: "new",
      ready_at: Infinity,
    }
    runs.set(id, run)
    counts.arrive(id, "queue")
    void clock.sleep(DAY).then(start)
  }
  let is_over = false
  const start = (): void => {
    if (is_over) return
    // The fleet makes a row once a worker is free; here it arrives when it is due, so that its wait is seen.
    while (active.size < knobs.workers) {
      const free = [...runs.values()].filter(({ id, due_at }) => due_at <= clock.now() && !active.has(id))
      const found = nextTurn(free, lanes, clock.now())
      const run = found === null ? undefined : runs.get(found.id)
      if (run === undefined) return
      work.note(1)
      active.set(run.id, run.url)
      last_turns.set(run.url, turns + 1)
      noteLane(run.url)
      void takeTurn(run).then(() => {
        work.note(-1)
        active.delete(run.id)
        noteLane(run.url)
        start()
      })
    }
  }
  for (let hour = 0; hour < knobs.days * 24; hour += 1) {
    const [queue, approval, merge] = [counts.count("queue"), counts.count("approval"), counts.count("merge")]
    hours.push({ queue, approval, merge })
    const now = clock.now()
    for (const url of urls) if (!open_urls.has(url) && (last_begun.get(url) ?? -DAY) + DAY <= now) begin(url)
    start()
    await clock.sleep((hour + 1) * 3_600_000 - now)
  }
  is_over = true
  return {
    ms: end,
    counts,
    merged,
    turns,
    to_pull_request,
    hours,
    people_busy_ms: people.busy_ms,
    ...work.used(),
  }
}
