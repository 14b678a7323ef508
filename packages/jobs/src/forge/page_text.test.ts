import { expect, test } from "vitest"
import { messageText } from "./page_text.ts"

test("a subject mentions nobody, closes nothing and sends no CI away", () => {
  const shown = messageText("Fix #12 for @ann [skip ci] [ actions skip ] ***NO_CI*** items[0]")
  expect(shown).not.toMatch(/#12|@ann|\[skip|\[ actions|\*\*\*NO_CI/)
  expect(shown.replaceAll("\u200B", "")).toBe(
    "Fix #12 for @ann [skip ci] [ actions skip ] ***NO_CI*** items[0]",
  )
  expect(messageText("Read items[0] of test_ci[a-b]")).toBe("Read items[0] of test_ci[a-b]")
})
