import { hashText } from "./random.ts"

/** What happened, in order: the timeline of a seed, and its fingerprint. */
export interface Trail {
  readonly entries: readonly Entry[]
  /** Details are read only when somebody looks. */
  add(what: string, details?: unknown): void
  /** Names the process and its clock for what follows. */
  enter(life: string, now: () => number): void
  fingerprint(): number
}

export interface Entry {
  readonly life: string
  readonly at_ms: number
  readonly what: string
  readonly details: unknown
}

export function createTrail(): Trail {
  const entries: Entry[] = []
  let life = ""
  let now = (): number => 0
  return {
    entries,
    add(what, details = "") {
      entries.push({ life, at_ms: now(), what, details })
    },
    enter(next, clock) {
      life = next
      now = clock
    },
    fingerprint: () =>
      entries.reduce(
        (hash, { at_ms, what, details }) => hashText(`${at_ms} ${what} ${JSON.stringify(details)}`, hash),
        0,
      ),
  }
}
