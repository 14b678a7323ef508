import fc from "fast-check"
import type { ToolResult } from "../protocol/tool.ts"
import type { Verdict } from "../protocol/verdict.ts"
import type { StallOptions } from "./config.ts"
import type { Detector, DetectorOptions, DetectorStep } from "./detector.ts"
import type { Knob } from "./knob.ts"
import { knobs } from "./knobs.ts"
import type { Signals } from "./patterns/pattern.ts"
import type { Proposal } from "./propose.ts"
import type { Settlement } from "./settle.ts"
import type { DetectorState } from "./state.ts"

const runs = Number(process.env["PROOFLOOP_RUNS"] ?? 100)

/** Checks a law on generated input: 100 times, or as often as PROOFLOOP_RUNS says; cheap laws some times as often. */
export function assertLaw<Ts>(law: fc.IProperty<Ts>, times = 1): void {
  fc.assert(law, { numRuns: runs * times })
}

/** One call of the detector. */
export type Moment =
  | { readonly at: "propose"; readonly proposal: Proposal }
  | { readonly at: "settle"; readonly settlement: Settlement }
  | { readonly at: "verdict"; readonly verdict: Verdict }

/** Plays moments from a state on; `carry` stands for what a host does with the state between two steps. */
export function play(
  detector: Detector,
  moments: readonly Moment[],
  carry: (state: DetectorState) => DetectorState = (state) => state,
  start: DetectorState = detector.initial_state,
): readonly DetectorStep[] {
  let state = start
  return moments.map((moment) => {
    const step = playOne(detector, carry(state), moment)
    state = step.state
    return step
  })
}

export function playOne(detector: Detector, state: DetectorState, moment: Moment): DetectorStep {
  if (moment.at === "propose") return detector.propose(state, moment.proposal)
  if (moment.at === "settle") return detector.settle(state, moment.settlement)
  return detector.verdict(state, moment.verdict)
}

/** The state after the last step. */
export function lastState(detector: Detector, steps: readonly DetectorStep[]): DetectorState {
  return steps.at(-1)?.state ?? detector.initial_state
}

/** A value as it comes back from a file. */
export function throughJson<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T
}

/** Tools that cover every annotation the detector reads. */
export const tools: NonNullable<DetectorOptions["tools"]> = {
  run_test: { evidence_role: "verification" },
  run_all: { evidence_role: "verification", check_id: "pytest tests" },
  run_one: { evidence_role: "verification", check_id: "pytest tests/test_a.py" },
  lint: { evidence_role: "verification", check_id: "lint" },
  apply_fix: { kind: "edit" },
  fix_and_test: { kind: "edit", evidence_role: "verification" },
  read_file: { kind: "read", evidence_role: "observation" },
  note: { soft: true },
  shell: ({ command }) => (command === "npm test" ? { evidence_role: "verification" } : {}),
}

const names = [...Object.keys(tools), "undeclared", ""]
const FAILURES = ["AssertionError: expected 3, got 4", "TypeError: f is not a function", "boom"]
const TESTS = ["tests/test_a.py::test_one", "tests/test_a.py::test_two", "tests/test_b.py::test_three"]

const text = fc.constantFrom("", "Let me look at that again.", "Let me look at it again.", "done?")
const callArguments = fc.oneof(
  fc.constant({}),
  fc.record({ path: fc.constantFrom("a.ts", "b.ts"), depth: fc.nat(2) }),
  fc.record({ command: fc.constantFrom("npm test", "ls", "npm run build", "hugo") }),
)

const diagnostics = fc
  .subarray(TESTS, { minLength: 1 })
  .map((ids) => ids.map((test_id) => ({ test_id, message: `assert ${test_id.length} == 0`, kind: "test" })))

const failing: fc.Arbitrary<ToolResult> = fc.oneof(
  fc.constantFrom(...FAILURES).map((error) => ({ ok: false, error })),
  diagnostics.map((found) => ({ ok: false, diagnostics: found, tests_run: TESTS.length })),
  fc.constant({ ok: false, error: "sh: 1: vitest: not found", exit_code: 127 }),
  fc.constantFrom("one ok", "two ok").map((output) => ({ ok: false, output, timed_out: true })),
  fc.constant({ ok: false, error: "maximum context length exceeded", error_source: "model" as const }),
  fc.constant({ ok: false, error: "usage: tool FILE" }),
  fc.constantFrom("advisory", "skipped", "running").map((status) => ({ ok: false, status, error: "later" })),
  fc.constant({ ok: false, status: "refused", error: "not in this session" }),
)
const passing: fc.Arbitrary<ToolResult> = fc.oneof(
  fc.constantFrom("12 passed", "edit applied", "").map((output) => ({ ok: true, output })),
  fc.nat(4).map((tests_run) => ({ ok: true, output: "passed", tests_run })),
  fc
    .constantFrom("applied", "not_applied", "unchanged")
    .map((mutation_status): ToolResult => ({ ok: true, mutation_status })),
  fc
    .constantFrom("h1", "h2", "h3")
    .map((hash): ToolResult => ({ ok: true, mutation_status: "applied", file_hashes: { "a.ts": hash } })),
)
const result = fc.oneof({ weight: 3, arbitrary: failing }, { weight: 2, arbitrary: passing })

const signals: fc.Arbitrary<Signals> = fc.record(
  {
    progress_signal: fc.option(fc.nat(5)),
    remediation_delivered: fc.oneof(fc.boolean(), fc.nat(3)),
    action_signal: fc.boolean(),
  },
  { requiredKeys: [] },
)

const verdict: fc.Arbitrary<Verdict> = fc.oneof(
  fc.constant<Verdict>({ status: "pass" }),
  fc.constant<Verdict>({ status: "unable", reason: "no network" }),
  fc
    .record({ evidence: fc.constantFrom(...FAILURES), check_id: fc.constantFrom("default", "pytest tests") })
    .map((fields): Verdict => ({ status: "fail", ...fields })),
)

interface Turn {
  readonly pairs: readonly (readonly [string, Record<string, unknown>, ToolResult])[]
  readonly text: string
  readonly stop: string | undefined
  readonly had_parse_errors: boolean
  readonly output_tokens: number
  readonly signals: Signals
  readonly verdict: Verdict | null
}

const pair = fc.tuple(fc.constantFrom(...names), callArguments, result)

const turn: fc.Arbitrary<Turn> = fc.record({
  pairs: fc.oneof({ weight: 2, arbitrary: fc.tuple(pair) }, fc.array(pair, { maxLength: 3 })),
  text,
  stop: fc.constantFrom("stop", "error", "context_window", undefined),
  had_parse_errors: rarely(fc.constant(true), false),
  output_tokens: rarely(fc.nat(4), 0),
  signals: rarely(signals, {}),
  verdict: fc.option(verdict, { freq: 4 }),
})

/** How a round of a block differs from the one before. */
const ROUNDS = ["same", "reworded calls", "other results", "no results"] as const
type Rounds = (typeof ROUNDS)[number]

const block = fc.record({
  turns: fc.oneof(fc.tuple(turn), fc.array(turn, { minLength: 1, maxLength: 3 })),
  times: fc.integer({ min: 1, max: 6 }),
  rounds: fc.oneof(fc.constant<Rounds>("same"), fc.constantFrom(...ROUNDS)),
})

/** A run, one list of moments a turn: blocks of turns, round after round, so that streaks and cycles grow. */
export const turns: fc.Arbitrary<readonly (readonly Moment[])[]> = fc
  .array(block, { maxLength: 4 })
  .map((blocks) =>
    blocks.flatMap(({ turns: list, times, rounds: kind }) =>
      Array.from({ length: times }, (_, round) => list.map((one) => momentsOf(one, kind, round))).flat(),
    ),
  )

/** Those moments in a row. */
export const transcript: fc.Arbitrary<readonly Moment[]> = turns.map((list) => list.flat())

function momentsOf(one: Turn, kind: Rounds, round: number): readonly Moment[] {
  const { pairs, stop, output_tokens, verdict: judged, signals: given, ...reply } = one
  const query = `where in the sources is the parser called${"?".repeat(1 + (round % 3))}`
  const reworded = kind === "reworded calls" ? { query, why: "to find out who calls it" } : {}
  const tool_calls = pairs.map(([name, own]) => ({ name, arguments: { ...own, ...reworded } }))
  const results = pairs.map(([tool_name, , answer]) => ({
    ...answer,
    tool_name,
    ...(kind === "other results" && answer.ok === true ? { output: `page ${round}` } : {}),
  }))
  return [
    {
      at: "propose",
      proposal: {
        ...reply,
        tool_calls,
        provider_stop_reason: stop,
        usage: { output_tokens },
        signals: given,
      },
    },
    { at: "settle", settlement: { results: kind === "no results" ? [] : results, signals: given } },
    ...(judged === null ? [] : [{ at: "verdict" as const, verdict: judged }]),
  ]
}

function rarely<T>(value: fc.Arbitrary<T>, usual: T): fc.Arbitrary<T> {
  return fc.oneof({ weight: 9, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: value })
}

function valueOf({ value: type }: Knob): fc.Arbitrary<unknown> {
  switch (type.type) {
    case "boolean":
      return fc.boolean()
    case "integer": {
      const near = fc.integer({ min: type.minimum, max: type.minimum + 3 })
      return type.nullable ? fc.option(near, { freq: 4 }) : near
    }
    case "names":
      return fc.subarray(["note", "read_file"])
    case "choice":
      return fc.constantFrom(...type.choices)
    case "switches":
      return fc.record(Object.fromEntries(type.names.map((name) => [name, fc.boolean()])))
    case "host":
      return fc.constant(null)
  }
}

/** Any subset of the knobs that `wanted` picks, each with any valid value. */
export function knobValues(wanted: (knob: Knob) => boolean): fc.Arbitrary<StallOptions> {
  const rows = knobs.filter(wanted).map((knob) => [knob.name, valueOf(knob)] as const)
  return fc.record(Object.fromEntries(rows), { requiredKeys: [] })
}

/** Any knobs of an enabled detector. */
export const anyKnobs: fc.Arbitrary<StallOptions> = knobValues(({ name }) => name !== "enabled")

/** Any knobs beside these. */
export function knobsWith(fixed: StallOptions): fc.Arbitrary<StallOptions> {
  return anyKnobs.map((given) => ({ ...given, ...fixed }))
}

/** What the `evidence` preset sets. */
export const recommended: StallOptions = Object.fromEntries(
  knobs.filter(({ value }) => value.type !== "host").map((knob) => [knob.name, knob.recommended]),
)
