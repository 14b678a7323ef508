import { type PresetLayer, resolvePreset } from "@proofloop/presets"
import { createDetector, type Detector } from "@proofloop/runtime/detector"
import { readAssignments } from "../arguments/assignments.ts"
import { Misuse } from "../misuse.ts"

/** The detector that a preset describes, with what `--set` lays over it. Throws Misuse or InvalidOptionError. */
export function presetDetector(preset: string, assignments: readonly string[]): Detector {
  const layer: PresetLayer = readAssignments(assignments)
  const { stall_diagnostics, checks } = resolvePreset(preset, layer)
  if (typeof stall_diagnostics !== "object" || stall_diagnostics === null) {
    throw new Misuse(`preset ${preset} has no stall_diagnostics: nothing would be detected`)
  }
  const { repair_aware } = stall_diagnostics
  if (typeof repair_aware === "function" || typeof repair_aware === "object") {
    throw new Misuse(`preset ${preset}: repair_aware has to be true or false to replay recordings`)
  }
  return createDetector({ stall_diagnostics: { ...stall_diagnostics, repair_aware }, checks })
}
