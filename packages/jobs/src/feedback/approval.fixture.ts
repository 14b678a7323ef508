import { type Loop, loopWith } from "./loop.fixture.ts"

/** A plan that has to be approved; the fix then proposes nothing, which ends these tests. */
export function largeLoop(): Promise<Loop> {
  return loopWith({ triage: [{ fix_class: "architectural" }], edits: [[]] }, { max_attempts: 1 })
}

export async function answer({ store }: Loop, given: "approved" | "refine" | "rejected", reply?: string) {
  return store.answer("fb-1", { answer: given, by: "grace", ...(reply === undefined ? {} : { reply }) })
}
