import { describe, expect, it } from "vitest"
import { parseStallConfig, type StallOptions } from "./config.ts"
import { failure, pass } from "./evidence_of.fixture.ts"
import { clearFailures, type FoldOutcome, foldTurn, forgiveReverify } from "./fold.ts"
import { blankSlot } from "./slot.ts"
import { type Draft, type Evidence, INITIAL_STATE, type TurnEvidence } from "./state.ts"

interface Folding {
  readonly draft: Draft
  readonly fold: (turn: Partial<TurnEvidence>) => FoldOutcome
  /** A turn of its own with these results. */
  readonly see: (...evidence: readonly Evidence[]) => FoldOutcome
}

function folding(knobs: StallOptions = {}): Folding {
  const draft: Draft = { ...INITIAL_STATE }
  const config = parseStallConfig({ repair_aware: true, ...knobs })
  const fold: Folding["fold"] = (turn) =>
    foldTurn(
      draft,
      {
        made_edit: false,
        may_have_edited: false,
        rejected_edit: null,
        evidence: [],
        lacks: [],
        verdicts: [],
        ...turn,
      },
      config,
    )
  return {
    draft,
    fold,
    see(...evidence) {
      draft.turn += 1
      return fold({ evidence })
    },
  }
}

const wide = failure({ check_id: "pytest" })
const narrow = failure({
  check_id: "pytest a.py",
  signature: "err:narrow",
  strong_identities: ["a"],
  count: 1,
})
const narrowPass = pass({ check_id: "pytest a.py" })

describe("foldTurn", () => {
  it("says what it saw", () => {
    const { see } = folding()
    expect(see()).toEqual({ failed: [], grew: [], passed: false, improved: false })
    expect(see(failure())).toEqual({ failed: ["unit"], grew: ["unit"], passed: false, improved: false })
    expect(see(failure())).toEqual({ failed: ["unit"], grew: ["unit"], passed: false, improved: false })
    expect(see(failure({ signature: "err:b" }), pass({ check_id: "lint" }))).toEqual({
      failed: ["unit"],
      grew: [],
      passed: true,
      improved: false,
    })
    expect(see(pass())).toEqual({ failed: [], grew: [], passed: true, improved: false })
    expect(see(failure())).toEqual({ failed: ["unit"], grew: ["unit"], passed: false, improved: false })
  })

  it("shows the live slot that failed last, else the last one as passed", () => {
    const { draft, see } = folding()
    see()
    expect(draft).toMatchObject({ last_diagnostic_class: "", last_diagnostic_signature: "" })
    see(failure({ check_id: "lint", signature: "err:l", snippet: "lint" }), failure())
    see(failure())
    expect(draft).toMatchObject({
      last_diagnostic_class: "fail",
      last_diagnostic_signature: "err:a",
      last_diagnostic_snippet: "boom",
      same_diagnostic_streak: 2,
    })
    see(pass())
    expect(draft).toMatchObject({
      last_diagnostic_class: "fail",
      last_diagnostic_signature: "err:l",
      last_diagnostic_snippet: "lint",
      same_diagnostic_streak: 1,
    })
    see(pass({ check_id: "lint", signature: "ok:l" }))
    expect(draft).toMatchObject({
      last_diagnostic_class: "pass",
      last_diagnostic_signature: "ok:l",
      last_diagnostic_snippet: "",
      same_diagnostic_streak: 0,
      edit_since_failure: false,
      reverify_owed: false,
    })
  })

  it("folds the write first: it owes a re-verify on every live slot, and what failed in the turn has paid", () => {
    const { draft, fold, see } = folding()
    see(failure(), failure({ check_id: "lint" }), pass({ check_id: "types" }))
    fold({ made_edit: true, evidence: [failure()] })
    expect(draft.write_epoch).toBe(1)
    expect(
      draft.slots.map(({ check_id, edit_since_failure, reverify_owed }) => [
        check_id,
        edit_since_failure,
        reverify_owed,
      ]),
    ).toEqual([
      ["lint", true, true],
      ["types", false, false],
      ["unit", false, false],
    ])
    expect(draft).toMatchObject({ edit_since_failure: false, reverify_owed: false })
    forgiveReverify(draft)
    expect(
      draft.slots.map(({ edit_since_failure, reverify_owed }) => [edit_since_failure, reverify_owed]),
    ).toEqual([
      [true, false],
      [false, false],
      [false, false],
    ])
  })

  it("counts the turns since a clean pass, and of them those that failed", () => {
    const { draft, fold, see } = folding()
    see(failure(), failure({ check_id: "lint" }))
    fold({ verdicts: [failure({ origin: "verdict" })], same_turn: true })
    expect(draft).toMatchObject({ turns_since_clean_verify: 1, failing_verify_turns: 1 })
    see()
    fold({ verdicts: [failure({ origin: "verdict" })], same_turn: true })
    expect(draft).toMatchObject({ turns_since_clean_verify: 2, failing_verify_turns: 2 })
    see(pass())
    expect(draft).toMatchObject({
      turns_since_clean_verify: 3,
      failing_verify_turns: 2,
      verified_write_epoch: 0,
    })
    draft.turn += 1
    fold({ made_edit: true, evidence: [pass({ check_id: "lint" })] })
    expect(draft).toMatchObject({
      turns_since_clean_verify: 0,
      failing_verify_turns: 0,
      verified_write_epoch: 1,
    })
  })

  it("counts a failing turn once, though it is folded in two parts", () => {
    const { draft, fold, see } = folding()
    see(pass({ check_id: "lint" }), failure())
    fold({ verdicts: [failure({ origin: "verdict" })], same_turn: true })
    expect(draft.failing_verify_turns).toBe(1)
    const again = folding()
    again.see(failure())
    again.draft.turn -= 1
    again.see(failure())
    expect(again.draft.failing_verify_turns).toBe(2)
  })

  it("says how the failure moved", () => {
    const { draft, see } = folding()
    const moves: string[] = []
    for (const evidence of [
      failure(),
      failure(),
      failure({ signature: "err:b", identities: ["a"], count: 1 }),
      failure(),
      pass(),
      failure(),
    ]) {
      see(evidence)
      moves.push(draft.last_diagnostic_delta_status)
    }
    expect(moves).toEqual(["initialized", "unchanged", "advanced", "regressed", "cleared", "initialized"])
  })

  it("clears every slot on an accept", () => {
    const { draft, fold, see } = folding()
    see(failure(), failure({ check_id: "lint" }), pass({ check_id: "types" }))
    const types = draft.slots.find(({ check_id }) => check_id === "types")
    fold({ made_edit: true, verdicts: ["accept"], same_turn: true })
    const nothing = {
      class: "pass",
      snippet: "",
      streak: 0,
      edit_since_failure: false,
      reverify_owed: false,
      minimum: null,
      trips: 0,
      last_trip_streak: 0,
    }
    expect(draft.slots).toMatchObject([
      { ...nothing, check_id: "unit", signature: "err:a" },
      { ...nothing, check_id: "lint", signature: "err:a" },
      { check_id: "types" },
    ])
    expect(draft.slots[2]).toEqual(types)
    expect(draft).toMatchObject({
      recurrences: [],
      alternations: [],
      last_diagnostic_delta_status: "cleared",
      failing_verify_turns: 0,
      turns_since_clean_verify: 0,
      verified_write_epoch: 1,
    })
  })
})

describe("a weak pass", () => {
  it.each([
    ["clear", true, "pass"],
    ["keep", false, "fail"],
  ] as const)("with weak_pass %s", (weak_pass, passed, last_diagnostic_class) => {
    const { draft, see } = folding({ weak_pass })
    see(failure())
    expect(see(pass({ weakness: "no test ran" })).passed).toBe(passed)
    expect(draft.last_diagnostic_class).toBe(last_diagnostic_class)
  })
})

describe("a narrower check", () => {
  it("that fails is the same failure again", () => {
    const { draft, see } = folding()
    see(wide)
    expect(see(narrow)).toEqual({ failed: ["pytest"], grew: ["pytest"], passed: false, improved: false })
    expect(draft.slots).toMatchObject([{ check_id: "pytest", streak: 2, signature: "err:a", minimum: 2 }])
    expect(draft.last_diagnostic_delta_status).toBe("unchanged")
    expect(draft.recurrences).toMatchObject([{ check_id: "pytest", signature: "err:a", count: 2 }])
  })

  it("with a live failure of its own keeps it", () => {
    const { draft, see } = folding()
    see(narrow)
    see(wide)
    see(narrow)
    expect(draft.slots).toMatchObject([
      { check_id: "pytest", streak: 1 },
      { check_id: "pytest a.py", streak: 2 },
    ])
  })

  it("that passes clears the failure, or is a weak pass there, by the knob", () => {
    const lenient = folding({ weak_pass: "clear" })
    lenient.see(wide)
    lenient.see(narrow)
    expect(lenient.see(narrowPass).passed).toBe(true)
    expect(lenient.draft.slots).toMatchObject([
      { check_id: "pytest", class: "pass" },
      { check_id: "pytest a.py", class: "pass" },
    ])
    const strict = folding({ weak_pass: "keep" })
    strict.see(wide)
    strict.see(narrow)
    expect(strict.see(narrowPass).passed).toBe(false)
    expect(strict.draft.slots).toMatchObject([{ check_id: "pytest", class: "fail", streak: 2 }])
    expect(strict.draft.last_diagnostic_delta_status).toBe("unchanged")
  })

  it("that passes is a pass of its own where nothing wider failed by it", () => {
    const { draft, see } = folding({ weak_pass: "keep" })
    see(wide)
    expect(see(narrowPass).passed).toBe(true)
    expect(draft.slots).toMatchObject([
      { check_id: "pytest", class: "fail" },
      { check_id: "pytest a.py", class: "pass" },
    ])
    see(narrow)
    expect(see(narrowPass).passed).toBe(true)
  })
})

describe("recurrences", () => {
  const other = failure({ signature: "err:b", count: 3, identities: ["c"] })

  function counts({ draft }: Folding): readonly (readonly [string, string, number])[] {
    return draft.recurrences.map(({ check_id, signature, count }) => [check_id, signature, count])
  }

  it("count each signature of each check, the last one seen last", () => {
    const run = folding()
    run.see(failure(), failure({ check_id: "lint" }))
    run.see(other)
    run.see(failure())
    expect(counts(run)).toEqual([
      ["lint", "err:a", 1],
      ["unit", "err:b", 1],
      ["unit", "err:a", 2],
    ])
  })

  it("of a check start over with its pass", () => {
    const run = folding()
    run.see(failure(), failure({ check_id: "lint" }))
    run.see(pass())
    expect(counts(run)).toEqual([["lint", "err:a", 1]])
  })

  it("of a check start over with a new minimum", () => {
    const run = folding()
    run.see(failure({ check_id: "lint" }), failure())
    run.see(other)
    expect(run.see(failure({ signature: "err:c", count: 2 })).improved).toBe(false)
    expect(run.see(failure({ signature: "err:d", count: 1 })).improved).toBe(true)
    expect(counts(run)).toEqual([
      ["lint", "err:a", 1],
      ["unit", "err:d", 1],
    ])
  })

  it("know no minimum before failures were counted", () => {
    const run = folding()
    run.see(failure({ structured: false }))
    run.see(failure({ signature: "err:b", count: 1 }))
    expect(counts(run)).toHaveLength(2)
  })

  it("are the last 64", () => {
    const run = folding()
    const signatures = Array.from({ length: 65 }, (_, index) => `err:${index}`)
    for (const signature of signatures) run.see(failure({ signature }))
    expect(run.draft.recurrences.map(({ signature }) => signature)).toEqual(signatures.slice(1))
  })
})

describe("the slots", () => {
  const names = Array.from({ length: 64 }, (_, index) => `check ${index}`)

  it("are 64: one with nothing failing goes first, else the oldest", () => {
    const { draft, see } = folding()
    see(...names.map((check_id) => failure({ check_id, strong_identities: null })))
    see(pass({ check_id: "check 3" }))
    expect(draft.slots).toHaveLength(64)
    const kept = () => draft.slots.map(({ check_id }) => check_id)
    see(failure({ check_id: "check 64", strong_identities: null }))
    expect(kept()).toEqual([...names.filter((name) => name !== "check 3"), "check 64"])
    see(failure({ check_id: "check 65", strong_identities: null }))
    expect(kept()).toEqual([...names.slice(1).filter((name) => name !== "check 3"), "check 64", "check 65"])
  })
})

describe("a check of which nothing was folded", () => {
  it("is shown by nothing, and stays one of which nothing is known", () => {
    const { draft, see } = folding()
    const unseen = blankSlot("proof")
    draft.slots = [unseen]
    see()
    expect(draft).toMatchObject({ last_diagnostic_class: "", last_diagnostic_signature: "" })
    see(pass({ signature: "ok:l" }))
    draft.slots = [...draft.slots, unseen]
    see()
    expect(draft).toMatchObject({ last_diagnostic_class: "pass", last_diagnostic_signature: "ok:l" })
    clearFailures(draft)
    expect(draft.slots.at(-1)).toEqual(unseen)
  })
})

describe("clearFailures", () => {
  it("leaves a record of what failed, and nothing failing", () => {
    const { draft, fold, see } = folding()
    see(failure())
    fold({ made_edit: true })
    clearFailures(draft)
    expect(draft).toMatchObject({
      last_diagnostic_class: "pass",
      last_diagnostic_signature: "err:a",
      last_diagnostic_delta_status: "cleared",
      same_diagnostic_streak: 0,
      reverify_owed: false,
      failing_verify_turns: 0,
      verified_write_epoch: 1,
    })
    expect(draft.slots).toMatchObject([
      {
        check_id: "unit",
        class: "pass",
        streak: 0,
        reverify_owed: false,
        signature: "err:a",
        snippet: "boom",
      },
    ])
  })
})
