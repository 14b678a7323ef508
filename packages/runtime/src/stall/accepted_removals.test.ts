import { sha256Hex } from "@proofloop/foundation/text"
import { expect, test } from "vitest"
import { acceptedRemovals } from "./accepted_removals.ts"

test("what is no text is no id of a test", () => {
  expect([...acceptedRemovals(["a", 5, null, "b"])]).toEqual([
    [sha256Hex("a"), "a"],
    [sha256Hex("b"), "b"],
  ])
  for (const given of [undefined, null, "a", {}]) expect(acceptedRemovals(given).size).toBe(0)
})

test("at most 1,000 are accepted", () => {
  expect(acceptedRemovals(Array.from({ length: 1200 }, (_, index) => `test ${index}`)).size).toBe(1000)
})
