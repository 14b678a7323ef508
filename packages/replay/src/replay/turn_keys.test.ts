import { expect, test } from "vitest"
import type { RecordedTurn, SessionRun } from "../sessions/session.ts"
import { EDIT, FAILING, PASSING, type Step, turns } from "./replay.fixture.ts"
import { TurnKeys } from "./turn_keys.ts"

const STEPS: readonly Step[] = [FAILING, EDIT, PASSING]
const RANDOM = ["toolu_01AbCdEfGh", "toolu_02IjKlMnOp", "toolu_03QrStUvWx"]
const COUNTED = ["call_1", "functions.bash:2", "call_00000003"]
const WORDS: RecordedTurn = { event: 0, text: "I look first", calls: [] }

function keysOf(
  ids: readonly string[],
  { steps = STEPS, run = {} }: { readonly steps?: readonly Step[]; readonly run?: Partial<SessionRun> } = {},
): readonly number[] {
  const keys = new TurnKeys()
  keys.add(WORDS)
  for (const [at, turn] of turns(steps).entries())
    keys.add({ ...turn, calls: turn.calls.map((call) => ({ ...call, id: ids[at] })) })
  return [...keys.of({ id: "a", source: "/a.jsonl", ...run })]
}

test("random ids of calls name the turns, also those before them, in every recording", () => {
  const keys = keysOf(RANDOM)
  expect(new Set(keys).size).toBe(4)
  const elsewhere = { id: "b", source: "/b.jsonl", began_at: "2026-01-01T00:00:01.000Z" }
  expect(keysOf(RANDOM, { run: elsewhere })).toEqual(keys)
  expect(keysOf(RANDOM, { steps: STEPS.slice(0, 2) })).toEqual(keys.slice(0, 3))
  const others = keysOf(RANDOM.map((id) => `${id}9`))
  expect(others.filter((key) => keys.includes(key))).toEqual([])
})

test("counted ids name nothing: the same beginning, or all of the run, does", () => {
  const timed = { began_at: "2026-01-01T00:00:01.000Z" }
  const keys = keysOf(COUNTED, { run: timed })
  expect(keysOf(COUNTED, { steps: STEPS.slice(0, 2), run: timed })).toEqual(keys.slice(0, 3))
  const later = keysOf(COUNTED, { run: { began_at: "2026-01-01T00:00:02.000Z" } })
  expect(later.filter((key) => keys.includes(key))).toEqual([])
  const whole = keysOf(COUNTED)
  expect(keysOf(COUNTED, { run: { id: "b", source: "/b.jsonl" } })).toEqual(whole)
  expect(keysOf(COUNTED, { run: { id: "another" } })).not.toEqual(whole)
  expect(keysOf(COUNTED, { steps: STEPS.slice(0, 2) })[0]).not.toBe(whole[0])
})

test("words alone are no copy of the same words in another file", () => {
  const one = new TurnKeys()
  one.add(WORDS)
  expect(one.of({ id: "a", source: "/a.jsonl" })).not.toEqual(one.of({ id: "b", source: "/b.jsonl" }))
})
