import { InvalidOptionError, numberOption } from "@proofloop/foundation/errors"
import { systemClock } from "@proofloop/foundation/process"
import { patientModel } from "@proofloop/stdlib/internal/llm"
import { isBranchName } from "../../forge/branch_name.ts"
import { DRAFT_CHOICES } from "../../forge/open_pull.ts"
import type { SelfCorrectionOptions, SelfCorrectionSettings } from "../settings.ts"
import { isLargeJob, largeJobOptions } from "../steps/large_job.ts"

/** Longest timer Node has. */
const LONGEST_MS = 2 ** 31 - 1

/** Throws InvalidOptionError naming the option. */
export function selfCorrectionSettings(options: SelfCorrectionOptions): SelfCorrectionSettings {
  const { root, base, models, model, on_event, clock = systemClock } = options
  if (typeof root !== "string" || root === "") throw refused("root", "a git repository", root)
  if (typeof base !== "string" || !isBranchName(base)) throw refused("base", "the name of a branch", base)
  const { draft = "auto" } = options
  if (!DRAFT_CHOICES.includes(draft)) throw refused("draft", DRAFT_CHOICES.join(", "), draft)
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
    model: patientModel(model, model_timeout_ms, clock),
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
    modelFor: (step) => patientModel(models?.[step] ?? model, model_timeout_ms, clock),
  }
}

export function refused(option: string, expected: string, got: unknown): InvalidOptionError {
  return new InvalidOptionError({ option, expected, got })
}
