import { describe, expect, it } from "vitest"
import type { Proof } from "../protocol/verdict.ts"
import {
  EMPTY_PROOF_LEDGER,
  type FailingCheck,
  isVerified,
  provedAfter,
  type ProofLedger,
  recordAccept,
  recordFailure,
  recordLaterWrite,
  recordPass,
  recordUnknown,
  recordWrite,
  weaknessOf,
} from "./ledger.ts"

const PROOF: Omit<Proof, "write_epoch"> = {
  source: "command",
  check_id: "npm-test",
  exit_code: 0,
  tests_run: 3,
  output_sha256: "ab",
  turn: 1,
}

function failing(check_id: string): Omit<FailingCheck, "write_epoch" | "effects"> {
  return { check_id, tests_run: 3, failing_tests: ["one"] }
}

const proved: ProofLedger = recordPass(recordWrite(EMPTY_PROOF_LEDGER), PROOF)

describe("isVerified", () => {
  it.each<readonly [string, boolean, ProofLedger]>([
    ["nothing has happened", false, EMPTY_PROOF_LEDGER],
    ["something was written", false, recordWrite(EMPTY_PROOF_LEDGER)],
    ["a check passed", true, recordPass(EMPTY_PROOF_LEDGER, PROOF)],
    ["a check passed after the write", true, proved],
    ["only a judge accepted", false, recordPass(EMPTY_PROOF_LEDGER, { ...PROOF, source: "judge" })],
    ["a write came after the pass", false, recordWrite(proved)],
    ["a later write of the turn came after the pass", false, recordLaterWrite(proved)],
    ["a call of unknown effect came after the pass", false, recordUnknown(proved)],
    ["another check failed after the pass", false, recordFailure(proved, failing("lint"))],
    [
      "another check failed before the pass",
      false,
      recordPass(recordFailure(EMPTY_PROOF_LEDGER, failing("lint")), PROOF),
    ],
    [
      "the failed check passed",
      true,
      recordPass(recordFailure(EMPTY_PROOF_LEDGER, failing("npm-test")), PROOF),
    ],
    [
      "the work was accepted after a failure before the write",
      true,
      recordAccept(recordWrite(recordFailure(EMPTY_PROOF_LEDGER, failing("lint"))), PROOF),
    ],
    [
      "the work was accepted although a check fails on what is there now",
      false,
      recordAccept(recordFailure(EMPTY_PROOF_LEDGER, failing("lint")), PROOF),
    ],
  ])("%s: %s", (_what, verified, ledger) => {
    expect(isVerified(ledger)).toBe(verified)
  })
})

describe("the ledger", () => {
  it("starts with nothing", () => {
    expect(EMPTY_PROOF_LEDGER).toEqual({
      write_epoch: 0,
      effects: 0,
      unverified_write: false,
      proof: null,
      weakness: "",
      failing: [],
      forgotten: { count: 0, write_epoch: 0 },
    })
  })

  it("counts the turns that wrote, and which of them nothing has verified", () => {
    expect(recordWrite(recordWrite(EMPTY_PROOF_LEDGER))).toMatchObject({
      write_epoch: 2,
      unverified_write: true,
    })
    expect(proved).toMatchObject({
      write_epoch: 1,
      unverified_write: false,
      proof: { ...PROOF, write_epoch: 1 },
    })
    expect(recordLaterWrite(proved)).toMatchObject({ write_epoch: 1, unverified_write: true, proof: null })
    expect(recordUnknown(proved)).toMatchObject({ write_epoch: 1, unverified_write: false, proof: null })
  })

  it.each([
    ["a smaller failure", 2, ["two"], 3, ["one", "two"]],
    ["one that counts nothing", null, [], 3, ["one"]],
    ["a larger one", 9, ["one"], 9, ["one"]],
  ])("knows each failing check once; after %s", (_what, tests_run, failing_tests, most, all) => {
    const once = recordWrite(recordFailure(EMPTY_PROOF_LEDGER, failing("lint")))
    expect(recordFailure(once, { check_id: "lint", tests_run, failing_tests }).failing).toEqual([
      { check_id: "lint", tests_run: most, failing_tests: all, write_epoch: 1, effects: 1 },
    ])
  })

  it("has no proof of a check that failed", () => {
    expect(recordFailure(proved, failing("lint")).proof).toBeNull()
  })

  it("keeps the last 64 failing checks, and does not forget that there were more", () => {
    const names = Array.from({ length: 66 }, (_, index) => `check ${index}`)
    const fail = (before: ProofLedger, name: string): ProofLedger => recordFailure(before, failing(name))
    const failed = names.reduce(fail, recordWrite(EMPTY_PROOF_LEDGER))
    expect(failed.failing.map(({ check_id }) => check_id)).toEqual(names.slice(2))
    expect(failed.forgotten).toEqual({ count: 2, write_epoch: 1 })
    const pass = (before: ProofLedger, check_id: string): ProofLedger =>
      recordPass(before, { ...PROOF, check_id })
    const passed = names.slice(2).reduce(pass, failed)
    expect([passed.failing, isVerified(passed)]).toEqual([[], false])
    // The work as a whole was accepted, after another write.
    expect(isVerified(recordAccept(passed, PROOF))).toBe(false)
    expect(isVerified(recordAccept(recordWrite(passed), PROOF))).toBe(true)
  })
})

describe("provedAfter", () => {
  const failed = recordFailure(EMPTY_PROOF_LEDGER, failing("lint"))
  const [known] = failed.failing

  it.each([
    ["nothing happened", failed, { tests_before: 3, flaky: true }],
    ["a write", recordWrite(failed), { tests_before: 3 }],
    ["a later write", recordLaterWrite(failed), { tests_before: 3 }],
    ["what may have written", recordUnknown(failed), { tests_before: 3 }],
  ])("tells how a check failed before it passed, after %s", (_what, ledger, told) => {
    expect(provedAfter(known, ledger)).toEqual(told)
  })

  it("tells nothing of a check that did not fail, and no number that is not known", () => {
    expect(provedAfter(undefined, failed)).toEqual({})
    const uncounted = recordFailure(EMPTY_PROOF_LEDGER, { ...failing("lint"), tests_run: null })
    expect(provedAfter(uncounted.failing[0], uncounted)).toEqual({ flaky: true })
  })
})

describe("weaknessOf", () => {
  const known: FailingCheck = { ...failing("npm-test"), write_epoch: 0, effects: 0 }

  it.each<readonly [string, boolean, FailingCheck | undefined, number | null, readonly string[] | null]>([
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
  ])("%s: %s", (_what, weak, before, tests_run, reran) => {
    expect(weaknessOf(before, { tests_run, reran, contradicted: false }) !== "").toBe(weak)
  })
})
