import { expect, it } from "vitest"
import type { Baselines } from "../repository/facts.ts"
import { holdBaselines } from "./baselines.ts"

const never = new AbortController().signal

/** Measures that end when the test says so, in the order in which they began. */
function heldMeasures() {
  const pending: Array<(measured: Baselines) => void> = []
  const hold = holdBaselines(async () => new Promise((resolve) => pending.push(resolve)))
  return { hold, end: (at: number, build: string) => pending[at]?.({ build: new Set([build]) }) }
}

it("what was measured late does not replace what counts already", async () => {
  const { hold, end } = heldMeasures()
  const late = hold.ready(never)
  const first = hold.ready(never)
  end(1, "first")
  expect(await first).toEqual({ build: new Set(["first"]) })
  end(0, "late")
  expect(await late).toEqual({ build: new Set(["first"]) })
  expect(await hold.ready(never)).toEqual({ build: new Set(["first"]) })
})

it("a change that was accepted while it was measured moves the baselines all the same", async () => {
  const { hold, end } = heldMeasures()
  const measured = hold.ready(never)
  hold.moveTo({ build: new Set(["moved"]), failing_tests: null })
  end(0, "before")
  expect(await measured).toEqual({ build: new Set(["moved"]) })
})

it("what was cut short is measured anew", async () => {
  const { hold, end } = heldMeasures()
  const stop = new AbortController()
  const cut = hold.ready(stop.signal)
  stop.abort()
  end(0, "half")
  expect(await cut).toEqual({ build: new Set(["half"]) })
  const whole = hold.ready(never)
  end(1, "whole")
  expect(await whole).toEqual({ build: new Set(["whole"]) })
})
