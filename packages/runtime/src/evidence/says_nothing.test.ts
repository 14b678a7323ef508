import { expect, it } from "vitest"
import type { ToolResult } from "../protocol/tool.ts"
import { diagnose } from "./diagnose.ts"
import { saysNothing } from "./says_nothing.ts"

it.each<readonly [boolean, ToolResult]>([
  [true, { ok: false }],
  [true, { ok: false, output: "", exit_code: 1 }],
  [true, { ok: false, error: "Exit code 1" }],
  [true, { ok: false, error: "Command failed with exit code 1" }],
  [true, { ok: false, output: "[Command finished with exit code 1]" }],
  [true, { ok: false, error: "Exit code 1", output: "(no output)" }],
  [true, { ok: false, output: "No matches found." }],
  [true, { ok: false, error: "error: no results" }],
  [true, { ok: false, error: `${"error ".repeat(19)}failed` }],
  [false, { ok: false, error: "boom" }],
  [false, { ok: false, error: "No such tool" }],
  [false, { ok: false, error: "File not found" }],
  [false, { ok: false, output: "Exit code 1\nconnection refused" }],
  [false, { ok: false, error: `${"error ".repeat(19)}failed.` }],
  [false, { ok: false, diagnostics: [{ message: "expected 3, got 4" }] }],
])("%s: %j", (expected, result) => {
  expect(saysNothing(diagnose(result, { check_id: "default" }))).toBe(expected)
})
