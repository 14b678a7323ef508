import { isInvalidOptionError } from "@proofloop/foundation/errors"
import { describe, expect, it } from "vitest"
import { memories } from "./patterns.ts"
import { checkedState } from "./read_state.ts"
import { INITIAL_STATE } from "./state.ts"

/** A value of its own in each place. */
const changes = (): object => ({ applied: 1, rejected: 1, other: 1, taken_back: 1 })

const EVIDENCE = {
  check_id: "tests",
  class: "fail",
  signature: "err:1",
  kind: "test",
  snippet: "boom",
  count: 1,
  structured: true,
  identities: ["a"],
  strong_identities: ["a"],
  tests_run: 3,
  failing_tests: ["b"],
  test_files: ["b.test.ts"],
  weakness: "",
  removed_tests: ["c"],
  origin: "result",
  guessed: false,
  seen_at: changes(),
}

/** A state with something in every list, as it comes back from a file. */
const FULL = {
  ...INITIAL_STATE,
  warnings: [{ pattern: "ping_pong" }],
  feedback_by_pattern: { ping_pong: 1, repeated_error: 2 },
  slots: [
    {
      check_id: "tests",
      class: "fail",
      guessed: false,
      signature: "err:1",
      snippet: "boom",
      kind: "test",
      streak: 2,
      edit_since_failure: false,
      reverify_owed: false,
      count: 1,
      identities: ["a"],
      strong_identities: ["a"],
      minimum: 1,
      narrower: [{ check_id: "tests one", signature: "err:a" }],
      timeout_streak: 0,
      last_turn: 2,
      trips: 0,
      last_trip_streak: 0,
      verdict_epoch: -1,
      verdict_confirmed: false,
      first_seen: changes(),
      last_seen: changes(),
      tests_run: 3,
      failing_tests: ["b"],
      test_files: ["b.test.ts"],
      test_file_changed: true,
      standing: { write_epoch: 1, effects: 2 },
    },
  ],
  recurrences: [{ check_id: "tests", signature: "err:1", count: 2, trips: 0 }],
  alternations: [
    {
      check_id: "tests",
      with_edits: true,
      before: { key: "err:1", says: "boom" },
      last: { key: "edit err:2", says: "no match" },
      length: 2,
      trips: 0,
    },
  ],
  changed: { so_far: changes(), files: [{ path: "a.ts", edit: 1 }], rejection: "no match" },
  memory: {
    history: ["h"],
    actions: ["a"],
    same_edit: { action: "x", count: 1, checks: [{ action: "y", key: "err:1" }] },
    near_action: { tool_name: "a", text: "b", rest: "c", key: "d", count: 1 },
    looking: 1,
    cap_grace: true,
    near_monologue: { text: "a", count: 1 },
    tool_error: { tool_name: "a", key: "err:1", count: 1 },
    unjudged: { has_judged: false, calls: 1, unread: 1, tools: ["a"], commands: ["b"] },
    edit_rejected: { key: "a", count: 1 },
    environment_causes: [{ cause: "program tsc", check_id: "npm test", count: 2, last_turn: 4 }],
    idle_turns: 1,
    silent_success: { program: "hugo", command: "a", form: "b", count: 1 },
    shown_success: [{ script: "python a.py", key: "ok:1", count: 1, edited: true }],
    same_answers: [{ answer: "a", command: "b", form: "c" }],
    waits: [{ action: "a", key: "ok:1", count: 1 }],
    files: [{ path: "a.ts", hashes: ["h1"], returns: 0 }],
    output_tokens: 5,
  },
  work: {
    write_epoch: 1,
    effects: 2,
    ran_since_proof: true,
    unverified_write: true,
    proof: { source: "command", check_id: "tests", output_sha256: "ab", write_epoch: 1, turn: 2 },
    weakness: "no test ran",
    forgotten: { count: 1, write_epoch: 1 },
  },
  proposal: [
    {
      call_id: "c1",
      tool_name: "a",
      action: "x",
      files: ["a.ts"],
      arguments_prose: "",
      arguments_rest: "",
      command: "",
      names_process: false,
      kind: "edit",
      mutates: true,
      evidence_role: "",
      check_id: "",
      soft: false,
      read_only: false,
      side_effects: "",
      declared: true,
    },
  ],
  dispatched: {
    observations: [{ tool_name: "a", action: "x", kind: "ok", key: "ok:1", running: false, evidence: true }],
    made_edit: false,
  },
  pending: {
    made_edit: false,
    may_have_edited: false,
    evidence: [structuredClone(EVIDENCE)],
    rejected_edit: { key: "err:2", says: "no match" },
    lacks: [{ cause: "program tsc", snippet: "tsc: not found", check_id: "npm test" }],
    verdicts: [structuredClone(EVIDENCE), "accept"],
  },
}

/** Null may stand for any of these. */
const NULLABLE = [
  "slots.0.strong_identities",
  "slots.0.tests_run",
  "slots.0.minimum",
  "slots.0.standing",
  "work.proof",
  "proposal.0.mutates",
  "dispatched",
  "pending",
  "pending.evidence.0.strong_identities",
  "pending.evidence.0.tests_run",
  "pending.rejected_edit",
  "pending.verdicts.0.strong_identities",
  "pending.verdicts.0.tests_run",
]

type Path = readonly (string | number)[]

/** Every place in a value, the value itself left out. */
function placesIn(value: unknown, above: Path = []): readonly Path[] {
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => {
    const path = [...above, name]
    return [path, ...placesIn(inner, path)]
  })
}

function valueAt(value: unknown, path: Path): unknown {
  let at = value
  for (const name of path) at = Reflect.get(at as object, name)
  return at
}

/** Whether a value is empty, zero or false, or a record. */
function isNothing(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0
  return typeof value === "object" || value === "" || value === 0 || value === false
}

/** The full state with another value at one place. */
function changed(path: Path, value: unknown): unknown {
  const state: unknown = structuredClone(FULL)
  Reflect.set(valueAt(state, path.slice(0, -1)) as object, path.at(-1) ?? "", value)
  return state
}

/** The option of the error that the state is refused with, or null. */
function refusal(state: unknown): string | null {
  try {
    return checkedState(state) === state ? null : "another state"
  } catch (error) {
    if (!isInvalidOptionError(error)) throw error
    return error.option
  }
}

const places = placesIn(FULL)

describe("checkedState", () => {
  it("takes the state of a detector, filled or not", () => {
    expect(refusal(INITIAL_STATE)).toBeNull()
    expect(refusal(FULL)).toBeNull()
  })

  it.each(places.map((path) => [path.join("."), path] as const))("needs a true %s", (_name, path) => {
    for (const value of [undefined, () => 1, Symbol("x"), 1n]) {
      expect(refusal(changed(path, value))).toBe(`state.${path[0] ?? ""}`)
    }
  })

  it.each(places.map((path) => [path.join("."), path] as const))(
    "knows whether %s may be null",
    (name, path) => {
      expect(refusal(changed(path, null))).toBe(NULLABLE.includes(name) ? null : `state.${path[0] ?? ""}`)
    },
  )

  it.each([
    ["turn", Number.NaN],
    ["turn", Number.POSITIVE_INFINITY],
    ["streak", "3"],
    ["hard_stop", 0],
    ["last_signature", 5],
    ["version", 1],
    ["slots", { length: 0 }],
    ["slots", Array.from({ length: 1001 }, () => FULL.slots[0])],
    ["feedback_by_pattern", 5],
    ["feedback_by_pattern", { ping_pong: 1, repeated_error: "2" }],
    ["memory", 5],
    ["memory", { ...FULL.memory, unheard_of: 1 }],
    ["pending", { ...FULL.pending, verdicts: ["reject"] }],
  ])("refuses %s of the wrong kind", (name, value) => {
    expect(refusal({ ...FULL, [name]: value })).toBe(`state.${name}`)
  })

  // Words of states that hosts have stored: each has to be read by every later version.
  it.each([
    ["last_diagnostic_class", ["", "pass", "fail"]],
    ["slots.0.class", ["", "pass", "fail"]],
    ["dispatched.observations.0.kind", ["ok", "error", "context_window", "advisory"]],
    ["proposal.0.evidence_role", ["", "observation", "verification"]],
    ["proposal.0.side_effects", ["", "none", "workspace", "anything", "elsewhere"]],
    ["pending.evidence.0.class", ["pass", "fail"]],
    ["pending.evidence.0.origin", ["result", "verdict"]],
  ])("takes the words of %s and no other", (name, words) => {
    const path = name.split(".")
    expect(words.filter((word) => refusal(changed(path, word)) !== null)).toEqual([])
    expect(refusal(changed(path, "unheard of"))).toBe(`state.${path[0] ?? ""}`)
  })

  it("takes lists of up to 1000", () => {
    expect(refusal({ ...FULL, slots: Array.from({ length: 1000 }, () => FULL.slots[0]) })).toBeNull()
  })

  it.each([undefined, null, 5, "state"])("refuses %j as a whole", (state) => {
    expect(refusal(state)).toBe("state")
  })

  it("says what it expected and got", () => {
    expect(() => checkedState(null)).toThrow(
      "state: expected a state of this detector, first its initial_state, got null.",
    )
    expect(() => checkedState({ ...FULL, turn: "1" })).toThrow('got the string "1".')
  })
})

describe("initialState", () => {
  it("starts from nothing", () => {
    const { version, ...rest } = INITIAL_STATE
    expect(version).toBe(2)
    const left = placesIn(rest).filter((path) => !isNothing(valueAt(rest, path)))
    expect(left).toEqual([])
    expect(memories.map(({ name }) => name).toSorted()).toEqual(Object.keys(FULL.memory).toSorted())
    expect(memories.filter(({ shape, start }) => !shape(start))).toEqual([])
  })
})
