import { type PresetLayer, resolvePreset } from "@proofloop/presets"
import { createDetector, type DetectorOptions } from "@proofloop/runtime/detector"
import { inSet, readAssignments } from "../arguments/assignments.ts"
import { type Config, noConfig } from "../config/config.ts"
import { configPreset, pluginParsers, pluginPresets } from "../config/config_preset.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"

/** Of the detector of a preset, with `--set` on top. Throws Misuse or InvalidOptionError. */
export function presetOptions(
  preset: string,
  assignments: readonly string[],
  env: Io["env"],
  config: Config = noConfig,
): DetectorOptions {
  const layer: PresetLayer = readAssignments(assignments)
  const { stall_diagnostics, checks } = inSet(() =>
    resolvePreset(configPreset(preset, config), layer, { env, presets: pluginPresets(config) }),
  )
  if (typeof stall_diagnostics !== "object" || stall_diagnostics === null) {
    throw new Misuse(`preset ${preset} has no stall_diagnostics: nothing would be detected`)
  }
  const { repair_aware } = stall_diagnostics
  if (typeof repair_aware === "function" || typeof repair_aware === "object") {
    throw new Misuse(`preset ${preset}: repair_aware has to be true or false to replay recordings`)
  }
  const parsers = pluginParsers(config)
  const options = { stall_diagnostics: { ...stall_diagnostics, repair_aware }, checks, parsers }
  // Refuses what it cannot use.
  createDetector(options)
  return options
}

/** Whether the environment switches off the `repair_aware` that the preset asks for. */
export function isOverruled(
  preset: string,
  assignments: readonly string[],
  env: Io["env"],
  config: Config = noConfig,
): boolean {
  const layer: PresetLayer = readAssignments(assignments)
  const isOn = (variables: Io["env"]): boolean => {
    const { stall_diagnostics } = resolvePreset(configPreset(preset, config), layer, {
      env: variables,
      presets: pluginPresets(config),
    })
    return typeof stall_diagnostics === "object" && stall_diagnostics?.repair_aware === true
  }
  return isOn({}) && !isOn(env)
}
