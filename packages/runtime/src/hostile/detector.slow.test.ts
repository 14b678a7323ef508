import { expect, test } from "vitest"
import { detector, start } from "./detector.fixture.ts"

test("ten thousand calls and results leave the state as small as it is", () => {
  const tool_calls = Array.from({ length: 10_000 }, (_, n) => ({
    id: `c${n}`,
    name: `t${n}`,
    arguments: { n },
  }))
  const results = tool_calls.map(({ id, name }, n) => ({
    call_id: id,
    tool_name: name,
    ok: false,
    error: `AssertionError: ${n}`,
    annotations: { evidence_role: "verification" as const, check_id: `check ${n}` },
  }))
  const proposed = detector.propose(start, { tool_calls })
  const { state } = detector.settle(proposed.state, { results })
  expect(JSON.stringify(state).length).toBeLessThan(300_000)
})
