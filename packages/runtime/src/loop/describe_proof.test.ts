import { expect, it } from "vitest"
import type { Proof } from "../protocol/verdict.ts"
import { describeProof } from "./describe_proof.ts"

const PROOF: Proof = { source: "command", check_id: "npm test", output_sha256: "", write_epoch: 1, turn: 2 }

it("says what ran and what changed beside the product", () => {
  expect(describeProof({ ...PROOF, tests_run: 3, workspace_sha256: "a".repeat(64), check_changed: [] })).toBe(
    "npm test passed with 3 tests on the files aaaaaaaaaaaa.",
  )
  const check_changed = ["a", "b", "c", "d", "e", "f"]
  expect(describeProof({ ...PROOF, check_changed, flaky: true })).toBe(
    "npm test passed. It had failed, and nothing was written in between. The run changed what decides it: a, b, c, d, e and 1 more.",
  )
})

it.each([
  [{ verdict: "depends_on", files: ["t.js"] }, "The pass depends on t.js: with them as before, it fails."],
  [{ verdict: "cannot_tell", reason: "it took too long" }, "cannot be told: it took too long."],
] as const)("says what the counter-check said: %j", (told, sentence) => {
  expect(describeProof({ ...PROOF, counter_check: { ...told, duration_ms: 1 } })).toContain(sentence)
})
