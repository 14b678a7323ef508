import { InvalidOptionError } from "@proofloop/foundation/errors"
import { isRecord } from "@proofloop/foundation/text"
import type { AgentLoopOptions } from "./options.ts"

/** Under this key resolvePreset of @proofloop/presets says which knobs it set; a spread keeps it. */
const PRESET = Symbol.for("proofloop.preset")

/**
 * Throws InvalidOptionError where a host spread a preset and then gave a `stall_diagnostics` that drops the preset's
 * knobs. `false` and null are allowed: they turn the detector off.
 */
export function refuseDroppedKnobs(options: AgentLoopOptions): void {
  const mark: unknown = Reflect.get(options, PRESET)
  const { stall_diagnostics: given } = options
  if (!isRecord(mark) || !Array.isArray(mark["knobs"]) || given === false || given === null) return
  const knobs: readonly unknown[] = mark["knobs"]
  const dropped = knobs.filter((name) => !isRecord(given) || !Object.hasOwn(given, String(name)))
  if (dropped.length === 0) return
  const call = `resolvePreset(${JSON.stringify(mark["name"])}, { stall_diagnostics: { ... } })`
  throw new InvalidOptionError({
    option: "createAgentLoop.stall_diagnostics",
    expected: `the knobs of the preset with yours laid over them, by ${call}: a spread drops ${dropped.length} of them`,
    got: given,
  })
}
