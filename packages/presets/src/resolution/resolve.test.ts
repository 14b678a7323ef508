import { describe, expect, test } from "vitest"
import { presetNames } from "../catalogue.ts"
import { definePreset } from "../definition/preset.ts"
import type { PresetLayer } from "../definition/preset_layer.ts"
import { resolvePreset } from "./resolve.ts"

const env = {}

describe("merging", () => {
  test("the caller's options lie over the preset's, record by record", () => {
    const options = resolvePreset(
      "repair",
      { iteration_budget: { max: 40 }, stall_diagnostics: { threshold: 5 } },
      { env },
    )
    expect(options.iteration_budget).toEqual({ mode: "adaptive", initial: 4, max: 40, extend_by: 2 })
    expect(options.stall_diagnostics).toMatchObject({ enabled: true, threshold: 5, max_feedback: 1 })
    expect(options.max_nudges).toBe(2)
  })

  test("lists, scalars and functions replace", () => {
    const base = definePreset({
      name: "base",
      description: "",
      options: { checks: ["npm test"], redact: () => "base", stall_diagnostics: { threshold: 9 } },
    })
    const redact = (): string => "call"
    const options = resolvePreset(base, { checks: ["make"], redact, stall_diagnostics: true }, { env })
    expect(options).toStrictEqual({ checks: ["make"], redact, stall_diagnostics: true })
  })

  test("undefined says nothing; null resets to the loop's default, also deep down", () => {
    const layer: PresetLayer = {
      max_nudges: undefined,
      wall_clock_ms: null,
      iteration_budget: { extend_by: null, max: undefined },
      stall_diagnostics: { threshold: null },
    }
    const options = resolvePreset("repair", layer, { env })
    expect(options.max_nudges).toBe(2)
    expect(options).not.toHaveProperty("wall_clock_ms")
    expect(options.iteration_budget).toEqual({ mode: "adaptive", initial: 4, max: 16 })
    expect(options.stall_diagnostics).not.toHaveProperty("threshold")
  })

  test("a null sentinel is a value: none", () => {
    expect(resolvePreset("summary", {}, { env }).done_sentinel).toBeNull()
    expect(resolvePreset("repair", { done_sentinel: null }, { env }).done_sentinel).toBeNull()
  })

  test("a caller's max_iterations is not outvoted by the preset's iteration budget", () => {
    const options = resolvePreset("repair", { max_iterations: 5 }, { env })
    expect(options.max_iterations).toBe(5)
    expect(options).not.toHaveProperty("iteration_budget")
    const both = resolvePreset("repair", { max_iterations: 5, iteration_budget: { max: 8 } }, { env })
    expect(both.iteration_budget).toMatchObject({ initial: 4, max: 8 })
  })

  test("a nested repair_diagnostics and the alias beat what the preset says flat", () => {
    const layer = { repair_diagnostics: { repair_aware: true }, allow_repeated_tools: ["ls"] }
    const options = resolvePreset(
      "evidence",
      { stall_diagnostics: layer },
      { env: { PROOFLOOP_REPAIR_AWARE: "0" } },
    )
    expect(options.stall_diagnostics).toMatchObject({ repair_aware: true, exempt_tools: ["ls"] })
    expect(options.stall_diagnostics).not.toHaveProperty("repair_diagnostics")
    expect(options.stall_diagnostics).not.toHaveProperty("allow_repeated_tools")
  })

  test("within one layer flat beats nested, and exempt_tools the alias", () => {
    const stall_diagnostics = {
      repair_aware: false,
      exempt_tools: [],
      repair_diagnostics: { repair_aware: true },
      allow_repeated_tools: ["ls"],
    }
    const options = resolvePreset("minimal", { stall_diagnostics }, { env })
    expect(options.stall_diagnostics).toEqual({ enabled: true, repair_aware: false, exempt_tools: [] })
  })

  test("lists are copies, so that neither side changes the other's", () => {
    const checks = ["npm test"]
    const options = resolvePreset("evidence", { checks }, { env })
    checks.push("later")
    expect(options.checks).toEqual(["npm test"])
  })

  test("the host's objects come through as they are, and presets stay as they were", () => {
    const clock = { now: () => 0, sleep: async () => {} }
    const before = JSON.stringify(resolvePreset("evidence", {}, { env }))
    const options = resolvePreset("evidence", { clock }, { env })
    expect(options.clock).toBe(clock)
    Object.assign(options.stall_diagnostics ?? {}, { threshold: 99 })
    expect(JSON.stringify(resolvePreset("evidence", {}, { env }))).toBe(before)
  })

  test.each([
    [
      { stall_diagnostics: { repair_awre: true } },
      /^overrides\.stall_diagnostics\.repair_awre: .* Did you mean "repair_aware"\?$/,
    ],
    [{ model: {} }, /^overrides\.model: expected no value here/],
    [JSON.parse('{ "__proto__": { "polluted": 1 } }'), /^overrides\.__proto__: expected one of/],
    [
      { stall_diagnostics: JSON.parse('{ "__proto__": { "polluted": 1 } }') },
      /^overrides\.stall_diagnostics\.__proto__/,
    ],
    ["fast", /^overrides: expected a record, got the string "fast"\.$/],
  ] satisfies [unknown, RegExp][])("refuses %o", (overrides, message) => {
    expect(() => resolvePreset("evidence", overrides as PresetLayer, { env })).toThrow(message)
  })
})

describe("names and chains", () => {
  test("an unknown name is answered with a near miss and the list", () => {
    expect(() => resolvePreset("evidense")).toThrow(
      `preset: got the string "evidense". Did you mean "evidence"? Expected one of ${presetNames.join(", ")}.`,
    )
    expect(() => resolvePreset("constructor")).toThrow("preset: expected one of")
  })

  test("a preset may be given by value, by name from the context, and extend others", () => {
    const strict = definePreset({
      name: "strict",
      description: "",
      extends: "evidence",
      options: { max_nudges: 0 },
    })
    const stricter = { name: "stricter", description: "", extends: "strict", options: { total_cost_usd: 2 } }
    const options = resolvePreset("stricter", {}, { env, presets: [strict, stricter] })
    expect(options).toMatchObject({ max_nudges: 0, total_cost_usd: 2, loop_until_done: true })
    expect(resolvePreset(stricter, {}, { env, presets: [strict] })).toEqual(options)
  })

  test("a preset in the context is checked", () => {
    const wrong = { name: "wrong", description: "", options: { max_nudges: -1 } }
    expect(() => resolvePreset("evidence", {}, { env, presets: [wrong] })).toThrow(
      'preset "wrong".max_nudges',
    )
    expect(() => resolvePreset(wrong, {}, { env })).toThrow('preset "wrong".max_nudges')
  })

  test("an unknown base is named where it is asked for", () => {
    const lost = { name: "lost", description: "", extends: "repiar", options: {} }
    expect(() => resolvePreset(lost)).toThrow(
      /^preset "lost"\.extends: .* Did you mean "repair"\? Expected one of /,
    )
  })

  test("a circle of presets is shown", () => {
    const presets = ["a", "b", "c"].map((name, index, names) => ({
      name,
      description: "",
      extends: names[(index + 1) % 3],
      options: {},
    }))
    expect(() => resolvePreset("a", {}, { env, presets })).toThrow(
      'preset "c".extends: expected a chain that ends, got the string "a -> b -> c -> a".',
    )
    const self = { name: "self", description: "", extends: "self", options: {} }
    expect(() => resolvePreset("self", {}, { env, presets: [self] })).toThrow('got the string "self -> self"')
  })

  test("two presets of one name are refused, the same preset twice is not", () => {
    const mine = definePreset({ name: "repair", description: "", options: {} })
    expect(() => resolvePreset("evidence", {}, { env, presets: [mine] })).toThrow(
      'context.presets: expected presets with a name each, got the string "repair".',
    )
    const own = definePreset({ name: "own", description: "", options: { max_nudges: 7 } })
    expect(resolvePreset("own", {}, { env, presets: [own, own] })).toEqual({ max_nudges: 7 })
  })
})
