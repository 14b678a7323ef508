import { describe, expect, it } from "vitest"
import type { ToolResult } from "../../protocol/tool.ts"
import { vitestFailure } from "./repair_run.fixture.ts"
import { outcomesOf, turnOf } from "./step.ts"
import { type ReadingOptions, toolResultOf } from "./tool_result.ts"

type Part = { readonly type: string; readonly [field: string]: unknown }

const called = (id: string, toolName: string, more: object = {}): Part => ({
  type: "tool-call",
  toolCallId: id,
  toolName,
  input: { id },
  ...more,
})
const gave = (id: string, output: unknown, more: object = {}): Part => ({
  type: "tool-result",
  toolCallId: id,
  toolName: "a",
  input: { id },
  output,
  ...more,
})
const threw = (id: string, error: unknown): Part => ({
  type: "tool-error",
  toolCallId: id,
  toolName: "a",
  error,
})

function read(content: readonly Part[], options: Partial<ReadingOptions> = {}) {
  const step = { content, text: "thinking", finishReason: "tool-calls", usage: { outputTokens: 7 } }
  return turnOf(step, (call, outcome) => toolResultOf(call, outcome, { infer_commands: true, ...options }))
}

function resultOf(
  output: unknown,
  input: object = {},
  options: Partial<ReadingOptions> = {},
): ToolResult | undefined {
  return read([called("1", "a", { input }), gave("1", output)], options).results[0]
}

describe("a step", () => {
  it("is a turn: calls, results, text, stop reason, tokens", () => {
    expect(read([{ type: "text", text: "thinking" }, called("1", "a"), gave("1", "done")])).toEqual({
      text: "thinking",
      provider_stop_reason: "tool_calls",
      usage: { output_tokens: 7 },
      tool_calls: [{ id: "1", name: "a", arguments: { id: "1" } }],
      results: [{ tool_name: "a", call_id: "1", ok: true, output: "done" }],
    })
  })

  it("takes the provider's word for a stop reason the SDK has no name for", () => {
    const step = { content: [], text: "" }
    const reasonOf = (finishReason: string, rawFinishReason?: string) =>
      turnOf({ ...step, finishReason, rawFinishReason }, () => ({})).provider_stop_reason
    expect(reasonOf("other", "context_window_exceeded")).toBe("context_window_exceeded")
    expect(reasonOf("other")).toBe("other")
    expect(reasonOf("content-filter", "SAFETY")).toBe("content_filter")
    expect(turnOf({ ...step, finishReason: "stop", usage: {} }, () => ({}))).not.toHaveProperty("usage")
  })

  it("has its results in call order", () => {
    const { results } = read([called("1", "a"), called("2", "b"), gave("2", "two"), threw("1", "one")])
    expect(results.map(({ call_id, tool_name, ok }) => [call_id, tool_name, ok])).toEqual([
      ["1", "a", false],
      ["2", "b", true],
    ])
  })

  it("keeps the place of a call that is not answered yet, and has none for those at the end", () => {
    const { tool_calls, results } = read([
      called("1", "a"),
      called("2", "a"),
      called("3", "a"),
      gave("2", "two"),
    ])
    expect(tool_calls).toHaveLength(3)
    expect(results).toEqual([
      { tool_name: "a", status: "pending" },
      { tool_name: "a", call_id: "2", ok: true, output: "two" },
    ])
    expect(read([called("1", "a")]).results).toEqual([])
  })

  it("leaves preliminary results out, and takes what comes late for a call of an earlier step", () => {
    const late = gave("0", "late", { toolName: "search", providerExecuted: true })
    const { results } = read([
      called("1", "a"),
      gave("1", "half", { preliminary: true }),
      gave("1", "whole"),
      late,
    ])
    expect(results.map(({ tool_name, output }) => [tool_name, output])).toEqual([
      ["a", "whole"],
      ["search", "late"],
    ])
  })

  it("reads what a provider ran itself, and answers of one id in their order", () => {
    const more = { providerExecuted: true, dynamic: true }
    const { tool_calls, results } = read([
      called("", "a", more),
      called("", "a", more),
      gave("", 1),
      gave("", 2),
    ])
    expect(tool_calls).toHaveLength(2)
    expect(results.map(({ result }) => result)).toEqual([1, 2])
  })

  it("of invalid calls alone is a reply with parse errors", () => {
    const invalid = called("1", "a", {
      input: "{",
      dynamic: true,
      invalid: true,
      error: new Error("bad JSON"),
    })
    expect(read([invalid, threw("1", "bad JSON")])).toMatchObject({
      had_parse_errors: true,
      tool_calls: [],
      results: [],
    })
    const { had_parse_errors, results } = read([
      invalid,
      called("2", "b"),
      threw("1", "bad JSON"),
      gave("2", "two"),
    ])
    expect(had_parse_errors).toBeUndefined()
    expect(results).toEqual([
      { tool_name: "a", call_id: "1", ok: false, status: "refused", error: "bad JSON" },
      { tool_name: "b", call_id: "2", ok: true, output: "two" },
    ])
  })
})

describe("an output", () => {
  it("that is text is what was printed, any other is data", () => {
    expect(resultOf("text")).toMatchObject({ ok: true, output: "text" })
    expect(resultOf({ rows: [1] })).toMatchObject({ ok: true, result: { rows: [1] } })
    expect(resultOf(undefined)).toMatchObject({ ok: true, result: undefined })
    expect(resultOf({ stdout: "a", stderr: "b", exitCode: 0, durationMs: 3 })).toEqual({
      tool_name: "a",
      call_id: "1",
      ok: true,
      output: "a\nb",
      exit_code: 0,
    })
  })

  it("that failed shows its error, its streams, its exit code", () => {
    expect(resultOf({ exitCode: 1, stdout: "a", stderr: "b" })).toMatchObject({
      ok: false,
      output: "a\nb",
      exit_code: 1,
    })
    expect(resultOf({ error: "not found", at: 7 })).toEqual({
      tool_name: "a",
      call_id: "1",
      ok: false,
      error: "not found",
    })
    expect(resultOf({ ok: false, message: "no" })).toEqual({
      tool_name: "a",
      call_id: "1",
      ok: false,
      error: "no",
    })
    expect(resultOf({ ok: false, detail: 1 })).toMatchObject({ ok: false, result: { ok: false, detail: 1 } })
    expect(resultOf({ timedOut: true, stdout: "" })).toMatchObject({ ok: false, timed_out: true })
  })

  it("keeps what the detector reads of a result, and nothing that would rename or annotate it", () => {
    const diagnostics = [{ code: "TS2322", path: "a.ts" }]
    const output = {
      ok: false,
      diagnostics,
      tests_run: 3,
      tool_name: "b",
      annotations: { soft: true },
      call_id: "9",
    }
    expect(resultOf(output)).toMatchObject({ tool_name: "a", call_id: "1", diagnostics, tests_run: 3 })
    expect(resultOf(output)).not.toHaveProperty("annotations")
  })

  it("of a call that has not ended is no outcome", () => {
    const output = { status: "running", progress: 3 }
    expect(resultOf(output)).toEqual({ tool_name: "a", call_id: "1", status: "running", result: output })
  })

  it("that does not say is failing when a parser finds failures in it", () => {
    expect(resultOf(vitestFailure(4))).toMatchObject({ ok: false })
    expect(resultOf({ isError: false, content: [{ type: "text", text: vitestFailure(4) }] })).toMatchObject({
      ok: false,
    })
    expect(resultOf({ ok: true, output: vitestFailure(4) })).toMatchObject({ ok: true })
    expect(resultOf("1 of 2 tests failed")).toMatchObject({ ok: true })
    const own = {
      name: "own",
      recognises: () => true,
      parse: () => ({
        diagnostics: [{ kind: "test" as const, message: "x" }],
        tests_run: 1,
        ran_test_ids: null,
      }),
    }
    expect(resultOf("1 of 2 tests failed", {}, { parsers: [own] })).toMatchObject({ ok: false })
  })

  it("is judged by the host first, if it has a view and does not throw", () => {
    const asked: unknown[] = []
    const is_failure = (output: unknown): boolean | undefined => {
      asked.push(output)
      return undefined
    }
    expect(resultOf({ ok: false }, { command: "x" }, { is_failure })).toMatchObject({ ok: false })
    expect(asked).toEqual([{ tool_name: "a", input: { command: "x" }, output: { ok: false } }])
    expect(resultOf({ ok: false }, {}, { is_failure: () => false })).toMatchObject({ ok: true })
    expect(resultOf("fine", {}, { is_failure: () => true })).toMatchObject({ ok: false })
    const throws = (): boolean => {
      throw new Error("no view")
    }
    expect(resultOf({ exitCode: 1 }, {}, { is_failure: throws })).toMatchObject({ ok: false })
    expect(read([called("1", "a"), threw("1", "x")], { is_failure: () => false }).results[0]).toMatchObject({
      ok: false,
    })
  })
})

describe("a thrown error", () => {
  it("is its message, or its first line beside what a command printed", () => {
    const resultOfError = (error: unknown) => read([called("1", "a"), threw("1", error)]).results[0]
    expect(resultOfError(new Error("no\nsuch file"))).toMatchObject({ ok: false, error: "no\nsuch file" })
    expect(resultOfError("text")).toMatchObject({ ok: false, error: "text" })
    expect(resultOfError({ reason: 7 })).toMatchObject({ ok: false, error: '{"reason":7}' })
    const failed = Object.assign(new Error("Command failed: x\nall of it"), {
      code: 2,
      stdout: "out",
      stderr: "err",
    })
    expect(resultOfError(failed)).toMatchObject({
      error: "Command failed: x",
      output: "out\nerr",
      exit_code: 2,
    })
  })
})

describe("the role of a call", () => {
  const check = { command: "npx vitest run" }

  it("is verification when its command runs a check and nobody declared otherwise", () => {
    const role = { evidence_role: "verification", check_id: "vitest" }
    expect(resultOf("", check)).toMatchObject({ annotations: role })
    expect(resultOf("", { cmd: ["bash", "-lc", "npx vitest run"] })).toMatchObject({ annotations: role })
    expect(resultOf("", { command: "npx", args: ["vitest", "run"] })).toMatchObject({ annotations: role })
    expect(resultOf("", check, { tools: { a: { kind: "execute", check_id: "unit" } } })).toMatchObject({
      annotations: { kind: "execute", evidence_role: "verification", check_id: "unit" },
    })
    expect(resultOf("", check, { tools: { b: {} } })).toHaveProperty("annotations")
  })

  it.each<[string, object, Partial<ReadingOptions>]>([
    ["a command that is no check", { command: "ls" }, {}],
    ["no command", {}, {}],
    ["inference off", check, { infer_commands: false }],
    ["a declared role", check, { tools: { a: { evidence_role: "observation" } } }],
    ["a role declared by arguments", check, { tools: { a: () => ({ evidence_role: "observation" }) } }],
    ["a tool that reads", check, { tools: { a: { kind: "read" } } }],
    ["a tool that edits", check, { tools: { a: { kind: "edit" } } }],
    ["an exit code that is not the check's", { command: "npx vitest run | tail" }, {}],
  ])("is left to the detector: %s", (_, input, options) => {
    expect(resultOf("", input, options)).not.toHaveProperty("annotations")
  })

  it("is verification behind a pipe when the report is understood, and the report outweighs the exit code", () => {
    const piped = { command: "npx vitest run | tail -40" }
    const output = { exitCode: 0, stdout: vitestFailure(4), stderr: "" }
    expect(resultOf(output, piped)).toMatchObject({ ok: false, annotations: { check_id: "vitest" } })
    expect(resultOf(output, check)).toMatchObject({ ok: false, annotations: { check_id: "vitest" } })
    const green = { ...output, stdout: " Test Files  1 passed (1)\n      Tests  12 passed (12)\n" }
    expect(resultOf(green, piped)).toMatchObject({ ok: true, annotations: { check_id: "vitest" } })
  })

  it("is left to the detector where a pipe shows only what passed", () => {
    const output = { exitCode: 0, stdout: "ok  \tshop/cart\t0.1s\n", stderr: "" }
    expect(resultOf(output, { command: "go test ./... | grep ok" })).not.toHaveProperty("annotations")
    expect(resultOf(output, { command: "go test ./..." })).toHaveProperty("annotations")
  })

  it("of a check fails by its totals where no parser knows its report", () => {
    const output = { exitCode: 0, stdout: "1 of 2 tests failed\n2 tests, 1 failed", stderr: "" }
    expect(resultOf(output, { command: "make test || true" })).toMatchObject({ ok: false })
  })
})

describe("outcomesOf", () => {
  it("are those of calls that ran, in the order they came", () => {
    const content = [
      called("1", "a"),
      called("2", "a", { invalid: true }),
      called("3", "a"),
      threw("3", "broken"),
      threw("2", "no such tool"),
      gave("1", "part", { preliminary: true }),
      gave("1", "whole"),
    ]
    expect(outcomesOf({ content }).map(({ id, failed, output }) => [id, failed, output])).toEqual([
      ["3", true, "broken"],
      ["1", false, "whole"],
    ])
  })
})
