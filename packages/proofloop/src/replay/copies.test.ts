import { expect, test } from "vitest"
import { Copies } from "./copies.ts"

const keys = (...of: readonly number[]): Float64Array => Float64Array.from(of)

test("the head that runs before held is repeated, wherever it stood in them", () => {
  const copies = new Copies()
  expect(copies.see(keys(1, 2, 3))).toBe(0)
  expect(copies.see(keys(1, 2, 3))).toBe(3)
  expect(copies.see(keys(2, 3, 4, 1))).toBe(2)
  expect(copies.see(keys(5, 1))).toBe(0)
  expect(copies.see(keys(4097, 4, 5))).toBe(0)
})

test("keys are remembered as their number grows", () => {
  const copies = new Copies()
  const many = Float64Array.from({ length: 30_000 }, (_none, at) => (at + 1) * 4096)
  expect(copies.see(many)).toBe(0)
  expect(copies.see(many)).toBe(30_000)
})
