import { describe, expect, test } from "vitest"
import type { ToolContext } from "../protocol/executable_tool.ts"
import { scriptedTool, type ScriptedTool } from "./scripted_tool.ts"
import { virtualClock } from "./virtual_clock.ts"

const context: ToolContext = { signal: new AbortController().signal, call_id: "c1", iteration: 3 }

async function run(tool: ScriptedTool, call_arguments = {}, given = context): Promise<unknown> {
  return tool.execute(call_arguments, given)
}

describe("scriptedTool", () => {
  test("returns its results in order and remembers the calls", async () => {
    const tool = scriptedTool({
      name: "run_test",
      results: ["ok", { ok: false, error: "boom" }, 7, undefined],
    })
    expect(await run(tool, { a: 1 })).toBe("ok")
    expect(await run(tool)).toEqual({ ok: false, error: "boom" })
    expect(await run(tool)).toBe(7)
    expect(await run(tool)).toBeUndefined()
    expect(tool.calls).toHaveLength(4)
    expect(tool.calls[0]).toEqual({ call_id: "c1", iteration: 3, arguments: { a: 1 } })
    expect(tool).toMatchObject({
      name: "run_test",
      description: "scripted tool run_test",
      input_schema: { type: "object" },
    })
  })

  test("throws where the script says so", async () => {
    await expect(run(scriptedTool({ name: "t", results: [{ throws: "disk full" }] }))).rejects.toThrow(
      "disk full",
    )
  })

  test("asks a function with the arguments, the call and the context", async () => {
    const tool = scriptedTool({
      name: "t",
      results: async (given, call, { iteration }) => ({ given, call, iteration }),
    })
    expect(await run(tool, { a: 1 })).toEqual({ given: { a: 1 }, call: 1, iteration: 3 })
    expect(await run(tool)).toEqual({ given: {}, call: 2, iteration: 3 })
  })

  test("a list that has run out throws, or repeats its last result", async () => {
    const tool = scriptedTool({ name: "t", results: ["only"] })
    await run(tool)
    await expect(run(tool)).rejects.toThrow("scripted tool t had 1 result and was called 2 times")
    await expect(run(scriptedTool({ name: "t", results: [] }))).rejects.toThrow(
      "had 0 results and was called once",
    )
    const patient = scriptedTool({ name: "t", results: ["a", "b"], when_exhausted: "repeat_last" })
    expect([await run(patient), await run(patient), await run(patient)]).toEqual(["a", "b", "b"])
    await expect(
      run(scriptedTool({ name: "t", results: [], when_exhausted: "repeat_last" })),
    ).rejects.toThrow("had 0 results")
  })

  test("carries its annotations, or the ones that depend on arguments", () => {
    const tool = scriptedTool({
      name: "t",
      results: [],
      kind: "edit",
      evidence_role: "verification",
      check_id: "c",
      read_only: false,
    })
    expect(tool.annotations).toEqual({
      kind: "edit",
      evidence_role: "verification",
      check_id: "c",
      read_only: false,
    })
    const annotations = () => ({ kind: "edit" })
    expect(scriptedTool({ name: "t", results: [], annotations }).annotations).toBe(annotations)
  })

  test("delays by its clock, and an abort ends the delay", async () => {
    const clock = virtualClock()
    await run(scriptedTool({ name: "t", results: [1], delay_ms: 5_000, clock }))
    expect(clock.now()).toBe(5_000)
    const controller = new AbortController()
    const slow = scriptedTool({ name: "t", results: [1], delay_ms: 60_000 })
    const result = run(slow, {}, { ...context, signal: controller.signal })
    controller.abort(new Error("gone"))
    await expect(result).rejects.toThrow("gone")
  })

  test.each([
    [{ results: [] }, "scriptedTool.name"],
    [{ name: "", results: [] }, "scriptedTool.name"],
    [{ name: "t" }, "scriptedTool.results"],
    [{ name: "t", results: [], when_exhausted: "stop" }, "scriptedTool.when_exhausted"],
    [{ name: "t", results: [], delay_ms: -1 }, "scriptedTool.delay_ms"],
    [{ name: "t", results: [], evidence_rol: "verification" }, "scriptedTool.evidence_rol"],
  ])("%j is refused as %s", (options, option) => {
    // @ts-expect-error what a host without types may pass
    expect(() => scriptedTool(options)).toThrow(`${option}: `)
  })

  test("a near miss is named", () => {
    // @ts-expect-error a typo
    expect(() => scriptedTool({ name: "t", results: [], evidenceRole: "verification" })).toThrow(
      'Did you mean "evidence_role"?',
    )
  })
})
