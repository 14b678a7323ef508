import { InvalidOptionError } from "@proofloop/foundation/errors"
import { readField } from "../evidence/read_field.ts"
import { type DetectorState, INITIAL_STATE } from "./state.ts"

/** Longer lists than any state has. */
const MAX_LIST = 1000

type Check = (value: unknown) => boolean

const text: Check = (value) => typeof value === "string"
const number: Check = (value) => Number.isFinite(value)
const flag: Check = (value) => typeof value === "boolean"
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value)
const list =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.length <= MAX_LIST && value.every(check)
const record =
  (fields: Readonly<Record<string, Check>>): Check =>
  (value) =>
    typeof value === "object" &&
    value !== null &&
    Object.entries(fields).every(([name, check]) => check(readField(value, name)))

const evidence = record({
  check_id: text,
  class: text,
  signature: text,
  kind: text,
  snippet: text,
  count: number,
  structured: flag,
  identities: list(text),
  strong_identities: orNull(list(text)),
  tests_run: orNull(number),
  failing_tests: list(text),
  reran: orNull(list(text)),
  contradicted: flag,
  origin: text,
})
const observation = record({
  tool_name: text,
  action: text,
  kind: text,
  key: text,
  running: flag,
  evidence: flag,
})

/** What a host may have read back from a file, field by field; plain fields have the type they start with. */
const composed: Readonly<Partial<Record<keyof DetectorState, Check>>> = {
  version: (value) => value === 1,
  warnings: list(record({ pattern: text })),
  feedback_by_pattern: (value) => record({})(value) && Object.values(value as object).every(number),
  slots: list(
    record({
      check_id: text,
      class: text,
      signature: text,
      snippet: text,
      kind: text,
      streak: number,
      edit_since_failure: flag,
      reverify_owed: flag,
      count: number,
      identities: list(text),
      strong_identities: orNull(list(text)),
      tests_run: orNull(number),
      failing_tests: list(text),
      minimum: orNull(number),
      narrower: list(text),
      environment_streak: number,
      timeout_streak: number,
      last_turn: number,
      trips: number,
      last_trip_streak: number,
      verdict_epoch: number,
      verdict_confirmed: flag,
    }),
  ),
  recurrences: list(record({ check_id: text, signature: text, count: number, trips: number })),
  alternations: list(
    record({ check_id: text, with_edits: flag, before: text, last: text, length: number, trips: number }),
  ),
  memory: record({
    history: list(text),
    actions: list(text),
    same_edit: record({ action: text, count: number, checks: list(record({ action: text, key: text })) }),
    near_action: record({ tool_name: text, text, rest: text, key: text, count: number }),
    near_monologue: record({ text, count: number }),
    tool_error: record({ tool_name: text, key: text, count: number }),
    edit_rejected: record({ key: text, count: number }),
    files: list(record({ path: text, hashes: list(text), returns: number })),
    output_tokens: number,
  }),
  proposal: list(
    record({
      call_id: text,
      tool_name: text,
      action: text,
      arguments_prose: text,
      arguments_rest: text,
      command: text,
      kind: text,
      mutates: orNull(flag),
      evidence_role: text,
      check_id: text,
      soft: flag,
      read_only: flag,
      declared: flag,
    }),
  ),
  dispatched: orNull(record({ observations: list(observation), made_edit: flag })),
  pending: orNull(
    record({
      made_edit: flag,
      evidence: list(evidence),
      rejected_edit: text,
      verdicts: list((value) => value === "accept" || evidence(value)),
    }),
  ),
}

/** What throws when it is looked at is no part of a state. */
function holds(check: Check, value: unknown): boolean {
  try {
    return check(value)
  } catch {
    return false
  }
}

/** The state if it is one of a detector; throws InvalidOptionError naming the field that is not. */
export function checkedState(state: unknown): DetectorState {
  for (const [name, start] of Object.entries(INITIAL_STATE)) {
    const check: Check = Reflect.get(composed, name) ?? ((value) => typeof value === typeof start)
    const value = readField(state, name)
    if (holds(check, value) && (typeof start !== "number" || number(value))) continue
    throw new InvalidOptionError({
      option: record({})(state) ? `state.${name}` : "state",
      expected: "a state of this detector, first its initial_state",
      got: record({})(state) ? value : state,
    })
  }
  return state as DetectorState
}
