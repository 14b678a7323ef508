import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { readOutput } from "./reading.ts"
import type { SamplePair } from "./sample.ts"

const path = join(import.meta.dirname, "fixtures/sample.json")
const pairs = JSON.parse(readFileSync(path, "utf8")) as readonly SamplePair[]

it.each(pairs.map((pair) => [pair.tool, pair.must_be, pair] as const))(
  "reads two outputs of %s as %s",
  (_tool, must_be, { sides }) => {
    const signatures = new Set(sides.map((side) => readOutput(side, side.command)?.signature))
    expect(signatures.size).toBe(must_be === "same" ? 1 : 2)
  },
)

it("reads pairs of many tools", () => {
  expect(new Set(pairs.map(({ tool }) => tool)).size).toBeGreaterThanOrEqual(20)
})
