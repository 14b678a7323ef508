import type { Breaker } from "@proofloop/jobs/internal"
import { expect, test } from "vitest"
import { factsOf } from "./facts.ts"
import { exitCodeOf, type Outcome } from "./outcome.ts"
import { AROUND, row } from "./rows.fixture.ts"

const outcome = (change: Partial<Outcome>, ...given: Parameters<typeof row>): Outcome => ({
  run: factsOf(row(...given), AROUND),
  suspended: null,
  error: null,
  stopped: null,
  ...change,
})

const AWAY: Breaker = {
  environment: "model",
  name: "m-1",
  reason: "HTTP 429",
  opened_at: "2026-01-02T03:00:00.000Z",
  until: "2026-01-02T03:10:00.000Z",
  tries: 1,
  needs_person: false,
}

test.each([
  ["it is done", outcome({}, { state: "done" }), 0],
  ["it failed", outcome({ error: "no commit" }, { state: "failed", error: "no commit" }), 1],
  ["it was given up meanwhile", outcome({}, { state: "cancelled" }), 1],
  ["it waits", outcome({}), 3],
  ["an alarm", outcome({}, { state: "alarm" }), 3],
  ["a model is away", outcome({ suspended: AWAY }), 3],
  ["its time is over", outcome({ stopped: "time_limit" }), 3],
  ["its process died", outcome({ stopped: "crash" }), 3],
  ["a person stopped it", outcome({ stopped: "request" }), 130],
  ["it was done when it was stopped", outcome({ stopped: "request" }, { state: "done" }), 0],
  ["the store cannot be written", outcome({ error: "disk full" }), 3],
])("exit code when %s", (_what, given, code) => {
  expect(exitCodeOf(given)).toBe(code)
})
