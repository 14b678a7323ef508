import { expect, it } from "vitest"
import { fixCiLimits } from "./limits.ts"

it("one repair has three tries, 300 s and 30 calls, and waits before each further try", () => {
  expect(fixCiLimits()).toEqual({ max_tries: 3, max_ms: 300_000, max_model_calls: 30, back_off_ms: 2000 })
  expect(fixCiLimits({ max_tries: 5 })).toMatchObject({ max_tries: 5, max_model_calls: 30 })
})
