import type { RunWork } from "@proofloop/jobs/internal/pipeline"
import { expect, test } from "vitest"
import { row } from "../../pipeline/rows.fixture.ts"
import { runEvidence } from "./run_evidence.ts"

const [outcome] = row().work.outcomes ?? []
const PROOF = { check: "npm test", exit_code: 0, tests_run: 3, output_sha256: "", caveat: "" }
type Proof = NonNullable<RunWork["outcomes"]>[number]["proof"]

test.each<[string, Proof, string]>([
  ["a check that ran", PROOF, "good"],
  ["the critics alone", null, "warn"],
  ["a check that could not run", { ...PROOF, exit_code: null }, "warn"],
])("a subtask by %s", (_what, given, tone) => {
  const outcomes = outcome === undefined ? [] : [{ ...outcome, proof: given }]
  expect(runEvidence(row({}, { outcomes }), undefined).proofs).toMatchObject([{ tone }])
})
