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

const told = (severity: "error" | "warning") => ({
  ...OUTCOME,
  critics: ["G2"],
  findings: [{ critic: "G2", rule: "r", path: "a.go", message: "m", severity }],
})

it("counts those apart that only warn", () => {
  expect(scoreTable([told("warning"), told("error")], "kind")).toContain("| k | 2/2 | 2/2 | 1 | G2 2 |")
})

it("counts a mistake that a parser kept from being looked at neither as seen nor as missed", () => {
  const table = scoreTable([OUTCOME, told("error"), { ...OUTCOME, unable: ["G2: not in time"] }], "kind")
  expect(table).toContain("| k | 1/2 | 1/2 | 1 | G2 1 |")
  expect(table).toContain("1 more could not be looked at.")
})
