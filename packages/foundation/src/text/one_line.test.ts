import { expect, it } from "vitest"
import { moreThanLinear } from "../../../runtime/src/evidence/more_than_linear.fixture.ts"
import { oneLine, withoutEscapes } from "./one_line.ts"

it.each([
  ["  a\n\tb\u001b[31mc\u001b[0m\u0000\u2028d  ", "a bc d"],
  ["\u001b]0;title\u0007a\u009b2Kb", "ab"],
  ["a\u202edcb\u2066e\ufefff", "a dcb e f"],
  ["a\u{e0041}b", "a b"],
  ["\u{1f468}\u200d\u{1f469}", "\u{1f468}\u200d\u{1f469}"],
  ["\n\u001b[2J ", ""],
])("%j is %j in one line", (text, line) => {
  expect(oneLine(text)).toBe(line)
})

it("takes escapes alone out of a text of several lines", () => {
  expect(withoutEscapes("a\n  \u001b[1mb\u001b[22m\r\nc")).toBe("a\n  b\r\nc")
  expect(withoutEscapes("a\nb")).toBe("a\nb")
})

it("does linear work on hostile texts", () => {
  expect(moreThanLinear(oneLine)).toEqual([])
}, 60_000)
