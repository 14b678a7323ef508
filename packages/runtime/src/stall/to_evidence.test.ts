import { sha256Hex } from "@proofloop/foundation/text"
import { describe, expect, it } from "vitest"
import { diagnose } from "../evidence/diagnose.ts"
import { tap } from "./read_result.fixture.ts"
import { NO_CHANGES } from "./state.ts"
import { toEvidence } from "./to_evidence.ts"
import type { Baseline } from "./work.ts"

function weaknessOf(
  output: string,
  baseline: Partial<Baseline> | undefined,
  given: { against?: string } = {},
) {
  const before = baseline && {
    tests_run: null,
    failing_tests: [],
    test_files: [],
    test_file_changed: false,
    ...baseline,
  }
  const passed = { ok: true, output }
  const { weakness } = toEvidence("unit", {
    ok: true,
    key: "ok:a",
    diagnosis: diagnose(passed, { check_id: "unit" }),
    signature: null,
    against: "",
    baseline: before,
    accepted: undefined,
    output,
    seen_at: NO_CHANGES,
    ...given,
  })
  return weakness
}

// @requirement loop.proof.weak
describe("a pass after a failure", () => {
  it("needs the tests that had failed, where its report lists them", () => {
    const [listed] = [diagnose({ ok: true, output: tap(2, 0) }, { check_id: "unit" }).ran_test_ids ?? []]
    expect(listed).not.toEqual([])
    expect(weaknessOf(tap(2, 0), { failing_tests: listed.map(sha256Hex) })).toBe("")
    expect(weaknessOf(tap(2, 0), { failing_tests: [sha256Hex("gone")] })).toMatch(/^1 of the tests/)
  })

  it("needs their files, where its report names files alone", () => {
    const baseline = { test_files: ["src/sum.test.js"] }
    expect(weaknessOf("PASS src/sum.test.js", baseline)).toBe("")
    expect(weaknessOf("PASS src/other.test.js", baseline)).toMatch(/not among them/)
    expect(weaknessOf("read src/sum.js and tests", baseline)).toBe("")
    expect(weaknessOf("PASS src/other.test.js", {})).toBe("")
  })

  it("is weak by what it says itself, whatever came before", () => {
    expect(weaknessOf("all fine", undefined)).toBe("")
    expect(weaknessOf("FAIL: adds", undefined)).toMatch(/^its output says: FAIL/)
    expect(weaknessOf(tap(1, 1), undefined)).toBe("its own report speaks of failures")
    expect(weaknessOf("all fine", undefined, { against: "it timed out" })).toBe("it timed out")
  })
})
