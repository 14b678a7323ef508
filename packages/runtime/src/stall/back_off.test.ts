import { expect, it } from "vitest"
import { waitsFirst } from "./back_off.ts"

it.each([
  "sleep 4 && curl a",
  "sleep 0.5; curl a",
  "sleep 2m\ncurl a",
  "sleep .5; a",
  "sleep $((2 ** i)); a",
])("%s waits first", (command) => {
  expect(waitsFirst({ command })).toBe(true)
})

it.each([
  "sleep 4",
  "sleep 0 && curl a",
  "curl a; sleep 4",
  "echo sleep 4; a",
  "sleep && a",
  "sleep x; a",
  "sleep 4x; a",
  "",
])("%j does not wait for something that it then does", (command) => {
  expect(waitsFirst({ command })).toBe(false)
})
