import { describe, expect, it } from "vitest"
import type { ToolAnnotations, ToolResult } from "../protocol/tool.ts"
import { proposeCall, resolveAnnotations } from "./calls.ts"
import type { StallOptions } from "./config.ts"
import { createDetector } from "./detector.ts"
import { readOnlyOf, sideEffectsOf } from "./side_effects.ts"

describe("what a level may change", () => {
  it.each([
    [undefined, ""],
    [3, ""],
    ["", ""],
    ["none", "none"],
    ["read_only", "none"],
    ["READ", "none"],
    ["workspace", "workspace"],
    ["workspace_write", "workspace"],
    ["network", "elsewhere"],
    ["process_exec", "anything"],
    ["desktop_control", "anything"],
    ["moon", "anything"],
  ])("%j: %j", (side_effect_level, side_effects) => {
    expect(sideEffectsOf({ side_effect_level })).toBe(side_effects)
    expect(proposeCall({ name: "a" }, { side_effect_level } as ToolAnnotations).side_effects).toBe(
      side_effects,
    )
  })
})

describe("a tool that only looks", () => {
  it.each<readonly [ToolAnnotations, boolean | undefined]>([
    [{}, undefined],
    [{ kind: "read" }, undefined],
    [{ read_only: true, kind: "execute" }, true],
    [{ read_only: "yes" as never }, undefined],
    [{ side_effect_level: "read_only" }, true],
    [{ side_effect_level: "none", kind: "" }, true],
    [{ side_effect_level: "none", kind: "Search" }, true],
    [{ side_effect_level: "none", kind: "execute" }, false],
    [{ side_effect_level: "none", kind: "edit" }, false],
    [{ side_effect_level: "none", kind: "execute", read_only: true }, true],
    [{ side_effect_level: "none", read_only: false }, false],
    [{ side_effect_level: "none", mutates: true }, false],
    [{ side_effect_level: "workspace_write", read_only: true }, false],
    [{ side_effect_level: "network", kind: "fetch" }, false],
  ])("%j: %j", (annotations, read_only) => {
    expect(readOnlyOf(annotations)).toBe(read_only)
    expect(resolveAnnotations(annotations, {}).read_only).toBe(read_only)
    expect(proposeCall({ name: "a" }, annotations).read_only).toBe(read_only === true)
  })

  it("is no check, whatever it prints, unless it is declared one", () => {
    const log: ToolResult = {
      tool_name: "a",
      ok: false,
      output: "FAILED a_test.py::test_a\n1 failed in 0.1s",
    }
    expect(roleOf({ side_effect_level: "read_only" }, log)).toBe("none")
    expect(roleOf({ side_effect_level: "read_only", kind: "test" }, log)).toBe("verification")
    expect(roleOf({ side_effect_level: "network" }, log)).toBe("reported")
  })
})

describe("a tool whose level alone says that it writes", () => {
  const INFER: StallOptions = { repair_aware: true, undeclared_role: "infer" }

  it.each<
    readonly [what: string, annotations: ToolAnnotations, knobs: StallOptions, wrote: boolean, may: boolean]
  >([
    ["edits where roles are inferred", { side_effect_level: "workspace_write" }, INFER, true, false],
    ["is no edit at base, and may have written", { side_effect_level: "workspace" }, {}, false, true],
    [
      "is no edit with a kind, as in Harn",
      { side_effect_level: "workspace", kind: "execute" },
      INFER,
      false,
      true,
    ],
    [
      "is no edit if it does not mutate",
      { side_effect_level: "workspace", mutates: false },
      INFER,
      false,
      false,
    ],
    ["is no edit if it looks", { side_effect_level: "workspace", kind: "read" }, INFER, false, true],
    [
      "is no edit if it verifies",
      { side_effect_level: "workspace", evidence_role: "verification" },
      INFER,
      false,
      false,
    ],
    ["may write if it runs a process", { side_effect_level: "process_exec" }, INFER, false, true],
    ["writes nothing here if it sends", { side_effect_level: "network" }, INFER, false, false],
    ["writes nothing if it reads", { side_effect_level: "read" }, INFER, false, false],
  ])("%s", (_what, annotations, knobs, wrote, may_have_written) => {
    const [read] = settled(annotations, { tool_name: "a", ok: true, output: "fine" }, knobs)
    expect(read).toMatchObject({ wrote, may_have_written })
  })

  function settled(annotations: ToolAnnotations, result: ToolResult, knobs: StallOptions = INFER) {
    const detector = createDetector({ stall_diagnostics: knobs, tools: { a: annotations } })
    const { state } = detector.propose(detector.initial_state, { tool_calls: [{ name: "a" }] })
    return detector.settle(state, { results: [result] }).results
  }
})

function roleOf(annotations: ToolAnnotations, result: ToolResult): string | undefined {
  const detector = createDetector({
    stall_diagnostics: { repair_aware: true, undeclared_role: "infer" },
    tools: { a: annotations },
  })
  const { state } = detector.propose(detector.initial_state, { tool_calls: [{ name: "a" }] })
  return detector.settle(state, { results: [result] }).results[0]?.role
}
