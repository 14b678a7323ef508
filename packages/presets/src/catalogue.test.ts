import { isInvalidOptionError } from "@proofloop/foundation/errors"
import { createAgentLoop, scriptedModel } from "@proofloop/runtime"
import { createDetector, knobs } from "@proofloop/runtime/detector"
import type { StallOptions } from "@proofloop/runtime/internal/detector"
import { describe, expect, test } from "vitest"
import { presetNames, presets } from "./catalogue.ts"
import { resolvePreset } from "./resolution/resolve.ts"
import { summary } from "./summary.ts"
import { verify } from "./verify.ts"

const env = {}

/** The presets that have an original, whose values and omissions they tell. */
const ORIGINALS = [
  "repair",
  "audit",
  "summary",
  "verify",
  "merge_captain",
  "review_captain",
  "oncall_captain",
  "release_captain",
]

const TOOL_USING = {
  enabled: true,
  threshold: 3,
  inject_feedback: true,
  max_feedback: 1,
  repair_aware: false,
  stuck_same_diagnostic_after: 3,
  post_edit_reverify: true,
}

function adaptive(initial: number, max: number, extend_by: number): object {
  return { mode: "adaptive", initial, max, extend_by }
}

/** Without the mark that createAgentLoop looks for. */
const unmarked = (options: object): object => Object.fromEntries(Object.entries(options))

describe("the presets choose", () => {
  test.each([
    ["audit", 1, adaptive(4, 12, 2), 120_000, 5],
    ["repair", 2, adaptive(4, 16, 2), 180_000, 10],
    ["merge_captain", 3, adaptive(8, 60, 4), 300_000, 25],
    ["review_captain", 3, adaptive(6, 30, 3), 240_000, 15],
    ["oncall_captain", 3, adaptive(6, 24, 3), 180_000, 15],
    ["release_captain", 3, adaptive(8, 40, 4), 300_000, 25],
  ])("%s", (name, max_nudges, iteration_budget, wall_clock_ms, total_cost_usd) => {
    expect(unmarked(resolvePreset(name, {}, { env }))).toStrictEqual({
      loop_until_done: true,
      max_nudges,
      iteration_budget,
      wall_clock_ms,
      total_cost_usd,
      stall_diagnostics: TOOL_USING,
    })
  })

  test("summary", () => {
    expect(resolvePreset("summary", {}, { env })).toStrictEqual({
      loop_until_done: false,
      done_sentinel: null,
      max_nudges: 0,
      iteration_budget: { mode: "fixed", initial: 1, max: 1, extend_by: 0 },
      wall_clock_ms: 60_000,
      total_cost_usd: 1,
    })
  })

  test("verify", () => {
    expect(resolvePreset("verify", {}, { env })).toStrictEqual({
      loop_until_done: false,
      max_nudges: 0,
      iteration_budget: adaptive(1, 5, 1),
      wall_clock_ms: 60_000,
      total_cost_usd: 1,
      done_judge: true,
    })
  })

  test("minimal: Harn V1 and nothing else", () => {
    expect(unmarked(resolvePreset("minimal", {}, { env }))).toStrictEqual({
      stall_diagnostics: { enabled: true, repair_aware: false },
    })
  })

  test("evidence: repair without its wall clock, every knob as recommended", () => {
    const { stall_diagnostics, ...rest } = resolvePreset("evidence", {}, { env })
    expect(unmarked(rest)).toStrictEqual({
      loop_until_done: true,
      done_sentinel: null,
      max_nudges: 2,
      iteration_budget: adaptive(4, 16, 2),
      total_cost_usd: 10,
    })
    const plain = knobs.filter(({ value }) => value.type !== "host")
    expect(stall_diagnostics).toEqual(
      Object.fromEntries(plain.map(({ name, recommended }) => [name, recommended ?? undefined])),
    )
    expect(stall_diagnostics).toMatchObject({
      repair_aware: true,
      fold: "same_turn",
      undeclared_role: "infer",
      failed_edit: "edit_rejected",
      fold_verdicts: true,
      all_results: true,
      weak_pass: "keep",
      stuck_trip_when: "reached",
      stuck_retrip_every: 2,
      stuck_hard_stop_after: 3,
      feedback_budget: "pattern",
      require_verified: true,
    })
  })
})

describe("every shipped preset", () => {
  test.each(presetNames)("%s makes a loop", (name) => {
    const options = { ...resolvePreset(name, {}, { env }), model: scriptedModel([]) }
    expect(() => createAgentLoop({ ...options, verify_completion: () => true })).not.toThrow()
  })

  test("refuses a run in which nothing can verify if it wants proof, and no other", () => {
    const options = presetNames.map((name) => ({ name, ...resolvePreset(name, {}, { env }) }))
    const refused = options.filter(({ name: _name, ...rest }) =>
      isRefused(() => createAgentLoop({ ...rest, model: scriptedModel([]) })),
    )
    const wanting = options.filter(({ stall_diagnostics }) => {
      const config = createDetector({ stall_diagnostics: stall_diagnostics as StallOptions }).config
      return config.require_verified
    })
    expect(refused.map(({ name }) => name)).toEqual(wanting.map(({ name }) => name))
    expect(refused.map(({ name }) => name)).toContain("evidence")
  })

  test("is listed once, under its own name", () => {
    expect(presets.map(({ name }) => name)).toEqual(presetNames)
    expect(presetNames).toEqual(expect.arrayContaining([...ORIGINALS, "minimal", "evidence"]))
    expect(new Set(presetNames).size).toBe(presetNames.length)
    expect([presets, presetNames, ...presets].every((value) => Object.isFrozen(value))).toBe(true)
  })

  test("each original with a detector has a mirror, one without has none", () => {
    const mirrored = presets.filter(({ repair_diagnostics }) => repair_diagnostics !== undefined)
    const names = [...ORIGINALS.filter((name) => name !== "summary" && name !== "verify"), "evidence"]
    expect(mirrored.map(({ name }) => name)).toEqual(expect.arrayContaining(names))
    expect([summary.repair_diagnostics, verify.repair_diagnostics]).toEqual([undefined, undefined])
  })

  test.each(presets.filter(({ repair_diagnostics }) => repair_diagnostics !== undefined))(
    "$name: the mirror shows what the options say",
    (preset) => {
      const { stall_diagnostics } = resolvePreset(preset, {}, { env })
      const { config } = createDetector({ stall_diagnostics: stall_diagnostics as StallOptions })
      expect(Object.keys(preset.repair_diagnostics ?? {})).toEqual([
        "repair_aware",
        "stuck_same_diagnostic_after",
        "post_edit_reverify",
      ])
      expect(config).toMatchObject({ ...preset.repair_diagnostics })
    },
  )

  test.each(presets.filter(({ name }) => ORIGINALS.includes(name)))(
    "$name: says what was left out of the original, and why",
    ({ left_out }) => {
      expect(Object.keys(left_out ?? {})).toEqual(
        expect.arrayContaining(["profile", "reasoning_task", "models"]),
      )
      for (const reason of Object.values(left_out ?? {})) expect(reason).toMatch(/^.+: .{20,}$/)
    },
  )
})

function isRefused(act: () => unknown): boolean {
  try {
    act()
    return false
  } catch (error) {
    return isInvalidOptionError(error)
  }
}
