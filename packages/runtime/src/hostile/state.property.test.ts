import { isInvalidOptionError } from "@proofloop/foundation/errors"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { createDetector, type Detector } from "../stall/detector.ts"
import { type DetectorState, INITIAL_STATE } from "../stall/state.ts"
import { play, playOne, recommended, throughJson, transcript } from "../stall/transcripts.fixture.ts"
import { numRuns } from "./run.fixture.ts"
import { oddValues } from "./values.fixture.ts"

const knobs = fc.constantFrom(
  recommended,
  { ...recommended, fold: "previous_turn" as const },
  { repair_aware: true },
)

/** Every function of a detector, on the state and on its successors. */
function useAll(detector: Detector, state: DetectorState): void {
  const call = { name: "t", arguments: { command: "npm test" } }
  const result = { tool_name: "t", ok: false, error: "AssertionError: expected 3, got 4" }
  const proposed = playOne(detector, state, { at: "propose", proposal: { tool_calls: [call] } })
  const settled = playOne(detector, proposed.state, { at: "settle", settlement: { results: [result] } })
  const judged = playOne(detector, settled.state, {
    at: "verdict",
    verdict: { status: "fail", evidence: "boom" },
  })
  playOne(detector, judged.state, { at: "propose", proposal: { tool_calls: [call] } })
  detector.currentFailure(state)
  detector.deniesExtension(state, true)
  detector.clear(state)
}

/** Runs all of it. Returns undefined, or the misuse that was named; any other error is thrown on. */
function misuseOf(detector: Detector, state: unknown): string | undefined {
  try {
    useAll(detector, state as DetectorState)
    return undefined
  } catch (error) {
    if (isInvalidOptionError(error)) return error.option
    throw error
  }
}

describe("a state that was read back", () => {
  test("is taken as it is, whatever the run was", () => {
    fc.assert(
      fc.property(transcript, knobs, (moments, stall_diagnostics) => {
        const detector = createDetector({ stall_diagnostics })
        for (const { state } of play(detector, moments))
          expect(misuseOf(detector, throughJson(state))).toBeUndefined()
      }),
      { numRuns },
    )
  })

  test("with any part of it replaced either works or is refused by name", () => {
    const odd = fc.oneof(fc.jsonValue(), fc.constantFrom(...oddValues.map(([, value]) => value)))
    let refused = 0
    fc.assert(
      fc.property(
        transcript,
        knobs,
        fc.infiniteStream(fc.nat(1_000_000)),
        odd,
        (moments, stall_diagnostics, picks, value) => {
          const detector = createDetector({ stall_diagnostics })
          const state = throughJson(play(detector, moments).at(-1)?.state ?? INITIAL_STATE)
          replaceSomewhere(state, () => picks.next().value ?? 0, value)
          const misuse = misuseOf(detector, state)
          refused += misuse === undefined ? 0 : 1
          expect(misuse ?? "state.").toMatch(/^state/)
        },
      ),
      { numRuns: numRuns * 5 },
    )
    expect(refused).toBeGreaterThan(numRuns)
  })

  test.each(oddValues)("that is %s is refused", (_name, value) => {
    const detector = createDetector({ stall_diagnostics: recommended })
    const state = value as DetectorState
    for (const use of [
      () => detector.propose(state, { tool_calls: [] }),
      () => detector.settle(state, { results: [] }),
      () => detector.verdict(state, { status: "pass" }),
      () => detector.clear(state),
      () => detector.currentFailure(state),
      () => detector.deniesExtension(state, false),
    ])
      expect(use).toThrow(/^state[.\w]*: expected a state of this detector/)
  })

  test.each(Object.keys(INITIAL_STATE))("whose %s is anything else is refused by that name", (name) => {
    const detector = createDetector({ stall_diagnostics: recommended })
    for (const [, value] of oddValues) {
      const misuse = misuseOf(detector, { ...INITIAL_STATE, [name]: value })
      expect([undefined, `state.${name}`]).toContain(misuse)
    }
    expect(misuseOf(detector, { ...INITIAL_STATE, [name]: Symbol("odd") })).toBe(`state.${name}`)
  })

  test("with more slots than a detector makes is refused, not worked through", () => {
    const detector = createDetector({ stall_diagnostics: recommended })
    const slots = Array.from({ length: 100_000 }, () => null)
    expect(misuseOf(detector, { ...INITIAL_STATE, slots })).toBe("state.slots")
  })
})

/** Walks down the state at random and replaces one value. */
function replaceSomewhere(state: object, pick: () => number, value: unknown): void {
  let at = state
  for (;;) {
    const names = Object.keys(at)
    const name = names[pick() % names.length]
    if (name === undefined) return
    const part: unknown = Reflect.get(at, name)
    if (typeof part !== "object" || part === null || Object.keys(part).length === 0 || pick() % 3 === 0) {
      Reflect.set(at, name, value)
      return
    }
    at = part
  }
}
