import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { ModelError } from "../errors/model_error.ts"
import type { Model, ModelReply } from "../protocol/model.ts"
import { scriptedTool } from "../testing/scripted_tool.ts"
import { numRuns, runHostile } from "./run.fixture.ts"
import { hostileRecord, oddValue, oddValues } from "./values.fixture.ts"

const tools = () => [
  scriptedTool({
    name: "run_test",
    evidence_role: "verification",
    results: [{ ok: false, error: "AssertionError: expected 3, got 4" }],
    when_exhausted: "repeat_last",
  }),
  scriptedTool({ name: "apply_fix", kind: "edit", results: ["applied"], when_exhausted: "repeat_last" }),
]

function answering(...replies: readonly unknown[]): Model {
  let at = 0
  return async () => replies[Math.min(at++, replies.length - 1)] as ModelReply
}

describe("a model that answers", () => {
  test.each(oddValues)("%s", async (_name, value) => {
    const { result } = await runHostile({ model: answering(value), tools: tools() })
    expect(result.status).toBe("provider_error")
    expect(result.error?.code).toBe("invalid_response")
  })

  test.each(oddValues)("a list of calls with %s in it", async (_name, value) => {
    const reply = { text: "", tool_calls: [value, { name: "run_test", arguments: {} }] }
    const { result } = await runHostile({ model: answering(reply, { text: "done" }), tools: tools() })
    expect(result.tools.successful).toEqual([])
    expect(result.tools.failed).toContain("run_test")
  })

  test.each(oddValues)("a call whose arguments are %s", async (_name, value) => {
    const reply = { text: "", tool_calls: [{ id: "a", name: "run_test", arguments: value }] }
    const { result } = await runHostile({ model: answering(reply, { text: "done" }), tools: tools() })
    expect(result.status).toBe("done")
  })

  test.each(oddValues)("a call whose arguments hold %s", async (_name, value) => {
    const reply = { text: "", tool_calls: [{ id: "a", name: "run_test", arguments: { deep: { value } } }] }
    const { result } = await runHostile({ model: answering(reply, { text: "done" }), tools: tools() })
    expect(result.status).toBe("done")
  })

  test.each(oddValues)("a call whose id and name are %s", async (_name, value) => {
    const call = { id: value, name: value, arguments: {} }
    const reply = { text: "", tool_calls: [call, call, { id: value, name: "run_test" }] }
    const { result } = await runHostile({ model: answering(reply, { text: "done" }), tools: tools() })
    expect(result.status).toBe("done")
    expect(result.tools.failed).toContain("run_test")
  })

  test.each(oddValues)("by throwing %s", async (_name, value) => {
    const model: Model = () => {
      throw value
    }
    const { result } = await runHostile({ model, tools: tools() })
    expect(result.status).toBe("provider_error")
  })
})

test.each(oddValues)("a model error whose fields are %s", async (_name, value) => {
  const error = new ModelError("slow down", { kind: "rate_limit" })
  for (const field of ["kind", "retry_after_ms", "message", "code"]) {
    const model: Model = () => {
      throw Object.defineProperty(Object.create(error) as Error, field, { value })
    }
    const transport_retry = { max_attempts: 2, base_delay_ms: 1, max_delay_ms: 2 }
    const { result } = await runHostile({ model, transport_retry })
    expect(result.status).toBe("provider_error")
  }
})

const call = hostileRecord({
  id: fc.constantFrom("a", "b", "", "__proto__"),
  name: fc.constantFrom("run_test", "apply_fix", "nothing", "toString", "__proto__", "constructor"),
  tool_name: fc.constantFrom("run_test", ""),
  arguments: fc.oneof(
    fc.constantFrom("{}", "{", "[1]", '{"__proto__": {"a": 1}}'),
    hostileRecord({ path: fc.string() }),
  ),
  tool_args: oddValue,
})
const reply = hostileRecord({
  text: fc.constantFrom("", "done", "hm"),
  tool_calls: fc.array(call, { maxLength: 4 }),
  provider_stop_reason: fc.constantFrom("stop", "error", "context_window"),
  usage: hostileRecord({ input_tokens: fc.nat(9), output_tokens: fc.nat(9), cost_usd: fc.nat(9) }),
  parse_errors: fc.array(fc.constantFrom("bad", "\u0000"), { maxLength: 2 }),
})

test("whatever a model answers, a run ends as runs do", { timeout: 60_000 + numRuns * 200 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(reply, { minLength: 1, maxLength: 4 }), async (replies) => {
      await runHostile({ model: answering(...replies), tools: tools(), loop_until_done: true })
    }),
    { numRuns },
  )
})
