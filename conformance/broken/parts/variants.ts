import { type DetectorOptions, createDetector } from "@proofloop/runtime/detector"
import { type KnobChange, withKnobs } from "./knob_change.ts"

/** Another real detector over the same state, with some knobs set otherwise. */
export function variant(options: DetectorOptions, change: KnobChange): ReturnType<typeof createDetector> {
  return createDetector(withKnobs(change)(options))
}

/** A threshold that nothing reaches. */
export const NEVER = 1_000_000
