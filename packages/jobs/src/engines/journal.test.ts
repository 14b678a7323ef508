import { expect, test } from "vitest"
import { JOURNAL_VERSION, readRowInput, rowInput } from "./journal.ts"
import { pauseOf } from "./pause.ts"
import { turnsByKind } from "./turns_by_kind.ts"

const ROW = { kind: "order", row_id: "or-1", repository: "shop" }

test("a workflow of another release is refused with what to do", () => {
  expect(readRowInput(rowInput(ROW))).toEqual({ ...ROW, journal_version: JOURNAL_VERSION })
  expect(() => readRowInput({ ...ROW, journal_version: 0 })).toThrow(
    "order or-1 has a journal of version 0, and this release reads version 1: let a worker of its own release end it",
  )
})

test.each([
  ["2026-01-01T00:01:00.000Z", 60_000],
  ["2026-01-01T01:00:00.000Z", 600_000],
  ["2025-01-01T00:00:00.000Z", 100],
  [null, 600_000],
  ["some day", 600_000],
])("a row that is to be looked at at %s rests for %i ms", (look_at, ms) => {
  expect(pauseOf({ look_at }, { now_ms: Date.UTC(2026, 0, 1), look_every_ms: 600_000 })).toBe(ms)
})

test("a kind without turns is refused by name", () => {
  const turnsOf = turnsByKind([{ kind: "run", turn: () => Promise.reject(), cancel: async () => undefined }])
  expect(turnsOf("run").kind).toBe("run")
  expect(() => turnsOf("rum")).toThrow("Did you mean")
})
