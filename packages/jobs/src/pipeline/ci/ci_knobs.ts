import { numberOption, refuseUnknownNames } from "@proofloop/foundation/errors"

export interface CiKnobs {
  /** Between two looks, in milliseconds. Default 30 000. */
  readonly look_every_ms: number
  /** From the push on; after it the known checks decide. In milliseconds, default 1 200 000. */
  readonly deadline_ms: number
  /** Time after the push in which an unannounced check may still appear. In milliseconds, default 90 000. */
  readonly grace_ms: number
}

export const CI_KNOBS: CiKnobs = { look_every_ms: 30_000, deadline_ms: 1_200_000, grace_ms: 90_000 }

/** Knobs with their defaults. Throws InvalidOptionError. */
export function ciKnobs(given: Partial<CiKnobs> = {}): CiKnobs {
  refuseUnknownNames("ci", given, Object.keys(CI_KNOBS))
  const read = (name: keyof CiKnobs, least: number) =>
    numberOption(`ci.${name}`, given[name] ?? CI_KNOBS[name], least, 2 ** 31 - 1)
  return {
    look_every_ms: read("look_every_ms", 1),
    deadline_ms: read("deadline_ms", 1),
    grace_ms: read("grace_ms", 0),
  }
}
