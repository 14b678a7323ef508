import { InvalidOptionError, refuseUnknownNames } from "@proofloop/foundation/errors"
import type { CurrentFailure } from "../../protocol/failure.ts"
import type { StallWarning, Unjudged } from "../../protocol/warning.ts"
import { checkTools } from "../../stall/annotations.ts"
import type { StallOptions } from "../../stall/config.ts"
import {
  createDetector,
  type Detector,
  innerOptionNames,
  DETECTOR_OPTION_NAMES,
  type DetectorOptions,
} from "../../stall/detector.ts"
import { knobs } from "../../stall/knobs.ts"
import type { IsFailure } from "./tool_result.ts"

export interface HardStop {
  readonly warnings: readonly StallWarning[]
  /** What is failing; absent when nothing fails, and with `repair_aware` off. */
  readonly current_failure?: CurrentFailure | undefined
}

export interface StallGuardOptions extends DetectorOptions {
  /**
   * Knobs laid over this bridge's defaults: the recommended value of every knob, but a run's length and calls that
   * only look alike do not end it (`undecided_knobs`). `true` and absent are the defaults, `false` is off.
   */
  readonly stall_diagnostics?: StallOptions | boolean | null | undefined
  /** Whether an output means that its call failed. Default: by its fields, its exit code, its test report. */
  readonly is_failure?: IsFailure | undefined
  /** Called once for each warning, in order. Not awaited; what it throws is ignored, as in the SDK's own callbacks. */
  readonly on_warning?: ((warning: StallWarning) => unknown) | undefined
  /** Called once, when 20 calls have not judged the work, with what could not be read. Default: a warning of the process. */
  readonly on_unjudged?: ((unjudged: Unjudged) => unknown) | undefined
  /** Called once, on the step that reaches the hard stop. Not awaited; what it throws is ignored. */
  readonly on_hard_stop?: ((stop: HardStop) => unknown) | undefined
}

const OWN_OPTIONS = ["is_failure", "on_warning", "on_unjudged", "on_hard_stop"] as const

/**
 * Knobs this bridge leaves at their base value, because it does not know which of a host's tools write or poll. With
 * them it would end runs that go on well. `stopWhen: stepCountIs(n)` is the budget here.
 */
const UNDECIDED_KNOBS: readonly string[] = [
  "repeat_success",
  "near_duplicate_action_after",
  "token_runaway_after",
  "no_net_progress_extend_guard",
]

/** The detector behind a guard; throws `InvalidOptionError` on misuse, also for a `fold` other than `same_turn`. */
export function detectorOf(options: StallGuardOptions): Detector {
  const given: unknown = options
  if (typeof given !== "object" || given === null) {
    throw new InvalidOptionError({ option: "createStallGuard", expected: "an object of options", got: given })
  }
  const names = [...DETECTOR_OPTION_NAMES, ...OWN_OPTIONS]
  refuseUnknownNames("createStallGuard", given, names, innerOptionNames)
  for (const name of OWN_OPTIONS) {
    const value = options[name]
    if (value === undefined || typeof value === "function") continue
    throw new InvalidOptionError({ option: `createStallGuard.${name}`, expected: "a function", got: value })
  }
  checkTools("createStallGuard.tools", options.tools)
  const own = new Set<string>(OWN_OPTIONS)
  const others = Object.fromEntries(Object.entries(options).filter(([name]) => !own.has(name)))
  const detector = createDetector({ ...others, stall_diagnostics: withDefaults(options.stall_diagnostics) })
  // The SDK shows a step only as a whole, so the detector must refuse another fold before a run starts.
  if (detector.config.enabled) detector.observe(detector.initial_state, { tool_calls: [], results: [] })
  return detector
}

/** A nested `repair_diagnostics` is laid beside the defaults, because flat defaults would override its values. */
function withDefaults(given: StallGuardOptions["stall_diagnostics"]): StallOptions | boolean {
  if (given === false) return false
  if (given === true || given === undefined || given === null) return defaults
  if (typeof given !== "object") return given
  const said = givenIn(given)
  const nested = Object.keys(givenIn(given.repair_diagnostics ?? {}))
  const kept = Object.entries(defaults).filter(([name]) => !nested.includes(name))
  return { ...Object.fromEntries(kept), ...said }
}

function givenIn(record: object): StallOptions {
  return Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined))
}

/** Only where recommended and base differ: some knobs take their default from others. */
const defaults: StallOptions = Object.fromEntries(
  knobs
    .filter(
      ({ name, base, recommended }) =>
        JSON.stringify(base) !== JSON.stringify(recommended) && !UNDECIDED_KNOBS.includes(name),
    )
    .map(({ name, recommended }) => [name, recommended]),
)
