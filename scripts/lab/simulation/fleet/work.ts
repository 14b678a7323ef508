import type { Clock } from "@proofloop/foundation/process"
import type { TokenBucket } from "../../../../packages/pipeline/src/fleet/token_bucket.ts"
import type { Measured } from "../../fleet_world/measured.ts"
import { randomOf } from "../random.ts"
import type { Knobs } from "./knobs.ts"
import { sample } from "./service.ts"

export type Phase = "new" | "approved" | "ci" | "ci again" | "open" | "merge"

/** Steps of a run, in the groups that one turn takes. */
const STEPS = {
  plan: ["begin", "analyse", "plan"],
  carryOut: ["work", "check", "publish", "describe", "self_review"],
} as const

interface Place {
  readonly clock: Clock
  readonly figures: Measured["run"]
  readonly buckets: Readonly<Record<"tokens" | "requests" | "forge", TokenBucket>>
}

/** What turns do, as long as measured, with the pace of the model and the forge. */
export function openWork(knobs: Knobs, { clock, figures, buckets }: Place) {
  const never = new AbortController().signal
  const used = { tokens: 0, model_calls: 0, forge_requests: 0 }
  const waited_for = { model: 0, forge: 0 }
  let [at_work, sum, at] = [0, 0, clock.now()]
  const random = (id: string, what: string) => randomOf(knobs.seed, id, what)
  const chanceOf = (id: string, what: string): number => random(id, what).int(0, 1_000_000) / 1_000_000

  const waiting = async (what: "model" | "forge", wait: Promise<void>): Promise<void> => {
    const began = clock.now()
    await wait
    waited_for[what] += clock.now() - began
  }
  const forge = async (requests: number): Promise<void> => {
    for (let left = Math.round(requests); left > 0; left -= 1) {
      await waiting("forge", buckets.forge.take(1, never))
      used.forge_requests += 1
      await clock.sleep(knobs.forge_ms)
    }
  }
  const GUESSED = 4000
  const model = async (id: string, calls: number, label: string): Promise<void> => {
    const tokens = Math.round(figures.tokens.mean / figures.model_calls.mean)
    for (let call = 0; call < Math.round(calls); call += 1) {
      await waiting("model", buckets.requests.take(1, never))
      await waiting("model", buckets.tokens.take(GUESSED, never))
      const latency = -Math.log(1 - chanceOf(id, `${label} ${call}`) * 0.999) * knobs.model_ms
      await clock.sleep(latency)
      buckets.tokens.settle(tokens - GUESSED)
      used.tokens += tokens
      used.model_calls += 1
    }
  }
  const steps = async (id: string, names: readonly string[]): Promise<void> => {
    for (const name of names) {
      const spread = figures.steps_ms[name]
      const times = Math.max(1, Math.round(figures.steps[name] ?? 1))
      for (let time = 0; time < times && spread !== undefined; time += 1)
        await clock.sleep(sample(spread, chanceOf(id, `${name} ${time}`)))
    }
  }
  const calls = (id: string): number => sample(figures.model_calls, chanceOf(id, "calls")) * knobs.work_factor
  const counted_of_a_look = figures.requests_of_a_look - figures.unchanged_of_a_look
  return {
    async plan(id: string) {
      await steps(id, STEPS.plan)
      await model(id, 1, "plan")
      await forge(figures.forge_requests * 0.2)
    },
    async carryOut(id: string) {
      await steps(id, STEPS.carryOut)
      await model(id, Math.max(1, calls(id) - 1), "work")
      await forge(figures.forge_requests * 0.8)
    },
    async repair(id: string) {
      await steps(id, ["work", "check"])
      await model(id, 1, "repair")
      await forge(figures.forge_requests * 0.2)
    },
    async verify(id: string) {
      await steps(id, ["check"])
      await forge(figures.forge_requests * 0.2)
    },
    async look(id: string) {
      await steps(id, ["await_merge"])
      await forge(counted_of_a_look)
    },
    async wasted(id: string) {
      await steps(id, ["check"])
    },
    /** A worker more or less is at a turn. */
    note(change: number): void {
      sum += at_work * (clock.now() - at)
      at = clock.now()
      at_work += change
    },
    used() {
      this.note(0)
      return { ...used, waited_for, active: sum / Math.max(1, at) }
    },
  }
}
