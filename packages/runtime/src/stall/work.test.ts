import { describe, expect, it, test } from "vitest"
import { failure, pass } from "./evidence_of.fixture.ts"
import { blankSlot } from "./slot.ts"
import { type DetectorState, type Draft, INITIAL_STATE } from "./state.ts"
import {
  type Baseline,
  baselineOf,
  isVerified,
  noteFailing,
  noteJudged,
  notePassing,
  noteUnknownEffect,
  noteWeakPass,
  noteWrite,
  type ProofOf,
  settleEarlierFailures,
  judgePass,
} from "./work.ts"

const PROOF: ProofOf = { source: "command", exit_code: 0, output_sha256: "ab", turn: 1 }

type Note = (draft: Draft) => void

const writes: Note = (draft) => noteWrite(draft, true)
const writesAgain: Note = (draft) => noteWrite(draft, false)
const fails =
  (check_id: string, proves = true): Note =>
  (draft) =>
    noteFailing(draft, failure({ check_id, tests_run: 3, failing_tests: ["one"] }), proves)
const passes =
  (check_id: string, source: ProofOf["source"] = "command"): Note =>
  (draft) =>
    notePassing(draft, pass({ check_id, tests_run: 3 }), { ...PROOF, source })
const failsUncounted: Note = (draft) =>
  noteFailing(draft, failure({ check_id: "lint", tests_run: null, failing_tests: [] }), true)
const isAccepted: Note = (draft) => {
  settleEarlierFailures(draft)
  passes("npm-test")(draft)
}

function after(...notes: readonly Note[]): DetectorState {
  const draft: Draft = { ...INITIAL_STATE }
  for (const note of notes) note(draft)
  return draft
}

describe("isVerified", () => {
  it.each<readonly [string, boolean, readonly Note[]]>([
    ["nothing has happened", false, []],
    ["something was written", false, [writes]],
    ["a check passed", true, [passes("npm-test")]],
    ["a check passed after the write", true, [writes, passes("npm-test")]],
    ["only a judge accepted", false, [(draft) => noteJudged(draft, "judge", { ...PROOF, source: "judge" })]],
    ["a write came after the pass", false, [passes("npm-test"), writes]],
    ["a later write of the turn came after the pass", false, [writes, passes("npm-test"), writesAgain]],
    ["a call of unknown effect came after the pass", false, [passes("npm-test"), noteUnknownEffect]],
    ["another check failed after the pass", false, [passes("npm-test"), fails("lint")]],
    ["another check failed before the pass", false, [fails("lint"), passes("npm-test")]],
    ["another check, that proves nothing, failed", true, [passes("npm-test"), fails("lint", false)]],
    ["the failed check passed", true, [fails("npm-test"), passes("npm-test")]],
    [
      "the failed check passed weakly",
      false,
      [fails("npm-test"), (draft) => noteWeakPass(draft, pass({ weakness: "no test ran" }))],
    ],
    ["the work was accepted after a failure before the write", true, [fails("lint"), writes, isAccepted]],
    ["the work was accepted although a check fails on what is there now", false, [fails("lint"), isAccepted]],
  ])("%s: %s", (_what, verified, notes) => {
    expect(isVerified(after(...notes))).toBe(verified)
  })
})

test("a proof of an older epoch, in a state from elsewhere, verifies nothing", () => {
  const { work } = after(passes("npm-test"))
  expect(isVerified({ slots: [], work })).toBe(true)
  expect(isVerified({ slots: [], work: { ...work, write_epoch: 1 } })).toBe(false)
})

describe("what is proved", () => {
  it("counts the turns that wrote, and whether nothing has verified them", () => {
    expect(after(writes, writes).work).toMatchObject({ write_epoch: 2, effects: 2, unverified_write: true })
    expect(after(writes, passes("npm-test")).work).toMatchObject({
      unverified_write: false,
      proof: { ...PROOF, check_id: "npm-test", tests_run: 3, write_epoch: 1 },
    })
    const later = after(writes, passes("npm-test"), writesAgain)
    expect(later.work).toMatchObject({ write_epoch: 1, effects: 2, unverified_write: true, proof: null })
    expect(after(passes("npm-test"), noteUnknownEffect).work).toMatchObject({
      write_epoch: 0,
      effects: 1,
      unverified_write: false,
      proof: null,
    })
  })

  it("does not list a number of tests that nobody knows", () => {
    const draft: Draft = { ...INITIAL_STATE }
    notePassing(draft, pass({ tests_run: null }), PROOF)
    expect(draft.work.proof).toEqual({ ...PROOF, check_id: "unit", write_epoch: 0 })
  })

  it("tells why the last pass proved too little, until a check fails or passes", () => {
    const weak: Note = (draft) => noteWeakPass(draft, pass({ weakness: "no test ran" }))
    expect(after(weak).work.weakness).toBe("no test ran")
    expect(after(weak, fails("lint")).work.weakness).toBe("")
    expect(after(weak, passes("lint")).work.weakness).toBe("")
  })

  it("keeps a judge's accept only where nothing else was proved of the epoch", () => {
    const judged: Note = (draft) => noteJudged(draft, "judge", { ...PROOF, source: "judge" })
    expect(after(passes("npm-test"), judged).work.proof?.source).toBe("command")
    expect(after(passes("npm-test"), writes, judged).work.proof).toMatchObject({
      source: "judge",
      check_id: "judge",
      write_epoch: 1,
    })
  })

  it("lets a check beside the one that counts clear its own failure, and prove nothing", () => {
    const beside: Note = (draft) => notePassing(draft, pass({ check_id: "lint" }), null)
    const state = after(fails("lint"), fails("unit"), beside)
    expect(state.work.proof).toBeNull()
    expect(state.slots.map(({ check_id, standing }) => [check_id, standing !== null])).toEqual([
      ["lint", false],
      ["unit", true],
    ])
  })

  it("does not forget that more checks failed than are kept", () => {
    const names = Array.from({ length: 66 }, (_, index) => `check ${index}`)
    const failed = after(writes, ...names.map((name) => fails(name)))
    expect(failed.slots.map(({ check_id }) => check_id)).toEqual(names.slice(2))
    expect(failed.work.forgotten).toEqual({ count: 2, write_epoch: 1 })
    const kept = [writes, ...names.map((name) => fails(name)), ...names.slice(2).map((name) => passes(name))]
    expect(isVerified(after(...kept))).toBe(false)
    expect(isVerified(after(...kept, isAccepted))).toBe(false)
    expect(isVerified(after(...kept, writes, isAccepted))).toBe(true)
  })
})

describe("what a pass has to show", () => {
  it.each([
    ["a smaller failure", 2, ["two"], 3, ["one", "two"]],
    ["one that counts nothing", null, [], 3, ["one"]],
    ["a larger one", 9, ["one"], 9, ["one"]],
    ["one of as many", 3, ["one"], 3, ["one"]],
  ])("after %s", (_what, tests_run, failing_tests, most, all) => {
    const smaller: Note = (draft) =>
      noteFailing(draft, failure({ check_id: "lint", tests_run, failing_tests }), true)
    expect(after(fails("lint"), writes, smaller).slots).toEqual([
      {
        ...blankSlot("lint"),
        tests_run: most,
        failing_tests: all,
        test_files: ["a.test.ts"],
        standing: { write_epoch: 1, effects: 1 },
      },
    ])
  })

  it("names at most 64 files, and 256 tests", () => {
    const many = Array.from({ length: 300 }, (_, index) => `${index}.test.ts`)
    const failsInMany: Note = (draft) =>
      noteFailing(draft, failure({ check_id: "lint", failing_tests: many, test_files: many }), true)
    const [slot] = after(failsInMany).slots
    expect(slot).toMatchObject({ test_files: many.slice(0, 64), failing_tests: many.slice(0, 256) })
  })

  it("is nothing once the check passed, and of no failure that proves nothing", () => {
    const known = { tests_run: 3, failing_tests: ["one"] }
    expect(baselineOf(after(fails("lint")), "lint", true)).toMatchObject(known)
    expect(baselineOf(after(fails("lint"), passes("lint")), "lint", false)).toMatchObject({
      tests_run: null,
      failing_tests: [],
    })
    expect(baselineOf(after(fails("lint", false)), "lint", false)).toMatchObject(known)
    expect(baselineOf(after(fails("lint", false)), "lint", true)).toBeUndefined()
    expect(baselineOf(after(), "lint", false)).toBeUndefined()
  })

  it("starts anew with the first failure that proves something, and hears of no other then", () => {
    const small: Note = (draft) =>
      noteFailing(draft, failure({ check_id: "lint", tests_run: 1, failing_tests: ["two"] }), true)
    expect(baselineOf(after(fails("lint", false), small), "lint", true)).toMatchObject({
      tests_run: 1,
      failing_tests: ["two"],
    })
    expect(baselineOf(after(small, fails("lint", false)), "lint", true)).toMatchObject({ tests_run: 1 })
  })

  it.each<readonly [string, object, readonly Note[]]>([
    ["a write", { tests_before: 3 }, [fails("lint"), writes]],
    ["a later write", { tests_before: 3 }, [fails("lint"), writesAgain]],
    ["what may have written", { tests_before: 3 }, [fails("lint"), noteUnknownEffect]],
    ["nothing", { tests_before: 3, flaky: true }, [fails("lint")]],
    ["a pass on the same work", { tests_before: 3 }, [fails("lint"), writes, passes("lint")]],
    ["a pass of nothing but chance", { tests_before: 3, flaky: true }, [fails("lint"), passes("lint")]],
    ["a pass, and a write since", {}, [fails("lint"), passes("lint"), writes]],
    ["a pass of another check", {}, [fails("unit"), writes, passes("unit")]],
    ["a failure that proves nothing", {}, [fails("lint", false)]],
    ["no failure", {}, []],
    ["a failure that counts nothing", {}, [failsUncounted, writes]],
  ])("is told by the proof, after %s", (_what, told, notes) => {
    const state = after(...notes, passes("lint"))
    const { write_epoch } = state.work
    // Compared strictly: unknown fields are absent, and a journal compares proofs by their text.
    expect(state.work.proof).toStrictEqual({ ...PROOF, check_id: "lint", tests_run: 3, ...told, write_epoch })
  })

  it("is told by the proof with the tests that the host lets go, also when the check passes once more", () => {
    const without: Note = (draft) =>
      notePassing(draft, pass({ check_id: "lint", tests_run: 2, removed_tests: ["test one"] }), PROOF)
    const once = after(fails("lint"), writes, without)
    const proof = {
      ...PROOF,
      check_id: "lint",
      tests_run: 2,
      tests_before: 3,
      removed_tests: ["test one"],
      write_epoch: 1,
    }
    expect(once.work.proof).toStrictEqual(proof)
    expect(after(fails("lint"), writes, without, passes("lint")).work.proof).toStrictEqual({
      ...proof,
      tests_run: 3,
    })
  })
})

describe("judgePass", () => {
  const known: Baseline = { tests_run: 3, failing_tests: ["one"], test_files: [], test_file_changed: false }
  const judged = (before: Baseline | undefined, pass: Partial<Parameters<typeof judgePass>[1]>) =>
    judgePass(before, {
      tests_run: null,
      ran: null,
      ran_files: [],
      contradicted: "",
      accepted: new Map(),
      ...pass,
    })

  it("is weak where files of tests are named, and that of the failing ones is not", () => {
    const before = { ...known, test_files: ["a.test.js"] }
    expect(judged(before, { tests_run: 9, ran_files: ["b.test.js"] }).weakness).not.toBe("")
    expect(judged(before, { tests_run: 9, ran_files: ["a.test.js", "b.test.js"] }).weakness).toBe("")
    expect(judged(before, { tests_run: 9, ran: ["one"] }).weakness).toBe("")
  })

  it.each<readonly [string, boolean, Baseline | undefined, number | null, readonly string[] | null]>([
    ["no test ran", true, undefined, 0, null],
    ["nothing is known of a failure", false, undefined, null, null],
    ["as many tests ran as when it failed", false, known, 3, null],
    ["fewer tests ran", true, known, 2, null],
    ["nobody knows how many ran", true, known, null, null],
    ["nobody knows how many ran after none had", true, { ...known, tests_run: 0 }, null, null],
    ["nobody knew how many ran when it failed", false, { ...known, tests_run: null }, null, null],
    ["the failing test ran again", false, known, 3, ["one", "two"]],
    ["the failing test did not run", true, known, 3, ["two"]],
    ["one of the failing tests did not run", true, { ...known, failing_tests: ["one", "two"] }, 3, ["two"]],
    [
      "nobody knows which ran, and their file was changed",
      true,
      { ...known, test_file_changed: true },
      3,
      null,
    ],
    [
      "the failing test ran, and its file was changed",
      false,
      { ...known, test_file_changed: true },
      3,
      ["one"],
    ],
  ])("%s: %s", (_what, weak, before, tests_run, ran) => {
    expect(judged(before, { tests_run, ran }).weakness !== "").toBe(weak)
    expect(judged(before, { tests_run, ran }).removed_tests).toEqual([])
  })

  it("says how many of the tests that failed are missing, without those that are accepted", () => {
    const before = { ...known, failing_tests: ["one", "two", "three"] }
    const one = new Map([["one", "test one"]])
    expect(judged(before, { tests_run: 3, ran: ["four"], accepted: one }).weakness).toMatch(/^2 of the tests/)
  })

  it("knows a report that speaks of failures", () => {
    expect(judged(undefined, { tests_run: 3, contradicted: "it timed out" }).weakness).not.toBe("")
  })

  const accepted = new Map([
    ["one", "test one"],
    ["four", "test four"],
  ])

  it.each<readonly [string, readonly string[] | null, number, readonly string[] | null, Baseline]>([
    ["the failing test is gone", ["test one"], 3, ["two"], known],
    ["and with it its count", ["test one"], 2, ["two", "three"], known],
    ["another that had passed is gone", ["test four"], 2, ["one", "two"], known],
    ["both are", ["test one", "test four"], 1, ["two"], known],
    ["nobody knows which ran", ["test one"], 2, null, known],
    ["none is gone", [], 3, ["one", "two", "three"], known],
    ["one more is gone", null, 0, ["two"], known],
    ["another failing test is gone", null, 3, ["two"], { ...known, failing_tests: ["one", "five"] }],
    ["one that was accepted ran, and another did not", null, 2, ["one", "four"], known],
    [
      "a file was changed of which nobody knows the tests",
      null,
      3,
      null,
      { ...known, test_file_changed: true },
    ],
  ])("lets go what the host accepts: %s", (_what, removed_tests, tests_run, ran, before) => {
    const { weakness, ...rest } = judged(before, { tests_run, ran, accepted })
    expect(weakness === "" ? rest.removed_tests : null).toEqual(removed_tests)
  })
})

describe("a file of tests that had failed", () => {
  const changes =
    (...paths: readonly string[]): Note =>
    (draft) =>
      noteWrite(draft, true, paths)
  const isChanged = (...notes: readonly Note[]) => after(...notes).slots[0]?.test_file_changed
  const failsIn =
    (file: string, failing_tests: readonly string[]): Note =>
    (draft) =>
      noteFailing(draft, failure({ check_id: "lint", failing_tests, test_files: [file] }), true)

  it.each([
    ["a.test.ts", true],
    ["packages/app/a.test.ts", true],
    ["b.test.ts", false],
    ["ba.test.ts", false],
    ["a.ts", false],
  ])("is changed by a write to %s: %s", (path, changed) => {
    expect(isChanged(failsIn("a.test.ts", ["one"]), changes(path))).toBe(changed)
  })

  it("is changed by one of several writes", () => {
    expect(isChanged(failsIn("a.test.ts", ["one"]), changes("b.ts", "a.test.ts"))).toBe(true)
  })

  it("is named from the folder its check runs in, or from the root", () => {
    expect(isChanged(failsIn("packages/app/a.test.ts", ["one"]), changes("app/a.test.ts"))).toBe(true)
  })

  it("is as good as before once all its tests failed again, and when the check passed", () => {
    const changed = [failsIn("a.test.ts", ["one"]), changes("a.test.ts")]
    expect(isChanged(...changed, failsIn("a.test.ts", ["one", "two"]))).toBe(false)
    expect(isChanged(...changed, failsIn("b.test.ts", ["two"]))).toBe(true)
    const two = [failsIn("a.test.ts", ["one", "two"]), changes("a.test.ts")]
    expect(isChanged(...two, failsIn("a.test.ts", ["one"]))).toBe(true)
    expect(isChanged(...changed, passes("lint"))).toBe(false)
    expect(isChanged(changes("a.test.ts"), failsIn("a.test.ts", ["one"]))).toBe(false)
  })
})
