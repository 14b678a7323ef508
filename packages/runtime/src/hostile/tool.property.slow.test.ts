import fc from "fast-check"
import { describe, expect, test } from "vitest"
import * as z from "zod"
import { scriptedModel } from "../models/scripted.ts"
import type { Tool } from "../protocol/executable_tool.ts"
import type { ToolAnnotations } from "../protocol/tool.ts"
import { type HostileRun, numRuns, runHostile } from "./run.fixture.ts"
import { boom, hostileRecord, oddValue, oddValues } from "./values.fixture.ts"

const CHECK = { evidence_role: "verification", check_id: "npm test" } as const

/** Runs a tool twice, at once with another, and lets the model stop. */
async function runTool(tool: Partial<Tool>): Promise<HostileRun> {
  const hostile = { name: "t", description: "", input_schema: {}, execute: () => "fine", ...tool }
  const fine = { ...hostile, name: "fine", annotations: { read_only: true }, execute: () => "fine" }
  const calls = [{ name: "t" }, { name: "fine" }, { name: "t", arguments: { command: "npm test" } }]
  const model = scriptedModel([{ tool_calls: calls }, { tool_calls: calls }, { text: "done" }])
  return runHostile({ model, tools: [hostile, fine], tool_timeout_ms: 50 })
}

const DONE = { result: { status: "done" } }

describe("a tool that", () => {
  test.each(oddValues)("returns %s", async (_name, value) => {
    expect(await runTool({ annotations: CHECK, execute: () => value })).toMatchObject(DONE)
  })

  test.each(oddValues)("throws %s", async (_name, value) => {
    const { result } = await runTool({
      annotations: CHECK,
      execute: () => {
        throw value
      },
    })
    expect(result.tools.failed).toEqual(["t"])
  })

  test.each(oddValues)("fails with %s for an error", async (_name, value) => {
    const { result } = await runTool({ annotations: CHECK, execute: () => ({ ok: false, error: value }) })
    expect(result.tools.failed).toEqual(["t"])
    expect(result.current_failure).toBeUndefined()
  })

  const fields = [
    "status",
    "output",
    "result",
    "error",
    "message",
    "diagnostics",
    "errors",
    "tests_run",
    "exit_code",
    "timed_out",
    "mutation_status",
    "file_hashes",
    "feeds_gates",
    "annotations",
    "call_id",
    "tool_name",
  ]
  test.each(fields)("puts whatever it likes in %s", async (field) => {
    let at = 0
    const hostile: Tool = {
      name: "t",
      description: "",
      input_schema: {},
      annotations: CHECK,
      execute: () => ({ ok: field === "output", [field]: oddValues[at++]?.[1] }),
    }
    const model = scriptedModel([
      { tool_calls: oddValues.map((_value, n) => ({ name: "t", arguments: { n } })) },
      { text: "done" },
    ])
    const { result } = await runHostile({ model, tools: [hostile] })
    expect(result.status).toBe("done")
    expect(at).toBe(oddValues.length)
  })

  test.each(oddValues)("declares %s", async (_name, value) => {
    const fields = { kind: value, evidence_role: value, check_id: value, read_only: value }
    for (const declared of [value, fields])
      expect(await runTool({ annotations: () => declared as ToolAnnotations })).toMatchObject(DONE)
  })

  test.each(oddValues)("digests its content to %s", async (_name, value) => {
    const content_digest = () => Promise.resolve(value as string)
    expect(await runTool({ content_digest })).toMatchObject(DONE)
  })

  test("never ends, whether it hears of its time-out or not", async () => {
    const { result } = await runTool({ annotations: CHECK, execute: () => new Promise(() => undefined) })
    expect(result.tools.failed).toEqual(["t"])
    expect(
      result.transcript.filter((m) => m.role === "tool" && m.content.includes("timed out")),
    ).toHaveLength(4)
  })

  test.each([
    ["never settles", () => undefined],
    ["throws", boom],
    ["settles twice", (resolve: (value: unknown) => void) => (resolve("one"), resolve("two"), boom())],
    ["is none", 7],
  ])("returns a promise of its own that %s", async (_name, then) => {
    // oxlint-disable-next-line unicorn/no-thenable
    expect(await runTool({ execute: () => Object.fromEntries([["then", then]]) })).toMatchObject(DONE)
  })

  test("answers after the run has ended", async () => {
    let answer = (_value: unknown): void => undefined
    const ran = await runTool({ execute: () => new Promise((resolve) => (answer = resolve)) })
    answer({ ok: true, output: "late" })
    await new Promise((resolve) => setImmediate(resolve))
    expect(JSON.stringify(ran.result)).not.toContain("late")
  })
})

test.each([
  ["a JSON Schema", { type: "object", properties: { path: { type: "string" } } }],
  ["an open JSON Schema", { type: "object", additionalProperties: { type: "object" } }],
  ["a zod schema", z.object({ path: z.string().optional() })],
  ["a loose zod schema", z.looseObject({ path: z.string().optional() })],
  ["a zod record", z.record(z.string(), z.unknown())],
])("arguments named as parts of a prototype change nobody's prototype: %s", async (_name, input_schema) => {
  const seen: object[] = []
  const hostile =
    '{"__proto__": {"is_admin": true}, "constructor": {"prototype": {"is_admin": true}}, "toString": {}}'
  const tool: Tool = {
    name: "t",
    description: "",
    input_schema,
    execute: (given) => {
      seen.push(given)
      return "fine"
    },
  }
  const model = () => Promise.resolve({ text: "", tool_calls: [{ name: "t", arguments: hostile }] })
  await runHostile({ model, tools: [tool], max_iterations: 1 })
  expect(seen).toHaveLength(1)
  for (const given of [...seen, {}]) {
    expect("is_admin" in given).toBe(false)
    expect(Object.getPrototypeOf(given)).toBe(Object.prototype)
  }
})

const result = hostileRecord({
  ok: fc.boolean(),
  status: fc.constantFrom("ok", "failed", "running", "skipped"),
  output: fc.constantFrom("fine", "1 failed, 2 passed in 0.1s"),
  error: fc.constantFrom("boom", "AssertionError: expected 3, got 4"),
  diagnostics: fc.array(hostileRecord({ test_id: fc.string(), message: fc.string(), location: oddValue }), {
    maxLength: 3,
  }),
  tests_run: fc.nat(9),
  exit_code: fc.nat(2),
  mutation_status: fc.constantFrom("applied", "unchanged"),
  file_hashes: hostileRecord({ "a.ts": fc.string() }),
})
const annotations = hostileRecord({
  kind: fc.constantFrom("edit", "read", "execute"),
  mutates: fc.boolean(),
  evidence_role: fc.constantFrom("verification", "observation"),
  check_id: fc.string(),
  read_only: fc.boolean(),
})

test(
  "whatever tools return and declare, a run ends as runs do",
  { timeout: 60_000 + numRuns * 200 },
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(result, { minLength: 1, maxLength: 6 }),
        annotations,
        async (results, declared) => {
          let at = 0
          await runTool({
            annotations: () => declared as ToolAnnotations,
            execute: () => results[at++ % results.length],
          })
        },
      ),
      { numRuns },
    )
  },
)
