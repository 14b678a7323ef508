import type { Feedback } from "@proofloop/jobs/feedback"
import type { JobNote } from "@proofloop/jobs/internal"
import { expect, test } from "vitest"
import { notesText } from "../terminal/notes_text.ts"
import { createStyle } from "../terminal/style.ts"
import { listText } from "./report.ts"

const style = createStyle(
  { write: () => undefined, is_terminal: false, columns: 80, isClosed: () => false },
  {},
)
const URL = `https://github.com/acme/${"shop".repeat(15)}/pull/7`

const row = (change: Partial<Feedback>): Feedback =>
  ({ id: "fb-0123456789ab", state: "pending", severity: "critical", fix_pr_url: null, ...change }) as Feedback

test("the list fills 80 columns at most, and has the address of a pull request whole on a line of its own", () => {
  const text = listText(
    [row({ body: "x ".repeat(200) }), row({ body: "short", state: "awaiting-approval", fix_pr_url: URL })],
    style,
  )
  const lines = text.split("\n")
  expect(lines.filter((line) => line.length > 80)).toEqual([`    ${URL}`])
  expect(text).toContain("critical  x x x x")
})

test("the history of a row fills 80 columns at most, whatever a note holds", () => {
  const note = (transition: string | null, fields: object): JobNote =>
    ({ at: "2026-01-02T03:04:05.678Z", transition, note: fields }) as JobNote
  const text = notesText(
    [
      note("planning → awaiting-approval", { step: "plan", plan_sha256: "a".repeat(64) }),
      note(null, { why: "y ".repeat(300) }),
    ],
    style,
  )
  expect(text.split("\n").every((line) => line.length <= 80)).toBe(true)
  expect(text).toMatch(/^ {2}2026-01-02 03:04 {2}planning → awaiting-approval {2}step plan, /)
})
