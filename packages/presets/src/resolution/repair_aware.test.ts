import { createDetector } from "@proofloop/runtime/detector"
import type { StallOptions } from "@proofloop/runtime/internal/detector"
import { describe, expect, test } from "vitest"
import { setEnvironment } from "../../../foundation/src/process/environment.fixture.ts"
import { definePreset } from "../definition/preset.ts"
import type { PresetLayer } from "../definition/preset_layer.ts"
import { explainPreset } from "./explain.ts"
import { resolvePreset } from "./resolve.ts"

type Env = Readonly<Record<string, string>>

describe("repair_aware: call > environment > preset", () => {
  test.each<[string, PresetLayer, Env, boolean, string]>([
    ["evidence", {}, {}, true, "preset evidence"],
    ["repair", {}, {}, false, "preset repair"],
    ["evidence", {}, { PROOFLOOP_REPAIR_AWARE: "off" }, false, "environment"],
    ["repair", {}, { PROOFLOOP_REPAIR_AWARE: " TRUE " }, true, "environment"],
    ["evidence", stall({ repair_aware: true }), { PROOFLOOP_REPAIR_AWARE: "0" }, true, "call"],
    ["evidence", stall({ repair_aware: false }), { PROOFLOOP_REPAIR_AWARE: "1" }, false, "call"],
    ["evidence", stall({ threshold: 4 }), { PROOFLOOP_REPAIR_AWARE: "0" }, false, "environment"],
    ["evidence", stall({ repair_aware: { env: "MINE" } }), { MINE: "0" }, false, "environment"],
    [
      "evidence",
      stall({ repair_aware: { env: "MINE" } }),
      { MINE: "0", PROOFLOOP_REPAIR_AWARE: "1" },
      false,
      "environment",
    ],
    [
      "evidence",
      stall({ repair_aware: { env: "MINE" } }),
      { PROOFLOOP_REPAIR_AWARE: "0" },
      false,
      "environment",
    ],
    ["evidence", stall({ repair_aware: { env: "MINE" } }), {}, true, "preset evidence"],
    ["evidence", stall({ repair_aware: null }), {}, false, "default"],
    ["repair", stall({ repair_aware: null }), { PROOFLOOP_REPAIR_AWARE: "1" }, true, "environment"],
    ["evidence", { stall_diagnostics: true }, {}, false, "default"],
    ["evidence", { stall_diagnostics: true }, { PROOFLOOP_REPAIR_AWARE: "1" }, true, "environment"],
    ["summary", stall({ threshold: 4 }), { PROOFLOOP_REPAIR_AWARE: "1" }, true, "environment"],
  ])("%s %o %o", (preset, overrides, env, value, from) => {
    const { stall_diagnostics } = resolvePreset(preset, overrides, { env })
    expect(createDetector({ stall_diagnostics: stall_diagnostics as StallOptions }).config.repair_aware).toBe(
      value,
    )
    const row = explainPreset(preset, overrides, { env }).find(
      ({ path }) => path === "stall_diagnostics.repair_aware",
    )
    expect(row).toMatchObject({ value, from })
  })

  test("a function is the caller's answer, left for the loop to ask", () => {
    const repair_aware = (): boolean => {
      throw new Error("asked too early")
    }
    const options = resolvePreset("evidence", stall({ repair_aware }), {
      env: { PROOFLOOP_REPAIR_AWARE: "0" },
    })
    expect(options.stall_diagnostics).toMatchObject({ repair_aware })
  })

  test("a preset's own variable decides over what it extends, and falls through when it is not set", () => {
    const flagged = definePreset({
      name: "flagged",
      description: "",
      extends: "evidence",
      options: stall({ repair_aware: { env: "TEAM_FLAG" } }),
    })
    const resolved = (env: Env): unknown => resolvePreset(flagged, {}, { env }).stall_diagnostics
    expect(resolved({ TEAM_FLAG: "off" })).toMatchObject({ repair_aware: false })
    expect(resolved({})).toMatchObject({ repair_aware: true })
    expect(resolved({ TEAM_FLAG: "on", PROOFLOOP_REPAIR_AWARE: "off" })).toMatchObject({
      repair_aware: false,
    })
  })

  test("the variable never switches the detector itself", () => {
    const env = { PROOFLOOP_REPAIR_AWARE: "1" }
    expect(resolvePreset("summary", {}, { env })).not.toHaveProperty("stall_diagnostics")
    expect(resolvePreset("evidence", { stall_diagnostics: false }, { env }).stall_diagnostics).toBe(false)
    expect(resolvePreset("evidence", { stall_diagnostics: null }, { env })).not.toHaveProperty(
      "stall_diagnostics",
    )
    expect(resolvePreset("evidence", stall({ enabled: false }), { env }).stall_diagnostics).toMatchObject({
      enabled: false,
    })
    expect(resolvePreset("evidence", { stall_diagnostics: true }, { env }).stall_diagnostics).toEqual({
      enabled: true,
      repair_aware: true,
    })
  })

  test.each(["", "maybe", "yes"])("%o in the variable is an error that names it", (text) => {
    expect(() => resolvePreset("evidence", {}, { env: { PROOFLOOP_REPAIR_AWARE: text } })).toThrow(
      "environment variable PROOFLOOP_REPAIR_AWARE: expected 1, true, on, 0, false or off",
    )
    expect(() =>
      resolvePreset("evidence", stall({ repair_aware: { env: "MINE" } }), { env: { MINE: text } }),
    ).toThrow("environment variable MINE")
  })

  test("without a context the environment of the process is read", () => {
    const restore = setEnvironment({ PROOFLOOP_REPAIR_AWARE: "0" })
    expect(resolvePreset("evidence").stall_diagnostics).toMatchObject({ repair_aware: false })
    restore()
    expect(resolvePreset("evidence").stall_diagnostics).toMatchObject({ repair_aware: true })
  })
})

function stall(stall_diagnostics: NonNullable<PresetLayer["stall_diagnostics"]>): PresetLayer {
  return { stall_diagnostics }
}
