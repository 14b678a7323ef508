import { blankSlot, failSlot } from "./slot.ts"
import { type Evidence, NO_CHANGES, type Slot } from "./state.ts"

/** A failing result of a check that counts its failures, with other fields where a test needs them. */
export function failure(fields: Partial<Evidence> = {}): Evidence {
  return {
    check_id: "unit",
    class: "fail",
    signature: "err:a",
    kind: "test",
    snippet: "boom",
    count: 2,
    structured: true,
    identities: ["a", "b"],
    strong_identities: ["a", "b"],
    tests_run: 5,
    failing_tests: ["t1"],
    test_files: ["a.test.ts"],
    weakness: "",
    removed_tests: [],
    origin: "result",
    guessed: false,
    seen_at: NO_CHANGES,
    ...fields,
  }
}

/** A pass of the same check. */
export function pass(fields: Partial<Evidence> = {}): Evidence {
  return failure({
    class: "pass",
    signature: "ok:a",
    kind: "runtime",
    snippet: "",
    count: 0,
    identities: [],
    strong_identities: null,
    failing_tests: [],
    test_files: [],
    ...fields,
  })
}

/** The slot after a first failure, in turn 1 at write epoch 0. */
export function failedSlot(fields: Partial<Slot> = {}): Slot {
  return { ...failSlot(blankSlot("unit"), failure(), 1, 0), ...fields }
}
