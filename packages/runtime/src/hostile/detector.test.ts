import { describe, expect, test } from "vitest"
import type { Verdict } from "../protocol/verdict.ts"
import type { Proposal } from "../stall/propose.ts"
import type { Settlement } from "../stall/settle.ts"
import { detector, start } from "./detector.fixture.ts"
import { boom, oddValues } from "./values.fixture.ts"

describe("a host without types hands the detector", () => {
  test.each(oddValues)("%s for a reply, for results and for a verdict", (_name, value) => {
    const proposed = detector.propose(start, value as Proposal)
    const settled = detector.settle(proposed.state, value as Settlement)
    const judged = detector.verdict(settled.state, value as Verdict)
    const observed = detector.observe(judged.state, value as Proposal & Settlement)
    expect(JSON.parse(JSON.stringify(observed.state))).toEqual(observed.state)
  })

  const fields = [
    "tool_calls",
    "text",
    "provider_stop_reason",
    "had_parse_errors",
    "solicited",
    "usage",
    "signals",
  ]
  const more = [
    "results",
    "failing_tests",
    "status",
    "evidence",
    "output",
    "reason",
    "check_id",
    "diagnostics",
  ]
  test.each([...fields, ...more])("whatever it likes, or a getter that throws, as %s", (field) => {
    const call = { name: "t", arguments: {} }
    const base = {
      tool_calls: [call],
      results: [{ tool_name: "t", ok: false }],
      status: "fail",
      evidence: "boom",
    }
    const getter = Object.defineProperty({ ...base }, field, { enumerable: true, get: boom })
    const records = [getter, ...oddValues.map(([, value]) => ({ ...base, [field]: value }))]
    for (const record of records) {
      const proposed = detector.propose(start, record)
      const settled = detector.settle(proposed.state, record)
      const judged = detector.verdict(settled.state, record as unknown as Verdict)
      const observed = detector.observe(judged.state, record)
      expect(JSON.parse(JSON.stringify(observed.state))).toEqual(observed.state)
    }
  })
})
