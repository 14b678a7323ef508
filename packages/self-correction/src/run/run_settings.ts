import { InvalidOptionError, numberOption } from "@proofloop/foundation/errors"
import { type Clock, systemClock } from "@proofloop/foundation/process"
import { isBranchName } from "@proofloop/jobs/forge"
import type { Model } from "@proofloop/runtime"
import type { SelfCorrectionOptions } from "../settings/settings.ts"
import { isLargeJob } from "../steps/large_job.ts"
import { modelWithin } from "./model_within.ts"

/** Options with their defaults. */
export interface SelfCorrectionSettings extends SelfCorrectionOptions {
  readonly clock: Clock
  readonly on_event: NonNullable<SelfCorrectionOptions["on_event"]>
  readonly max_attempts: number
  readonly test_timeout_ms: number
  readonly model_timeout_ms: number
  /** Every model of the settings answers within the time, or rejects. */
  readonly modelFor: (step: "triage" | "plan" | "fix" | "test") => Model
}

/** Longest timer Node has. */
const LONGEST_MS = 2 ** 31 - 1

/** Throws InvalidOptionError naming the option. */
export function selfCorrectionSettings(options: SelfCorrectionOptions): SelfCorrectionSettings {
  const { root, base, models, model, on_event, clock = systemClock } = options
  if (typeof root !== "string" || root === "") throw refused("root", "a git repository", root)
  if (typeof base !== "string" || !isBranchName(base)) throw refused("base", "the name of a branch", base)
  // Its own checks, before a row is taken up.
  isLargeJob({ fix_class: "doc", files: [], total_loc_estimate: 0 }, largeJobOptions(options))
  const model_timeout_ms = numberOption(
    "model_timeout_ms",
    options.model_timeout_ms ?? 600_000,
    1,
    LONGEST_MS,
  )
  return {
    ...options,
    model: modelWithin(model, model_timeout_ms),
    model_timeout_ms,
    clock,
    on_event(event) {
      try {
        on_event?.(event)
      } catch {
        // The host's own trouble.
      }
    },
    max_attempts: numberOption("max_attempts", options.max_attempts ?? 3, 1, 100),
    test_timeout_ms: numberOption("test_timeout_ms", options.test_timeout_ms ?? 120_000, 1, LONGEST_MS),
    modelFor: (step) => modelWithin(models?.[step] ?? model, model_timeout_ms),
  }
}

export function largeJobOptions({
  plan_review_loc_threshold,
  plan_review_component_loc,
  plan_review_component_depth,
  plan_review_always,
}: SelfCorrectionOptions): Parameters<typeof isLargeJob>[1] {
  return {
    threshold_loc: plan_review_loc_threshold,
    component_loc: plan_review_component_loc,
    component_depth: plan_review_component_depth,
    always: plan_review_always,
  }
}

/** Options or an id that the loop does not take. */
export function refused(option: string, expected: string, got: unknown): InvalidOptionError {
  return new InvalidOptionError({ option, expected, got })
}
