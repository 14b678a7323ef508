import type { StallOptions } from "../../packages/runtime/src/stall/config.ts"
import { createDetector, type DetectorStep } from "../../packages/runtime/src/stall/detector.ts"
import { knobs } from "../../packages/runtime/src/stall/knobs.ts"
import type { DetectorState } from "../../packages/runtime/src/stall/state.ts"

/** One turn as the picture shows it. */
interface Shown {
  readonly call: string
  readonly failure: string
  readonly state: DetectorState
  readonly outcome: string
}

const recommended: StallOptions = Object.fromEntries(
  knobs.filter(({ value }) => value.type !== "host").map((knob) => [knob.name, knob.recommended]),
)

/** What the test prints each time it runs; null passes. A duration differs each time, as it does. */
const runs = {
  futile: (time: number) => `AssertionError: expected 3, got 4 (0.${time}1s)`,
  productive: (time: number) =>
    [
      "SyntaxError: missing ) after argument list",
      "TypeError: total is not a function",
      "AssertionError: expected 3, got 1",
      "AssertionError: expected 3, got 4",
      null,
    ][time - 1] ?? null,
}

/** The picture of `docs/concepts.md`: two runs with the same calls, as the detector sees them. */
export function twoRuns(): string {
  const [futile, productive] = [play(runs.futile), play(runs.productive)]
  const columns = "call  failure  streak  epoch"
  const beside = (turn: string, left: string, right: string): string =>
    `${turn.padStart(4)}  ${left.padEnd(50)}${right}`.trimEnd()
  return [
    beside("", "no edit changes the failure", "every edit changes it"),
    beside("turn", columns, columns),
    ...futile.map((left, index) => beside(String(index + 1), cells(left), cells(productive[index]))),
  ].join("\n")
}

function cells(shown: Shown | undefined): string {
  if (shown === undefined) return ""
  const { call, failure, state, outcome } = shown
  const streak = String(state.same_diagnostic_streak).padStart(6)
  return `${call.padEnd(6)}${failure.padEnd(9)}${streak}  ${String(state.write_epoch).padStart(5)}  ${outcome}`
}

function play(printed: (time: number) => string | null): readonly Shown[] {
  const detector = createDetector({
    stall_diagnostics: recommended,
    tools: { test: { evidence_role: "verification", check_id: "npm test" }, edit: { kind: "edit" } },
  })
  const shown: Shown[] = []
  let { initial_state: state } = detector
  for (let turn = 1; turn <= 40; turn += 1) {
    const call = turn % 2 === 1 ? "test" : "edit"
    const output = call === "test" ? printed((turn + 1) / 2) : "1 line changed"
    const ok = call === "edit" || output === null
    const results = [{ tool_name: call, ok, output: output ?? "4 tests pass", tests_run: 4 }]
    const proposed = detector.propose(state, { tool_calls: [{ name: call, arguments: { turn } }] })
    const step = detector.settle(proposed.state, { results })
    state = step.state
    shown.push({ call, failure: failureOf(call, ok, state), state, outcome: outcomeOf(step) })
    if (step.hard_stop || (call === "test" && ok)) break
  }
  return shown
}

function failureOf(call: string, ok: boolean, { last_diagnostic_signature }: DetectorState): string {
  if (call === "edit") return ""
  return ok ? "pass" : last_diagnostic_signature.replace("err:", "").slice(0, 7)
}

function outcomeOf({ state, warnings, feedback, hard_stop }: DetectorStep): string {
  if (warnings.length === 0) return ""
  const consequence = hard_stop ? ": stop" : feedback === undefined ? "" : ": nudge"
  return `◀ trip ${state.warning_count}${consequence}`
}
