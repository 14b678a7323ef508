import { numberOption, refuseUnknownNames } from "@proofloop/foundation/errors"

export interface FixCiLimits {
  /** Proposals in all. Default 3. */
  readonly max_tries: number
  /** For all of it, in milliseconds. Default 300 000. */
  readonly max_ms: number
  /** Calls of the fixer and the critic together. Default 30. */
  readonly max_model_calls: number
  /** Wait before the second try, in milliseconds; doubles each time. Default 2000. */
  readonly back_off_ms: number
}

const DEFAULTS: FixCiLimits = { max_tries: 3, max_ms: 300_000, max_model_calls: 30, back_off_ms: 2000 }

/** Limits with their defaults. Throws InvalidOptionError. */
export function fixCiLimits(given: Partial<FixCiLimits> = {}): FixCiLimits {
  refuseUnknownNames("limits", given, Object.keys(DEFAULTS))
  const read = (name: keyof FixCiLimits, least: number, most: number) =>
    numberOption(`limits.${name}`, given[name] ?? DEFAULTS[name], least, most)
  return {
    max_tries: read("max_tries", 1, 100),
    max_ms: read("max_ms", 1, 2 ** 31 - 1),
    max_model_calls: read("max_model_calls", 1, 10_000),
    back_off_ms: read("back_off_ms", 0, 3_600_000),
  }
}
