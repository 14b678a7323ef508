import { sha256Hex } from "@proofloop/foundation/text"
import { describe, expect, it } from "vitest"
import type { Verdict } from "../protocol/verdict.ts"
import { createDetector, type DetectorOptions, type Turn } from "./detector.ts"
import { type DetectorState, INITIAL_STATE } from "./state.ts"
import type { VerdictOrigin } from "./verdict.ts"

const TOOLS: NonNullable<DetectorOptions["tools"]> = { run_test: { evidence_role: "verification" } }
const FAILING: Turn = {
  tool_calls: [{ name: "run_test" }],
  results: [{ tool_name: "run_test", ok: false, error: "boom" }],
}
const REPORT = "TAP version 13\n# Subtest: a\nnot ok 1 - a\n1..1\n# tests 1\n# pass 0\n# fail 1"

function detectorWith(knobs: object, options: DetectorOptions = {}) {
  return createDetector({
    stall_diagnostics: { repair_aware: true, fold_verdicts: true, ...knobs },
    tools: TOOLS,
    ...options,
  })
}

describe("readVerdict", () => {
  const detector = detectorWith({}, { workspace_root: "/work" })
  const read = (verdict: Verdict) => detector.verdict(detector.initial_state, verdict).evidence

  it("is the evidence of a fail, about its own check", () => {
    expect(read({ status: "fail", evidence: REPORT, check_id: "node-test" })).toMatchObject({
      check_id: "node-test",
      class: "fail",
      kind: "test",
      snippet: "a: test failed",
      count: 1,
      structured: true,
      tests_run: 1,
      failing_tests: [sha256Hex("a")],
      weakness: "",
      origin: "verdict",
    })
    expect(read({ status: "fail", evidence: "boom" })).toMatchObject({
      check_id: "default",
      kind: "runtime",
      snippet: "boom",
      structured: false,
      strong_identities: null,
      tests_run: null,
    })
  })

  it("reads the whole output rather than an excerpt of it, and what the verdict says itself", () => {
    expect(read({ status: "fail", evidence: "it failed", output: REPORT })).toMatchObject({
      kind: "test",
      count: 1,
    })
    expect(read({ status: "fail", evidence: "boom", tests_run: 7, timed_out: true })).toMatchObject({
      kind: "timeout",
      tests_run: 7,
    })
    expect(read({ status: "fail", evidence: "boom", exit_code: 127 })).toMatchObject({ kind: "environment" })
    expect(
      read({ status: "fail", evidence: "boom", diagnostics: [{ message: "no", test_id: "t" }] }),
    ).toMatchObject({
      snippet: "t: no",
      structured: true,
    })
  })

  it("knows the runner by the check, and the workspace", () => {
    expect(read({ status: "fail", evidence: "E   boom", check_id: "pytest" })?.structured).toBe(false)
    const cut = "____ test_a ____\nE   boom\n/work/a.py:2: AssertionError"
    expect(read({ status: "fail", evidence: cut, check_id: "pytest" })).toMatchObject({
      structured: true,
      kind: "test",
    })
    expect(read({ status: "fail", evidence: cut, check_id: "judge" })).toMatchObject({ structured: false })
    const at = (path: string) => read({ status: "fail", evidence: `boom in ${path}` })?.signature
    expect(at("/work/src/deep/a.ts")).toBe(at("src/deep/a.ts"))
    expect(at("/work/src/deep/a.ts")).not.toBe(at("/other/src/deep/a.ts"))
  })

  it("is the evidence of a pass: what ran, and what speaks against it", () => {
    expect(read({ status: "pass" })).toMatchObject({
      check_id: "default",
      class: "pass",
      weakness: "",
    })
    const output = REPORT.replace("not ok", "ok").replace("pass 0", "pass 1").replace("fail 1", "fail 0")
    const failed = detector.verdict(detector.initial_state, {
      status: "fail",
      evidence: "no",
      diagnostics: ["a", "b"].map((test_id) => ({ message: "no", test_id })),
    })
    expect(detector.verdict(failed.state, { status: "pass", output }).evidence).toMatchObject({
      tests_run: 1,
      weakness: "1 of the tests that had failed did not run",
    })
    expect(read({ status: "pass", output: REPORT })).toMatchObject({
      class: "pass",
      weakness: "its own report speaks of failures",
    })
  })

  it.each<Verdict>([{ status: "unable", reason: "no network" }, {} as Verdict, null as never])(
    "is none of %j",
    (verdict) => {
      expect(read(verdict)).toBeNull()
    },
  )
})

describe("what a verdict proves", () => {
  const failing: Verdict = { status: "fail", evidence: "boom", tests_run: 3 }

  /** The state after verdicts, each with where it comes from. */
  function after(...verdicts: readonly (readonly [Verdict, (VerdictOrigin | undefined)?])[]): DetectorState {
    const detector = createDetector()
    return verdicts.reduce(
      (state, [verdict, origin]) => detector.verdict(state, verdict, origin).state,
      detector.initial_state,
    )
  }
  const proofOf = (verdict: Verdict, origin?: VerdictOrigin) => after([verdict, origin]).work.proof

  it("names what ran, on which work and what it printed, as far as that is known", () => {
    const bare = { check_id: "default", output_sha256: sha256Hex(""), write_epoch: 0, turn: 0 }
    // Compared strictly: unknown fields are absent.
    expect(proofOf({ status: "pass" })).toStrictEqual({ ...bare, source: "function" })
    const origin = {
      source: "command",
      check_id: "unit",
      command: "npm test",
      workspace_sha256: "ab",
    } as const
    expect(proofOf({ status: "pass", output: "fine", exit_code: 0, tests_run: 3 }, origin)).toEqual({
      ...bare,
      ...origin,
      exit_code: 0,
      tests_run: 3,
      output_sha256: sha256Hex("fine"),
    })
  })

  it("is nothing where it was reused, is weak or is a fail", () => {
    expect(proofOf({ status: "pass" }, { reused: true })).toBeNull()
    expect(proofOf({ status: "pass" }, { reused: false })).not.toBeNull()
    expect(after([failing, { reused: true }]).slots).toEqual([])
    expect(after([{ status: "pass", tests_run: 0 }]).work).toMatchObject({
      proof: null,
      weakness: "no test ran",
    })
    expect(proofOf({ status: "pass", exit_code: 1 })).toBeNull()
    expect(after([{ status: "pass" }], [failing]).work.proof).toBeNull()
  })

  it("is its own check's pass alone where the check stands beside the one that counts", () => {
    const lint = { check_id: "lint" }
    const passing = { status: "pass", tests_run: 3 } as const
    const standing = (state: DetectorState) => state.slots.filter((slot) => slot.standing !== null)
    expect(standing(after([failing, lint]))).toHaveLength(1)
    const cleared = after([failing, lint], [passing, { ...lint, beside: true }])
    expect(standing(cleared)).toEqual([])
    expect(cleared.work.proof).toBeNull()
    expect(standing(after([failing, lint], [passing, { beside: true }]))).toHaveLength(1)
    const judge = { ...lint, beside: true, source: "judge" } as const
    expect(standing(after([failing, lint], [passing, judge]))).toHaveLength(1)
  })

  it("is of a judge its word alone, which stands against nothing", () => {
    const judge = { source: "judge", check_id: "unit" } as const
    expect(proofOf({ status: "pass" }, judge)).toMatchObject({ source: "judge", check_id: "unit" })
    expect(proofOf({ status: "pass", tests_run: 0 }, judge)).toMatchObject({ source: "judge" })
    expect(after([{ status: "pass" }], [failing, judge]).work.proof).toMatchObject({ source: "function" })
    expect(after([{ status: "pass" }], [{ status: "pass" }, judge]).work.proof).toMatchObject({
      source: "function",
    })
    const unit = { check_id: "unit" }
    const judged = after([failing, unit], [{ status: "pass" }, judge])
    expect(judged.slots).toMatchObject([{ check_id: "unit", tests_run: 3, standing: { write_epoch: 0 } }])
  })

  it("is weak after its check's own failure, but for a judge, and after one that proves nothing", () => {
    const detector = createDetector({
      stall_diagnostics: { undeclared_role: "infer", repair_aware: true },
      tools: { shell: { kind: "execute" } },
    })
    const evidenceAfter = (state: DetectorState, origin: VerdictOrigin) =>
      detector.verdict(state, { status: "pass" }, origin).evidence
    const failed = detector.verdict(detector.initial_state, failing).state
    expect(evidenceAfter(failed, {})?.weakness).toMatch("it does not say how many tests ran")
    expect(evidenceAfter(failed, { source: "judge" })?.weakness).toBe("")
    const proposed = detector.propose(detector.initial_state, {
      tool_calls: [{ name: "shell", arguments: { command: "./thing.sh" } }],
    }).state
    const settled = detector.settle(proposed, {
      results: [{ tool_name: "shell", ok: false, error: REPORT, exit_code: 1 }],
    })
    expect(settled.results[0]?.evidence).toMatchObject({ check_id: "./thing.sh", tests_run: 1 })
    expect(evidenceAfter(settled.state, { check_id: "./thing.sh" })).toMatchObject({
      signature: "",
      weakness: "",
    })
  })

  it("goes without the tests that the host lets go, by its options or by the verdict", () => {
    const failed = { status: "fail", evidence: "no", diagnostics: [{ message: "no", test_id: "a" }] } as const
    const output = "TAP version 13\n# Subtest: b\nok 1 - b\n1..1\n# tests 1\n# pass 1\n# fail 0"
    const removed = (options: DetectorOptions, verdict: object) => {
      const detector = createDetector(options)
      const { state } = detector.verdict(detector.initial_state, failed)
      const { evidence } = detector.verdict(state, { status: "pass", output, ...verdict })
      return [evidence?.weakness, evidence?.removed_tests]
    }
    expect(removed({}, {})).toEqual(["1 of the tests that had failed did not run", []])
    expect(removed({ accepted_removals: ["a"] }, {})).toEqual(["", ["a"]])
    expect(removed({}, { accepted_removals: ["a"] })).toEqual(["", ["a"]])
  })
})

describe("takeVerdict", () => {
  it("changes nothing by a pass that is no accept: one beside, or a weak one", () => {
    const detector = detectorWith({ fold: "same_turn", weak_pass: "keep" })
    const { state } = detector.observe(detector.initial_state, FAILING)
    expect(detector.verdict(state, { status: "pass" }, { beside: true }).current_failure).toBeDefined()
    expect(detector.verdict(state, { status: "pass", tests_run: 0 }).current_failure).toBeDefined()
    expect(detector.verdict(state, { status: "pass" }, { beside: false }).current_failure).toBeUndefined()
  })

  it("folds nothing without a failure model", () => {
    const detector = detectorWith({ repair_aware: false })
    for (const verdict of [{ status: "pass" }, { status: "fail", evidence: "boom" }] as const) {
      const { slots, work: _work, ...rest } = detector.verdict(detector.initial_state, verdict).state
      expect({ ...INITIAL_STATE, ...rest }).toEqual(INITIAL_STATE)
      expect(slots.filter(({ class: seen }) => seen !== "")).toEqual([])
    }
  })

  it("folds a fail into the turn that is folded already, without counting the turn again", () => {
    const detector = detectorWith({ fold: "same_turn" })
    const { state } = detector.observe(detector.initial_state, FAILING)
    const judged = detector.verdict(state, { status: "fail", evidence: "judged" })
    expect(judged.current_failure).toMatchObject({ snippet: "judged", check_id: "default" })
    expect(judged.state).toMatchObject({ turns_since_clean_verify: 1, failing_verify_turns: 1 })
    const accepted = detector.verdict(state, { status: "pass" })
    expect(accepted.current_failure).toBeUndefined()
    expect(accepted.state.last_diagnostic_delta_status).toBe("cleared")
  })

  it("proves after an edit what its check had shown before it", () => {
    const detector = createDetector({ tools: { fix: { kind: "edit" } } })
    const failed = detector.verdict(detector.initial_state, { status: "fail", evidence: REPORT }).state
    const edit = { tool_calls: [{ name: "fix" }], results: [{ tool_name: "fix", ok: true }] }
    const proposed = detector.propose(failed, { tool_calls: edit.tool_calls }).state
    const edited = detector.settle(proposed, { results: edit.results }).state
    const passed = detector.verdict(edited, { status: "pass", tests_run: 1 }).state
    expect(passed.work.proof).toMatchObject({ tests_before: 1, write_epoch: 1 })
    const again = detector.verdict(passed, { status: "pass", tests_run: 1 }).state
    expect(again.work.proof).toMatchObject({ tests_before: 1 })
  })

  it("keeps the last 4 verdicts on a turn that is not folded yet", () => {
    const detector = detectorWith({})
    let { state } = detector.settle(detector.propose(detector.initial_state, FAILING).state, FAILING)
    for (const word of ["one", "two", "three", "four", "five"]) {
      state = detector.verdict(state, { status: "fail", evidence: word }).state
    }
    const waiting = state.pending?.verdicts.map((verdict) =>
      verdict === "accept" ? verdict : verdict.snippet,
    )
    expect(waiting).toEqual(["two", "three", "four", "five"])
    expect(detector.verdict(state, { status: "pass" }).state.pending?.verdicts.at(-1)).toBe("accept")
  })

  it("folds none without the knob, but an accept forgives the re-verify that edits owe", () => {
    const detector = createDetector({
      stall_diagnostics: { repair_aware: true, fold: "same_turn" },
      tools: { ...TOOLS, apply_fix: { kind: "edit" } },
    })
    const failed = detector.observe(detector.initial_state, FAILING).state
    const edited = detector.observe(failed, {
      tool_calls: [{ name: "apply_fix" }],
      results: [{ tool_name: "apply_fix", ok: true }],
    }).state
    expect(edited.reverify_owed).toBe(true)
    const vetoed = detector.verdict(edited, { status: "fail", evidence: "judged" }, { source: "judge" })
    expect(vetoed.state).toEqual(edited)
    const accepted = detector.verdict(edited, { status: "pass" })
    expect(accepted.state.reverify_owed).toBe(false)
    expect(accepted.current_failure).toMatchObject({ snippet: "boom" })
  })
})

describe("the proof of a verdict", () => {
  const proofOf = (verdict: Verdict, origin: VerdictOrigin = {}) => {
    const detector = detectorWith({})
    return detector.verdict(detector.initial_state, verdict, origin).state.work.proof
  }

  it("says what was cut and what was replayed, and nothing else", () => {
    const output =
      "Tasks:    2 successful, 2 total\nCached:    2 cached, 2 total\n  Time:    34ms >>> FULL TURBO"
    expect(proofOf({ status: "pass", output, output_cut: true, exit_code: 0 })).toMatchObject({
      output_cut: true,
      replayed: expect.stringContaining("FULL TURBO") as string,
      exit_code: 0,
    })
    const plain = proofOf({ status: "pass", output: "2 tests passed" })
    expect(Object.keys(plain ?? {})).not.toEqual(expect.arrayContaining(["output_cut"]))
    expect(plain).not.toHaveProperty("replayed")
    expect(plain).not.toHaveProperty("exit_code")
  })
})
