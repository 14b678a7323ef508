import { expect, test } from "vitest"
import { canonicalJson } from "./canonical_json.ts"

test("stops where shared values would explode, at 64 Mi characters", () => {
  let value: unknown = "x".repeat(1000)
  for (let depth = 0; depth < 60; depth += 1) value = [value, value]
  const text = canonicalJson(value)
  expect(text).toContain('"[large]"')
  expect(text.length).toBeGreaterThan(2 ** 26)
  expect(text.length).toBeLessThan(200_000_000)
})

test("prints a text of more than 4 Mi characters as its length and digest", () => {
  const longest = "\u0000".repeat(2 ** 22)
  expect(canonicalJson(longest)).toHaveLength(6 * 2 ** 22 + 2)
  expect(canonicalJson([`${longest}x`])).toMatch(/^\["\[4194305 characters, sha256:[0-9a-f]{64}\]"\]$/)
  expect(canonicalJson(`${longest}x`)).not.toBe(canonicalJson(`${longest}y`))
})
