import { expect, it } from "vitest"
import { printedFailures, unlikeNoises } from "./printed_noise.fixture.ts"

it.each(printedFailures().some)("$name fails the same with other noise", ({ output }) => {
  expect(unlikeNoises(output)).toEqual([])
})
