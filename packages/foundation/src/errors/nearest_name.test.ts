import { expect, it } from "vitest"
import { nearestName } from "./invalid_option.ts"

const HOSTS = ["claude-code", "codex", "gemini-cli", "opencode", "copilot"]

it.each([
  ["codx", HOSTS, "codex"],
  ["gemini", HOSTS, "gemini-cli"],
  ["clade", HOSTS, "claude-code"],
  ["claude-cod", HOSTS, "claude-code"],
  ["cl", HOSTS, null],
  ["shrink", ["shrink_floor", "bulk_shrink", "deletes", "strict"], "shrink_floor"],
  ["lens", ["repo", "head", "lens-dir"], "lens-dir"],
  ["lenz", ["lens", "lenz-dir"], "lens"],
  ["cursor", HOSTS, null],
  ["fix", ["fix-ci", "fixture"], null],
  ["forged", ["forged-deleted", "forged-skipped"], null],
])("%s of %j is %s", (name, known, near) => {
  expect(nearestName(name, known)).toBe(near)
})
