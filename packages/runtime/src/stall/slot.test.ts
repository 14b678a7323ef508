import { describe, expect, it } from "vitest"
import { failedSlot, failure, pass } from "./evidence_of.fixture.ts"
import {
  blankSlot,
  failSlot,
  isNarrowerFailure,
  narrowerFailSlot,
  passSlot,
  putSlot,
  slotOf,
} from "./slot.ts"
import { type Draft, type Evidence, INITIAL_STATE, NO_CHANGES, type Slot } from "./state.ts"

const BLANK = blankSlot("unit")

const ONE = { check_id: "unit one", signature: "err:one" }

describe("failSlot", () => {
  it("starts an episode", () => {
    expect(failSlot(BLANK, failure(), 4, 2)).toEqual({
      check_id: "unit",
      class: "fail",
      guessed: false,
      signature: "err:a",
      snippet: "boom",
      kind: "test",
      streak: 1,
      edit_since_failure: false,
      reverify_owed: false,
      count: 2,
      identities: ["a", "b"],
      strong_identities: ["a", "b"],
      minimum: 2,
      narrower: [],
      timeout_streak: 0,
      last_turn: 4,
      trips: 0,
      last_trip_streak: 0,
      verdict_epoch: -1,
      verdict_confirmed: false,
      first_seen: NO_CHANGES,
      last_seen: NO_CHANGES,
      tests_run: null,
      failing_tests: [],
      test_files: [],
      test_file_changed: false,
      standing: null,
    })
  })

  it("goes on with it on the same signature, whatever was edited", () => {
    const before = failedSlot({
      streak: 2,
      trips: 1,
      last_trip_streak: 2,
      edit_since_failure: true,
      reverify_owed: true,
    })
    expect(failSlot(before, failure(), 2, 1)).toMatchObject({
      streak: 3,
      trips: 1,
      last_trip_streak: 2,
      edit_since_failure: false,
      reverify_owed: false,
      last_turn: 2,
    })
  })

  it("starts another one on another signature, or after a pass", () => {
    const before = failedSlot({ streak: 2, trips: 1, last_trip_streak: 2 })
    const fresh = { streak: 1, trips: 0, last_trip_streak: 0 }
    expect(failSlot(before, failure({ signature: "err:b" }), 2, 1)).toMatchObject(fresh)
    expect(failSlot({ ...before, class: "pass" }, failure(), 2, 1)).toMatchObject(fresh)
  })

  it("keeps what stands against the work, and what a pass has to show", () => {
    const kept = {
      tests_run: 5,
      failing_tests: ["t1"],
      test_files: ["a"],
      test_file_changed: true,
      standing: { write_epoch: 1, effects: 2 },
    }
    expect(failSlot(failedSlot(kept), failure({ signature: "err:b", tests_run: 1 }), 2, 1)).toMatchObject(
      kept,
    )
    expect(passSlot(failedSlot(kept), pass(), 2)).toMatchObject(kept)
  })

  it("counts once a turn", () => {
    expect(failSlot(failedSlot({ streak: 2, last_turn: 3 }), failure(), 3, 0).streak).toBe(2)
  })

  it.each<readonly [string, number | null, Partial<Slot>, Partial<Evidence>]>([
    ["is the smaller one", 1, {}, { count: 1 }],
    ["stays when there are more failures", 2, {}, { count: 4 }],
    ["does not count lines", 2, {}, { count: 1, structured: false }],
    ["starts over after a pass", 4, { class: "pass" }, { count: 4 }],
    [
      "is unknown after a pass while only lines are known",
      null,
      { class: "pass" },
      { count: 4, structured: false },
    ],
  ])("the smallest failing set %s", (_what, minimum, slot, evidence) => {
    expect(failSlot(failedSlot(slot), failure({ signature: "err:b", ...evidence }), 2, 0).minimum).toBe(
      minimum,
    )
  })

  it.each<readonly [string, number, Slot, Partial<Evidence>, number]>([
    ["starts", 1, BLANK, {}, 2],
    ["starts behind another failure, also of the same turn", 1, failedSlot(), {}, 1],
    ["grows", 3, failedSlot({ timeout_streak: 2 }), {}, 2],
    ["grows over another signature", 3, failedSlot({ timeout_streak: 2 }), { signature: "err:b" }, 2],
    ["grows once a turn", 2, failedSlot({ timeout_streak: 2 }), { signature: "err:b" }, 1],
    ["starts anew behind a pass", 1, failedSlot({ class: "pass", timeout_streak: 2 }), {}, 2],
    [
      "counts a verdict and the run that confirms it once",
      2,
      failedSlot({ timeout_streak: 2, verdict_epoch: 0 }),
      { signature: "err:b" },
      2,
    ],
    ["ends with another kind", 0, failedSlot({ timeout_streak: 2 }), { kind: "test" }, 2],
  ])("a row of time-outs %s", (_what, timeout_streak, before, evidence, turn) => {
    const seen = failure({ kind: "timeout", ...evidence })
    expect(failSlot(before, seen, turn, 0).timeout_streak).toBe(timeout_streak)
  })

  it("keeps the narrower checks it has met", () => {
    expect(failSlot(failedSlot({ narrower: [ONE] }), failure(), 2, 0).narrower).toEqual([ONE])
  })

  describe("with a verdict and the model's own run at one write epoch", () => {
    const verdict = failure({ origin: "verdict" })
    const own = failure()

    /** The streak after each piece of evidence, as "origin@turn/epoch". */
    function streaks(...seen: readonly string[]): readonly number[] {
      let slot: Slot = BLANK
      return seen.map((one) => {
        const [, origin, turn, epoch] = /^(\w+)@(\d+)\/(\d+)$/.exec(one) ?? []
        slot = failSlot(slot, origin === "verdict" ? verdict : own, Number(turn), Number(epoch))
        return slot.streak
      })
    }

    it.each<readonly [string, readonly string[], readonly number[]]>([
      ["a run confirms the verdict instead of counting", ["verdict@1/0", "own@2/0"], [1, 1]],
      ["only the first run does", ["verdict@1/0", "own@2/0", "own@3/0"], [1, 1, 2]],
      ["a verdict counts once an epoch", ["verdict@1/0", "verdict@2/0", "verdict@3/1"], [1, 1, 2]],
      ["a verdict of a later epoch counts", ["own@1/0", "verdict@2/1", "own@3/1", "own@4/1"], [1, 2, 2, 3]],
      ["a run of a later epoch counts", ["verdict@1/0", "own@2/1"], [1, 2]],
      [
        "a verdict on the turn of a run adds nothing, and is confirmed by it",
        ["own@1/0", "verdict@1/0", "own@2/0"],
        [1, 1, 2],
      ],
      ["a verdict after a run counts", ["own@1/0", "verdict@2/0", "own@3/0"], [1, 2, 2]],
      [
        "a second verdict leaves the confirmation as it is",
        ["verdict@1/0", "verdict@2/0", "own@3/0", "own@4/0"],
        [1, 1, 1, 2],
      ],
      ["a confirmed verdict stays so", ["verdict@1/0", "own@2/0", "verdict@3/0", "own@4/0"], [1, 1, 1, 2]],
    ])("%s", (_what, seen, expected) => {
      expect(streaks(...seen)).toEqual(expected)
    })

    it("forgets the verdict when the failure changes", () => {
      const marked = failSlot(BLANK, verdict, 1, 0)
      expect(marked).toMatchObject({ verdict_epoch: 0, verdict_confirmed: false })
      expect(failSlot(marked, failure({ signature: "err:b" }), 2, 0)).toMatchObject({
        verdict_epoch: -1,
        verdict_confirmed: false,
      })
      expect(failSlot(marked, failure({ signature: "err:b", origin: "verdict" }), 2, 3)).toMatchObject({
        verdict_epoch: 3,
        verdict_confirmed: false,
      })
    })
  })
})

describe("narrowerFailSlot", () => {
  const before = failedSlot({ edit_since_failure: true, reverify_owed: true, narrower: [ONE] })
  const narrow = (given: Partial<Evidence> = {}): Evidence => failure({ check_id: "unit one", ...given })

  it("is the same failure once more, and knows the narrower check", () => {
    const two = { check_id: "unit two", signature: "err:b" }
    expect(narrowerFailSlot(before, failure({ ...two, count: 1 }), 2)).toEqual({
      ...before,
      streak: 2,
      edit_since_failure: false,
      reverify_owed: false,
      narrower: [ONE, two],
      last_turn: 2,
    })
  })

  it("is another failure with a message that was not there", () => {
    const { signature, count } = narrow({ signature: "err:b", count: 1 })
    const after = narrowerFailSlot(failedSlot(), narrow({ signature, count, identities: ["other"] }), 2)
    expect(after).toMatchObject({ signature, count, identities: ["other"], streak: 1, trips: 0 })
  })

  it("is another failure each time its set shrinks, and the same where it does not", () => {
    const streaks: number[] = []
    let slot = failedSlot()
    for (const [turn, signature] of ["err:3", "err:2", "err:1", "err:1", "err:1"].entries()) {
      slot = narrowerFailSlot(slot, narrow({ signature }), turn + 2)
      streaks.push(slot.streak)
    }
    expect(streaks).toEqual([2, 1, 1, 2, 3])
  })

  it("counts once a turn, and knows each narrower check once", () => {
    const after = narrowerFailSlot(before, narrow({ signature: ONE.signature }), 1)
    expect(after).toMatchObject({ streak: 1, narrower: [ONE] })
  })

  it("knows the last 16 narrower checks", () => {
    const names = Array.from({ length: 17 }, (_, index) => `unit ${index}`)
    const after = names.reduce(
      (slot, check_id) => narrowerFailSlot(slot, failure({ check_id }), 2),
      failedSlot(),
    )
    expect(after.narrower.map(({ check_id }) => check_id)).toEqual(names.slice(1))
  })
})

describe("passSlot", () => {
  it("has nothing that fails or is owed", () => {
    const before = failedSlot({ edit_since_failure: true, reverify_owed: true, narrower: [ONE], trips: 2 })
    expect(passSlot(before, pass({ check_id: "unit one", tests_run: 7 }), 3)).toEqual({
      check_id: "unit",
      class: "pass",
      guessed: false,
      signature: "ok:a",
      snippet: "",
      kind: "runtime",
      streak: 0,
      edit_since_failure: false,
      reverify_owed: false,
      count: 0,
      identities: [],
      strong_identities: null,
      minimum: null,
      narrower: [],
      timeout_streak: 0,
      last_turn: 3,
      trips: 0,
      last_trip_streak: 0,
      verdict_epoch: -1,
      verdict_confirmed: false,
      first_seen: NO_CHANGES,
      last_seen: NO_CHANGES,
      tests_run: null,
      failing_tests: [],
      test_files: [],
      test_file_changed: false,
      standing: null,
    })
  })
})

describe("putSlot", () => {
  const full = { slots: Array.from({ length: 64 }, (_, index) => failedSlot({ check_id: `check ${index}` })) }
  const draftOf = (slots: readonly Slot[]): Draft => ({ ...INITIAL_STATE, slots })
  const idsAfter = (slots: readonly Slot[]): readonly string[] => {
    const draft = draftOf(slots)
    putSlot(draft, failedSlot({ check_id: "new" }))
    return draft.slots.map(({ check_id }) => check_id)
  }

  it("leaves a slot of the same check in its place", () => {
    const draft = draftOf(full.slots)
    putSlot(draft, failedSlot({ check_id: "check 3", streak: 9 }))
    expect(draft.slots.map(({ streak }) => streak)).toEqual(
      full.slots.map((_, index) => (index === 3 ? 9 : 1)),
    )
  })

  it("puts a new one in the place of the first of which nothing fails, else of the oldest", () => {
    const ids = full.slots.map(({ check_id }) => check_id)
    expect(idsAfter(full.slots)).toEqual([...ids.slice(1), "new"])
    const standing = { write_epoch: 0, effects: 0 }
    const idle = full.slots
      .with(4, failedSlot({ check_id: "check 4", class: "pass", standing }))
      .with(5, failedSlot({ check_id: "check 5", class: "pass" }))
    expect(idsAfter(idle)).toEqual([...ids.toSpliced(5, 1), "new"])
  })

  it("finds a slot by its check", () => {
    expect(slotOf(full.slots, "check 9")?.check_id).toBe("check 9")
    expect(slotOf(full.slots, "new")).toBeUndefined()
  })
})

describe("isNarrowerFailure", () => {
  it.each<readonly [string, boolean, Partial<Slot>, Partial<Evidence>]>([
    [
      "another check of the runner, with failures of the slot",
      true,
      {},
      { check_id: "unit one", strong_identities: ["a"] },
    ],
    ["all of them", true, {}, { check_id: "unit one" }],
    ["a failure the slot does not have", false, {}, { check_id: "unit one", strong_identities: ["a", "c"] }],
    ["another runner", false, {}, { check_id: "lint one" }],
    ["a runner with a longer name", false, {}, { check_id: "units one" }],
    ["runners that share a first letter", false, { check_id: "ux" }, { check_id: "uy" }],
    ["the same check", false, {}, {}],
    ["a slot that passed", false, { class: "pass" }, { check_id: "unit one" }],
    ["failures without a name", false, {}, { check_id: "unit one", strong_identities: null }],
    ["a slot of failures without a name", false, { strong_identities: null }, { check_id: "unit one" }],
    ["no failure", false, {}, { check_id: "unit one", strong_identities: [] }],
  ])("%s: %s", (_what, narrower, slot, evidence) => {
    expect(isNarrowerFailure(failedSlot(slot), failure(evidence))).toBe(narrower)
  })
})
