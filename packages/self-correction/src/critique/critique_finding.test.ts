import { expect, it } from "vitest"
import { HIGH_CRITIQUE_CONFIDENCE, MIN_CRITIQUE_CONFIDENCE, readFinding } from "./critique_finding.ts"

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
