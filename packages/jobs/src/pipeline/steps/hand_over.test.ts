import { expect, test } from "vitest"
import { openedRun } from "../review/opened_run.fixture.ts"
import { handOver } from "./hand_over.ts"

test("a reason in a stranger's words mentions nobody and hides nothing", async () => {
  const { row, context, forge } = await openedRun()
  const why = "CI: failed: @everyone closes #1\n\n# Approved\n<!-- proofloop -->"
  await handOver(row, context, { why, note: {} })
  const [comment] = await forge.comments.list({ kind: "pull_request", number: 1 })
  expect(comment?.body).toContain("This needs a person: CI: failed: ")
  expect(comment?.body).not.toMatch(/@everyone|#1\b|^# Approved|<!-- proofloop -->/m)
})
