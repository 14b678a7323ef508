import type { Detector, DetectorOptions } from "@proofloop/runtime/detector"
import type { DetectorStep } from "@proofloop/runtime/internal/detector"
import type { Break } from "../broken_implementation.ts"
import { brokenDetector, type DetectorBreakage, type DetectorRequest, type Play } from "./broken_detector.ts"
import { brokenFold, type FoldBreakage } from "./broken_fold.ts"
import { brokenLoop, type LoopBreakage } from "./broken_loop.ts"

/** A broken detector. */
export const detector: Break<DetectorBreakage> = (wrong, violates, breakage) => ({
  wrong,
  violates,
  parts: { create: brokenDetector(breakage) },
})

/** A broken detector that remembers nothing itself: one function plays every step. */
export const stepper: Break<
  (request: DetectorRequest, play: Play, detector: Detector, options: DetectorOptions) => DetectorStep
> = (wrong, violates, step) =>
  detector(wrong, violates, {
    steps: (real, options) => (request, play) => step(request, play, real, options),
  })

/** A detector with a broken fold. */
export const fold: Break<FoldBreakage> = (wrong, violates, breakage) =>
  detector(wrong, violates, brokenFold(breakage))

/** A broken loop. */
export const loop: Break<LoopBreakage> = (wrong, violates, breakage) => ({
  wrong,
  violates,
  parts: { createLoop: brokenLoop(breakage) },
})

/** A detector that gets other options than the host gave. */
export const optioned: Break<(options: DetectorOptions) => DetectorOptions> = (wrong, violates, options) =>
  detector(wrong, violates, { options })

/** A detector that answers every step with another one. */
export const answering: Break<
  (step: DetectorStep, request: DetectorRequest, detector: Detector, options: DetectorOptions) => DetectorStep
> = (wrong, violates, change) =>
  stepper(wrong, violates, (request, play, ...real) => change(play(request), request, ...real))

/** A loop that hands back another result. */
export const resulting: Break<NonNullable<LoopBreakage["result"]>> = (wrong, violates, result) =>
  loop(wrong, violates, { result })

/** A loop that publishes other events. */
export const publishing: Break<NonNullable<LoopBreakage["event"]>> = (wrong, violates, event) =>
  loop(wrong, violates, { event })
