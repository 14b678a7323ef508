import type { Interruption, Plan } from "./plan.ts"
import type { Process } from "./process.ts"
import { type Random, randomOf } from "./random.ts"
import type { Trail } from "./trail.ts"
import type { Effect, EffectKind, World } from "./world.ts"

/** What the model, the tools and the host of one life have around them. */
export interface Surroundings {
  readonly plan: Plan
  readonly world: World
  readonly process: Process
  readonly life: number
  readonly coverage: Set<string>
  readonly trail: Trail
  /** Dies in the effect with this 0-based number of this life. */
  readonly cut: { readonly kind: Interruption["kind"]; readonly number: number } | null
  /** Effects begun in this life. */
  begun: number
}

export interface Asked {
  readonly kind: EffectKind
  readonly name: string
  readonly identity: string
  readonly delay_ms?: number | undefined
  readonly signal?: AbortSignal | undefined
  /** What is done when the process dies half-way. */
  readonly half?: ((effect: Effect) => void) | undefined
  /** What is known of it before it does anything. */
  readonly facts?: Readonly<Record<string, unknown>> | undefined
}

/** Does something to the world: noted, in its time, and cut short if the process is to die here. */
export async function perform<T>(
  around: Surroundings,
  asked: Asked,
  act: (effect: Effect) => T | Promise<T>,
): Promise<T> {
  const { world, process, life, trail, coverage } = around
  // What a dead process would still do does not happen.
  if (!process.is_alive) return never()
  const { kind, name, identity } = asked
  const cut = around.cut?.number === around.begun ? around.cut.kind : null
  around.begun += 1
  const effect: Effect = {
    index: world.effects.length,
    life,
    kind,
    name,
    identity,
    at_ms: process.clock.now(),
    beside: world.effects.filter((other) => other.life === life && !other.is_over).length + 1,
    is_over: false,
    is_lost: false,
    wrote: false,
    facts: { ...asked.facts },
  }
  world.effects.push(effect)
  trail.add(`${kind} ${name} begins`, identity)
  const die = (): Promise<never> => {
    coverage.add(
      `crash ${cut === "crash_in_effect" ? "in" : cut === "crash_before_effect" ? "before" : "after"} ${kind}`,
    )
    trail.add("the process dies", `${String(cut)} of ${kind} ${name}`)
    process.kill()
    return never()
  }
  if (cut === "crash_before_effect") return die()
  try {
    await process.sleep(asked.delay_ms ?? 0, asked.signal)
    if (cut === "crash_in_effect") {
      asked.half?.(effect)
      return await die()
    }
    const value = await act(effect)
    return cut === "crash_after_effect" ? await die() : value
  } finally {
    effect.is_over = true
    trail.add(`${kind} ${name} ends`, effect.facts)
  }
}

/** Choices that belong to one question: the same in another life. */
export function chanceOf(around: Surroundings, label: string, identity: string): Random {
  return randomOf(around.plan.seed, label, identity)
}

/** Whether a fault strikes, and which; counted. */
export function faultOf<Fault extends string>(
  around: Surroundings,
  random: Random,
  faults: readonly [Fault, ...Fault[]],
): Fault | null {
  if (!random.chance(around.plan.faults)) return null
  const fault = random.pick(faults)
  around.coverage.add(`fault ${fault}`)
  return fault
}

/** Of an answer that is not slow, in milliseconds. */
const LONGEST_PAUSE = 400

/** How long an answer takes, in milliseconds: mostly no time. */
export function delayOf(random: Random): number {
  return random.weighted([
    [6, 0],
    [3, random.int(1, 40)],
    [1, random.int(100, LONGEST_PAUSE)],
  ])
}

export function never(): Promise<never> {
  return new Promise(() => undefined)
}
