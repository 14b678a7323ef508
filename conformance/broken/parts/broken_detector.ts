import {
  createDetector,
  type Detector,
  type DetectorOptions,
  type DetectorState,
  type Settlement,
  type Verdict,
} from "@proofloop/runtime/detector"
import type { DetectorStep, Proposal } from "@proofloop/runtime/internal/detector"

/** One step of a run as a broken detector sees it: what the real one is about to be asked. */
export type DetectorRequest =
  | { readonly kind: "propose"; readonly state: DetectorState; readonly input: Proposal }
  | { readonly kind: "settle"; readonly state: DetectorState; readonly input: Settlement }
  | { readonly kind: "verdict"; readonly state: DetectorState; readonly input: Verdict }

/** Asks a real detector; by default the one with the options as given. */
export type Play = (request: DetectorRequest, detector?: Detector) => DetectorStep

export interface DetectorBreakage {
  /** The options the real detector gets instead of the given ones. */
  readonly options?: (options: DetectorOptions) => DetectorOptions
  /** Made once a run, so that what it remembers begins afresh: plays each step, changed before or after. */
  readonly steps?: (
    detector: Detector,
    options: DetectorOptions,
  ) => (request: DetectorRequest, play: Play) => DetectorStep
  readonly clear?: (state: DetectorState, detector: Detector) => DetectorState
  readonly deniesExtension?: (
    state: DetectorState,
    has_progress_signal: boolean,
    detector: Detector,
  ) => boolean
  readonly config?: (detector: Detector) => Detector["config"]
  /** Whole turns, from the broken halves. */
  readonly observe?: (detector: Detector) => Detector["observe"]
}

/** A `createDetector` whose detectors are real ones with one behaviour changed at their border. */
export function brokenDetector(breakage: DetectorBreakage): typeof createDetector {
  return (given) => {
    const options = breakage.options?.(given ?? {}) ?? given ?? {}
    const real = createDetector(options)
    const play: Play = (request, detector = real) => ask(detector, request)
    const change = breakage.steps?.(real, options) ?? ((request) => play(request))
    const step = (request: DetectorRequest): DetectorStep => change(request, play)
    const broken: Detector = {
      ...real,
      config: breakage.config?.(real) ?? real.config,
      propose: (state, input) => step({ kind: "propose", state, input }),
      settle: (state, input) => step({ kind: "settle", state, input }),
      verdict: (state, input) => ({
        ...step({ kind: "verdict", state, input }),
        evidence: real.verdict(state, input).evidence,
      }),
      observe(state, turn) {
        // Refuses what the real one refuses; the broken halves are composed as the real ones are.
        real.observe(state, turn)
        const proposed = step({ kind: "propose", state, input: { ...turn, signals: undefined } })
        const settled = step({ kind: "settle", state: proposed.state, input: turn })
        return {
          ...settled,
          warnings: [...proposed.warnings, ...settled.warnings],
          feedback: [proposed.feedback, settled.feedback].filter(Boolean).join("\n\n") || undefined,
          hard_stop: proposed.hard_stop || settled.hard_stop,
        }
      },
      clear: (state) => breakage.clear?.(state, real) ?? real.clear(state),
      currentFailure: (state) => real.currentFailure(state),
      deniesExtension: (state, has_signal) =>
        breakage.deniesExtension?.(state, has_signal, real) ?? real.deniesExtension(state, has_signal),
    }
    return breakage.observe === undefined ? broken : { ...broken, observe: breakage.observe(real) }
  }
}

function ask(detector: Detector, request: DetectorRequest): DetectorStep {
  switch (request.kind) {
    case "propose":
      return detector.propose(request.state, request.input)
    case "settle":
      return detector.settle(request.state, request.input)
    case "verdict":
      return detector.verdict(request.state, request.input)
  }
}
