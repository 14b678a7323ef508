import { expect, it } from "vitest"
import { scoreTable } from "./score.ts"

const OUTCOME = {
  kind: "k",
  topic: "t",
  language: "go",
  paths: [],
  critics: [],
  findings: [],
  unable: [],
} as const

it("counts a mistake that a parser kept from being looked at neither as seen nor as missed", () => {
  const table = scoreTable(
    [OUTCOME, { ...OUTCOME, critics: ["G2"] }, { ...OUTCOME, unable: ["G2: not in time"] }],
    "kind",
  )
  expect(table).toContain("| k | 1/2 | 1/2 | G2 1 |")
  expect(table).toContain("1 more could not be looked at.")
})
