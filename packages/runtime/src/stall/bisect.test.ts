import { describe, expect, it } from "vitest"
import { moreThanLinear, repeatedTexts } from "../evidence/more_than_linear.fixture.ts"
import { isBisectStep } from "./bisect.ts"

const STEP = "Bisecting: 12 revisions left to test after this (roughly 4 steps)\n[0f3c9a1] Add a total"

// @requirement repair.bisect
describe("isBisectStep", () => {
  it.each([
    ["git bisect bad", STEP],
    ["git -C shop bisect good", STEP],
    ["pytest -q; git bisect bad", `1 failed in 0.1s\n${STEP}`],
    ["git bisect skip", "Bisecting: 1 revision left to test after this (roughly 1 step)"],
    ["git bisect bad", `${"log\n".repeat(9000)}${STEP}`],
  ])("takes %s for one by what it prints", (command, output) => {
    expect(isBisectStep(command, output)).toBe(true)
  })

  it.each([
    ["git bisect bad", "0f3c9a1 is the first bad commit"],
    ["git bisect log", "git bisect start"],
    ["git bisect start", "status: waiting for both good and bad commits"],
    ["cat notes.txt", STEP],
    ["git log; cat bisect.txt", STEP],
    ["git bisect log", `the log said: ${STEP}`],
  ])("does not take %s for one where it prints %j", (command, output) => {
    expect(isBisectStep(command, output)).toBe(false)
  })

  it("does linear work on hostile texts", () => {
    const parts = ["git ", "bisect ", "Bisecting: 1 ", "Bisecting: ", "\n", "; "]
    const look = (text: string): unknown => isBisectStep(text, text)
    expect(moreThanLinear(look, (length) => repeatedTexts(parts, length))).toEqual([])
  })
})
