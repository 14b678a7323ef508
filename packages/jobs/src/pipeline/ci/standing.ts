import type { Check } from "../../forge/checks.ts"

/** A check's word about a commit: once for a check that must pass, once for any other where some are required. */
interface Weight {
  readonly counts: string
  readonly beside: string
}

/** By precedence, for several checks of one name. */
export const WEIGHTS: Readonly<Record<Check["state"], Weight>> = {
  failed: { counts: "red, once nothing is pending", beside: "told; not red" },
  needs_person: { counts: "needs_person, once nothing is pending", beside: "told" },
  pending: { counts: "pending until the deadline, then timeout", beside: "not waited for" },
  passed: { counts: "green, when all of them are", beside: "nothing" },
  skipped: { counts: "passes; alone it is no_runs: nothing was tested", beside: "nothing" },
  cancelled: { counts: "needs_person: nobody knows", beside: "told" },
}

const ORDER = Object.keys(WEIGHTS) as ReadonlyArray<Check["state"]>

/** The standing of each name, by the heaviest of its checks: a passed check replaces a cancelled one. */
export function standings(checks: readonly Check[]): ReadonlyMap<string, Check["state"]> {
  const found = new Map<string, Check["state"]>()
  for (const { name, state } of checks) {
    const known = found.get(name)
    if (known === undefined || ORDER.indexOf(state) < ORDER.indexOf(known)) found.set(name, state)
  }
  return found
}
