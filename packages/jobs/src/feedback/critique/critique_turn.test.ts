import type { ModelRequest } from "@proofloop/runtime"
import { scriptedModel, type ScriptedStep } from "@proofloop/runtime/testing"
import { describe, expect, it } from "vitest"
import {
  type Critique,
  type CritiqueOptions,
  critiqueTurn,
  HIGH_CRITIQUE_CONFIDENCE,
  MIN_CRITIQUE_CONFIDENCE,
  readFinding,
} from "./critique_turn.ts"

function finding(confidence: number, changes: object = {}) {
  return {
    severity: "med",
    citation: "rule 1",
    fix_direction: `src/a.ts:${confidence}: undo it`,
    confidence,
    ...changes,
  }
}

function reply(findings: unknown, most_impactful: unknown = null): ScriptedStep {
  return { text: JSON.stringify({ findings, most_impactful }) }
}

async function critique(steps: readonly ScriptedStep[], options: Partial<CritiqueOptions> = {}) {
  const requests: ModelRequest[] = []
  const left = [...steps]
  const model = scriptedModel((request) => {
    requests.push(request)
    return left.shift() ?? { text: "asked once too often" }
  })
  const given = { model, success_criterion: "the sum is right", recent_output: "+ a - b", ...options }
  const settled = await critiqueTurn(given).catch((error: unknown) => error)
  const prompt = requests[0]?.messages.map(({ content }) => content).join("\n") ?? ""
  return { settled, result: settled as Critique, requests, prompt }
}

describe("critiqueTurn", () => {
  it("drops 45, keeps 72 and makes nothing of a weak most impactful finding", async () => {
    const { result } = await critique([reply([finding(45), finding(72)], finding(45))])
    expect(result).toMatchObject({ findings: [finding(72)], most_impactful: null, dropped: 1 })
    expect(result.high_confidence_findings).toEqual([])
  })

  it("has 80 and more as findings to act on at once", async () => {
    const { result } = await critique([reply([finding(91), finding(79), finding(80)], finding(91))])
    expect(result.findings).toHaveLength(3)
    expect(result.high_confidence_findings).toEqual([finding(91), finding(80)])
    expect(result.most_impactful).toEqual(finding(91))
  })

  it("takes as most impactful only one of the findings that are left", async () => {
    const { result } = await critique([reply([finding(72)], finding(95))])
    expect(result.most_impactful).toBeNull()
    const same = await critique([reply([finding(72)], finding(72, { confidence: 99 }))])
    expect(same.result.most_impactful).toEqual(finding(72))
  })

  it.each([
    ["an empty reply", { text: "" }],
    ["an empty object", { text: "{}" }],
    ["an empty list", reply([])],
  ])("takes %s for no findings", async (_what, step) => {
    const { settled, requests } = await critique([step])
    expect(settled).toEqual({
      findings: [],
      high_confidence_findings: [],
      most_impactful: null,
      dropped: 0,
      raw_response: step.text,
    })
    expect(requests).toHaveLength(1)
  })

  it("drops what is no finding and counts it", async () => {
    const { result } = await critique([
      reply(["x", null, 7, [], finding(70, { severity: "low" }), finding(70)]),
    ])
    expect(result).toMatchObject({ findings: [finding(70)], dropped: 5 })
  })

  it.each([
    ["findings that are no list", { text: '{"findings": "none"}' }],
    ["a list", { text: "[]" }],
    ["words", { text: "Looks good to me." }],
    ["an unknown field", { text: '{"findings": [], "verdict": "pass"}' }],
  ])("asks once more for %s, then rejects", async (_what, step) => {
    const { settled, requests } = await critique([step, step])
    expect(settled).toMatchObject({ code: "llm_error", kind: "no_json" })
    expect(requests).toHaveLength(2)
    expect((await critique([step, reply([finding(70)])])).result.findings).toEqual([finding(70)])
  })

  it("shows a bounded part of everything, as data, and three memories", async () => {
    const memories = ["one", "two", "three", "four"].map((word) => ({
      embedding_key: `failure:${word}`,
      payload: { root_cause: word },
    }))
    const { prompt } = await critique([reply([])], {
      recent_output: `first ${"x".repeat(100_000)} {{kind}} last`,
      kind: "cli_output",
      principles: "```\nNo new dependency.",
      memories,
    })
    expect(prompt.length).toBeLessThan(10_000)
    expect(prompt).toMatch(/of the kind cli_output/)
    expect(prompt).toMatch(/first [^]*\{\{kind\}\} last/)
    expect(prompt).toContain("````\n```\nNo new dependency.\n````")
    expect(prompt).toContain("failure:three")
    expect(prompt).not.toContain("failure:four")
  })

  it("keeps the reply for an audit, without secrets", async () => {
    const { result } = await critique([
      {
        text: `{"findings": [{"citation": "ghp_0123456789abcdefghijABCDEFGHIJ012345${"x".repeat(20_000)}"}]}`,
      },
    ])
    expect(result.raw_response).toMatch(/^\{"findings"/)
    expect(result.raw_response.length).toBeLessThanOrEqual(8000)
    expect(result.raw_response).not.toContain("ghp_0123456789")
  })
})

const FINDING = {
  severity: "high",
  citation: "the success criterion: discount(100, 10) is 90",
  fix_direction: "src/price.ts:4: subtract the discount",
  confidence: 72,
}

it("has its thresholds at 60 and 80", () => {
  expect([MIN_CRITIQUE_CONFIDENCE, HIGH_CRITIQUE_CONFIDENCE]).toEqual([60, 80])
})

it.each([
  ["60, exactly", { confidence: 60 }],
  ["100", { confidence: 100 }],
  ["a medium severity", { severity: "med" }],
  ["a place in brackets", { fix_direction: "subtract (see `lib/app/[id]/page.tsx:12`)" }],
  ["a file without an ending", { fix_direction: "in Makefile:3 say npm ci" }],
])("keeps %s", (_what, changes) => {
  expect(readFinding({ ...FINDING, ...changes })).toEqual({ ...FINDING, ...changes })
})

it("leaves out what it does not know", () => {
  expect(readFinding({ ...FINDING, mood: "bad", __proto__: { confidence: 99 } })).toEqual(FINDING)
})

it.each([
  ["59", { ...FINDING, confidence: 59 }],
  ["101", { ...FINDING, confidence: 101 }],
  ["a fraction", { ...FINDING, confidence: 72.5 }],
  ["a number in words", { ...FINDING, confidence: "72" }],
  ["a boolean", { ...FINDING, confidence: true }],
  ["another severity", { ...FINDING, severity: "low" }],
  ["a severity in capitals", { ...FINDING, severity: "HIGH" }],
  ["nothing cited", { ...FINDING, citation: " " }],
  ["no citation", { ...FINDING, citation: undefined }],
  ["no direction", { ...FINDING, fix_direction: "" }],
  ["a direction without a place", { ...FINDING, fix_direction: "subtract it in src/price.ts" }],
  ["a direction with a time for a place", { ...FINDING, fix_direction: "run it at 12:30" }],
  ["a direction with line 0", { ...FINDING, fix_direction: "src/price.ts:0" }],
  ["a text", "src/price.ts:4 is wrong"],
  ["a list", [FINDING]],
  ["null", null],
])("drops %s", (_what, value) => {
  expect(readFinding(value)).toBeNull()
})
