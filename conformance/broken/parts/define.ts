import type { Detector, DetectorOptions, DetectorStep } from "@proofloop/runtime/detector"
import type { BrokenImplementation } from "../broken_implementation.ts"
import { brokenDetector, type DetectorBreakage, type DetectorRequest, type Play } from "./broken_detector.ts"
import { brokenFold, type FoldBreakage } from "./broken_fold.ts"
import { brokenLoop, type LoopBreakage } from "./broken_loop.ts"

type Violates = BrokenImplementation["violates"]

/** A broken detector. */
export function detector(
  id: string,
  wrong: string,
  violates: Violates,
  breakage: DetectorBreakage,
): BrokenImplementation {
  return { id, wrong, violates, parts: { create: brokenDetector(breakage) } }
}

/** A broken detector that remembers nothing itself: one function plays every step. */
export function stepper(
  id: string,
  wrong: string,
  violates: Violates,
  step: (request: DetectorRequest, play: Play, detector: Detector, options: DetectorOptions) => DetectorStep,
): BrokenImplementation {
  const steps: DetectorBreakage["steps"] = (real, options) => (request, play) =>
    step(request, play, real, options)
  return detector(id, wrong, violates, { steps })
}

/** A detector with a broken fold. */
export function fold(
  id: string,
  wrong: string,
  violates: Violates,
  breakage: FoldBreakage,
): BrokenImplementation {
  return detector(id, wrong, violates, brokenFold(breakage))
}

/** A broken loop. */
export function loop(
  id: string,
  wrong: string,
  violates: Violates,
  breakage: LoopBreakage,
): BrokenImplementation {
  return { id, wrong, violates, parts: { createLoop: brokenLoop(breakage) } }
}
