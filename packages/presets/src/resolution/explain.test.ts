import { createDetector, knobs } from "@proofloop/runtime/detector"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { presetNames } from "../catalogue.ts"
import { definePreset } from "../definition/preset.ts"
import type { PresetLayer } from "../definition/preset_layer.ts"
import { type ExplainedOption, explainPreset } from "./explain.ts"
import { renderExplanation } from "./render.ts"
import { resolvePreset } from "./resolve.ts"

const env = {}
const PREFIX = "stall_diagnostics."

describe("explainPreset", () => {
  test.each(presetNames)("%s: every knob in the order of the table, then the other options", (name) => {
    const rows = explainPreset(name, {}, { env })
    const paths = rows.map(({ path }) => path)
    const knobPaths = knobs.map((knob) => `stall_diagnostics.${knob.name}`)
    expect(paths.slice(0, knobPaths.length)).toEqual(knobPaths)
    expect(new Set(paths).size).toBe(paths.length)
    expect(paths.slice(knobPaths.length).every((path) => !path.startsWith("stall_diagnostics"))).toBe(true)
  })

  test("says who gave each value", () => {
    const overrides: PresetLayer = {
      max_nudges: 5,
      iteration_budget: { max: 20 },
      stall_diagnostics: { fold: "previous_turn", no_net_progress_predicates: { long_stall: false } },
    }
    const rows = explainPreset("evidence", overrides, { env: { PROOFLOOP_REPAIR_AWARE: "0" } })
    expect(pick(rows, "stall_diagnostics.fold")).toEqual({ value: "previous_turn", from: "call" })
    expect(pick(rows, "stall_diagnostics.weak_pass")).toEqual({ value: "keep", from: "preset evidence" })
    expect(pick(rows, "stall_diagnostics.repair_aware")).toEqual({
      value: false,
      from: "environment",
      variable: "PROOFLOOP_REPAIR_AWARE",
    })
    expect(pick(rows, "stall_diagnostics.progress_signal")).toEqual({ value: null, from: "default" })
    expect(pick(rows, "stall_diagnostics.no_net_progress_predicates")).toEqual({
      value: { hard_recurrence: true, long_stall: false, write_axis: true },
      from: "call",
    })
    expect(pick(rows, "max_nudges")).toEqual({ value: 5, from: "call" })
    expect(pick(rows, "iteration_budget.max")).toEqual({ value: 20, from: "call" })
    expect(pick(rows, "iteration_budget.initial")).toEqual({ value: 4, from: "preset repair" })
    expect(pick(rows, "total_cost_usd")).toEqual({ value: 10, from: "preset repair" })
    expect(pick(rows, "wall_clock_ms")).toBeUndefined()
  })

  test("shows functions as they are", () => {
    const repair_aware = (): boolean => true
    const progress_signal = (): number => 1
    const rows = explainPreset("evidence", { stall_diagnostics: { repair_aware, progress_signal } }, { env })
    expect(pick(rows, "stall_diagnostics.repair_aware")).toEqual({ value: repair_aware, from: "call" })
    expect(pick(rows, "stall_diagnostics.progress_signal")).toEqual({ value: progress_signal, from: "call" })
  })

  test("names who is behind a value that nobody named", () => {
    const repair = explainPreset("repair", {}, { env })
    expect(pick(repair, "stall_diagnostics.repeat_same_observation")).toEqual({
      value: 3,
      from: "preset repair",
    })
    const call = explainPreset("repair", { stall_diagnostics: { threshold: 6 } }, { env })
    expect(pick(call, "stall_diagnostics.repeat_same_observation")).toEqual({ value: 6, from: "call" })

    const enabled = (overrides: PresetLayer): object | undefined =>
      pick(explainPreset("summary", overrides, { env }), "stall_diagnostics.enabled")
    expect(enabled({})).toEqual({ value: false, from: "default" })
    expect(enabled({ stall_diagnostics: {} })).toEqual({ value: true, from: "call" })
    expect(enabled({ stall_diagnostics: true })).toEqual({ value: true, from: "call" })
    expect(enabled({ stall_diagnostics: false })).toEqual({ value: false, from: "call" })

    const implied = definePreset({
      name: "implied",
      description: "",
      options: { stall_diagnostics: { threshold: 4 } },
    })
    const rows = explainPreset(implied, { stall_diagnostics: { threshold: 5 } }, { env })
    expect(pick(rows, "stall_diagnostics.enabled")).toEqual({ value: true, from: "preset implied" })
  })

  test("agrees with what the detector makes of the resolved options", () => {
    const knob = fc.constantFrom(...knobs.filter(({ value }) => value.type !== "host"))
    const entry = knob.chain(({ name, base, recommended }) =>
      fc.tuple(fc.constant(name), fc.constantFrom(base, recommended, null)),
    )
    const layer = fc.array(entry, { maxLength: 6 }).map((entries) => Object.fromEntries(entries))
    const overrides = fc.oneof(
      layer.map((stall_diagnostics) => ({ stall_diagnostics })),
      layer.map((stall_diagnostics) => ({ stall_diagnostics: { threshold: 5, ...stall_diagnostics } })),
      fc.constantFrom(
        {},
        { stall_diagnostics: true },
        { stall_diagnostics: false },
        { stall_diagnostics: null },
      ),
    )
    const variable = fc.constantFrom({}, { PROOFLOOP_REPAIR_AWARE: "1" }, { PROOFLOOP_REPAIR_AWARE: "0" })
    fc.assert(
      fc.property(fc.constantFrom(...presetNames), overrides, variable, (name, given, variables) => {
        const { stall_diagnostics } = resolvePreset(name, given, { env: variables })
        const { config } = createDetector({ stall_diagnostics: stall_diagnostics as boolean | undefined })
        const explained = explainPreset(name, given, { env: variables })
          .filter(({ path }) => path.startsWith(PREFIX))
          .map(({ path, value }) => [path.slice(PREFIX.length), value])
        const hostKnobs = { progress_signal: null, remediation_delivered: null, action_signal: null }
        expect(Object.fromEntries(explained)).toEqual({ ...config, ...hostKnobs })
      }),
    )
  })
})

describe("renderExplanation", () => {
  test("options below the name of their record, in columns, with long values on several lines", () => {
    const clock = { now: () => 0, sleep: async () => {} }
    const rows: ExplainedOption[] = [
      { path: "stall_diagnostics.fold", value: "same_turn", from: "preset evidence" },
      { path: "stall_diagnostics.repair_aware", value: () => true, from: "call" },
      { path: "max_nudges", value: 2, from: "environment", variable: "NUDGES" },
      { path: "checks", value: ["npm test"], from: "default" },
      { path: "clock", value: clock, from: "call" },
      { path: "system_prompt", value: "long ".repeat(50), from: "call" },
    ]
    expect(renderExplanation(rows, 80)).toMatchInlineSnapshot(`
      "option             from             value
      stall_diagnostics
        fold             preset evidence  "same_turn"
        repair_aware     call             [Function: value]
      max_nudges         environment      2
                         (NUDGES)
      checks             default          [ 'npm test' ]
      clock              call             { now: [Function: now], sleep:
                                          [AsyncFunction: sleep] }
      system_prompt      call             "long long long long long long long long
                                          long long long long long long long long long
                                          long long long long long long long long long
                                          long long long long long long long long long
                                          long long long long long long long long long
                                          long long long lon…
      "
    `)
  })

  test("a whole preset", () => {
    const lines = renderExplanation(explainPreset("evidence", {}, { env })).split("\n")
    expect(lines[0]).toMatch(/^option +from +value$/)
    expect(lines).toContainEqual(expect.stringMatching(/^ {2}fold +preset evidence +"same_turn"$/))
    expect(lines.at(-1)).toBe("")
  })

  test("every preset fits 80 columns", () => {
    const variables = { PROOFLOOP_REPAIR_AWARE: "1" }
    for (const name of presetNames) {
      const text = renderExplanation(explainPreset(name, {}, { env: variables }), 80)
      expect(text.split("\n").filter((line) => line.length > 80)).toEqual([])
    }
  })
})

function pick(rows: readonly ExplainedOption[], path: string): object | undefined {
  const row = rows.find((candidate) => candidate.path === path)
  if (row === undefined) return undefined
  const { path: _, ...rest } = row
  return rest
}
