import { describe, expect, it } from "vitest"
import type { ConsensusOptions } from "../verdict/lens_verdict.ts"
import { SUBJECT, verdictOf } from "../verdict/read_verdict.fixture.ts"
import { consensus } from "./consensus.ts"

const LENSES = ["wiring", "concurrency-security", "contract-conformance"]
const passes = LENSES.map((lens) => verdictOf(lens))

function decide(records: readonly unknown[], options: Partial<ConsensusOptions> = {}) {
  return consensus(records, { subject: SUBJECT, ...options })
}

function judgedBy(...models: readonly (string | null)[]) {
  return passes.map((one, at) => ({ ...one, verifier: { ...one.verifier, model_name: models[at] ?? null } }))
}

// @requirement verifier.caveats
describe("a caveat", () => {
  it("tells all that weakens verdicts, and lets them pass", () => {
    const records = judgedBy("qwen3", "qwen3", null).map((one) => ({
      ...one,
      evidence: passes[0]?.evidence,
      caveats: ["no_brief"],
    }))
    const { outcome, caveats } = decide(records, { builder_model: "Qwen3", promised: "tests" })
    expect(outcome).toBe("PASS")
    expect(caveats.map(({ kind, lenses }) => [kind, lenses.length])).toEqual([
      ["same_model", 2],
      ["same_model", 2],
      ["identical_evidence", 3],
      ["no_brief", 3],
      ["no_contract", 0],
    ])
    expect(caveats.map(({ says }) => says)).toEqual([
      "wiring and concurrency-security were judged by the builder's own model, which shares its blind spots",
      "wiring and concurrency-security were judged by one model, qwen3: what it does not see, none of them saw",
      "wiring, concurrency-security and contract-conformance give the same evidence: that is one look, not 3",
      "wiring, concurrency-security and contract-conformance were recorded by hand, and no brief of this change was issued before",
      "no contract says what is promised: the change was held against tests of the base alone",
    ])
  })

  it("is not made by people, by a model for each lens, or by verdicts that do not count", () => {
    expect(decide(judgedBy(null, null, null)).caveats).toEqual([])
    expect(decide(judgedBy("qwen3", "glm", "llama"), { promised: "contract" }).caveats).toEqual([])
    const earlier = verdictOf("wiring", { brief_sha256: null, evidence: passes[1]?.evidence ?? "" })
    expect(decide([earlier, ...passes])).toMatchObject({ superseded: 1, caveats: [] })
  })

  it("is made by models that do not say their names: they may be one", () => {
    expect(decide(judgedBy("unnamed", "unnamed", "glm")).caveats).toMatchObject([
      { kind: "same_model", says: expect.stringContaining("which may be one") as string },
    ])
  })
})

// @requirement verifier.requirements
describe("a requirement", () => {
  it.each([
    ["distinct_models", judgedBy("qwen3", "qwen3", "glm"), {}],
    ["distinct_evidence", passes.map((one) => ({ ...one, evidence: passes[0]?.evidence })), {}],
    ["brief", passes.map((one) => ({ ...one, brief_sha256: null })), {}],
    ["contract", passes, { promised: "tests" }],
  ] as const)("%s escalates what would pass", (requirement, records, options) => {
    expect(decide(records, options)).toMatchObject({ outcome: "PASS" })
    expect(decide(records, { ...options, requirements: [requirement] })).toMatchObject({
      outcome: "ESCALATE",
      reason: expect.stringContaining(`${requirement} is required, and `) as string,
    })
    const others = ["distinct_models", "distinct_evidence", "brief"] as const
    const met = others.filter((one) => one !== requirement)
    expect(decide(records, { ...options, requirements: met })).toMatchObject({ outcome: "PASS" })
  })

  it("neither undoes a stop nor is told before what decides by itself", () => {
    const typed = passes.map((one) => ({ ...one, brief_sha256: null }))
    const requirements = ["brief"] as const
    const [first, ...rest] = typed
    expect(decide([{ ...first, verdict: "fail" }, ...rest], { requirements }).outcome).toBe("HARD-STOP")
    expect(decide(rest, { requirements }).reason).toMatch(/^2\/3 distinct lenses/)
  })
})

it("nothing passes where nothing is promised", () => {
  expect(decide(passes, { promised: "nothing" })).toMatchObject({
    outcome: "ESCALATE",
    reason: expect.stringMatching(/^nothing was promised, nothing could be checked/) as string,
    caveats: [{ kind: "nothing_promised" }],
  })
  const [first, ...rest] = passes
  const failed = [{ ...first, verdict: "fail" }, ...rest]
  expect(decide(failed, { promised: "nothing" }).outcome).toBe("HARD-STOP")
})
