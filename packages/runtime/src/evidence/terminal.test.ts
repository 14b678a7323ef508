import { describe, expect, it } from "vitest"
import { stripTerminal } from "./terminal.ts"

describe("stripTerminal", () => {
  it.each([
    ["\u001b[1;31mred\u001b[0m", "red"],
    ["\u001b[38;5;246m╭\u001b[0m", "╭"],
    ["\u009b31mred", "red"],
    ["\u001b[2Kgone\u001b[1A", "gone"],
    ["\u001b[?25lhidden cursor", "hidden cursor"],
    ["\u001b(B\u001b[mplain\u001b(0", "plain"],
    ["\u001b]0;title\u0007text", "text"],
    ["\u001b]8;;https://a\u001b\\link\u001b]8;;\u001b\\", "link"],
    ["a\r\nb\r\n", "a\nb\n"],
    ["a\r\r\nb", "a\nb"],
    ["10%\r50%\r100%\ndone", "100%\ndone"],
    ["10%\r50%\r", "50%"],
    ["plain", "plain"],
    ["a\rb\rc\nd\re\r", "c\ne"],
    ["\ra\r\u2028b", "\u2028b"],
    ["a\r\r", "a"],
    ["\r", ""],
    ["\u001b[31mred\r\n\u009b0mback", "red\nback"],
    ["\u001b", "\u001b"],
    ["[....] start\r[ ok ]\n", "[ ok ] start\n"],
    ["abc\b\bX", "aXc"],
    ["\bab\b\b\b\bX", "Xb"],
    ["| one\u001b[1G\u001b[0K/ one\u001b[1G\u001b[0K- two\n", "- two\n"],
    ["1/3\n\u001b[1A\u001b[2K2/3\n\u001b[1A\u001b[2K3/3\n", "3/3\n"],
    ["a\nb\nc\u001b[2F\u001b[Jd", "d"],
    ["a\nb\u001b[Fc\u001b[E\u001b[2Cd", "c\nb d"],
    ["left\u001b[1Kright", "leftright"],
    ["\u001b[3Cx", "   x"],
    ["\u001b[999999999Cx\u001b[999999999Dy", `y${" ".repeat(255)}x`],
    ["a\n\u001b[99A\u001b[99Bb", "a\nb"],
    ["\u001b[5;9Hx", "        x"],
    ["old\u001b[2J\u001b[Hnew\u001b[1;1Hn2", "old\nn2w"],
    ["old\u001b[2Jone\u001b[9Atwo", "old\nonetwo"],
    ["old\u001b[Hnew\u001b[Hn2", "old\nn2w"],
    ["old\u001bcnew", "old\nnew"],
    ["old\n\u001b[3Jnew", "old\nnew"],
    ["\u001b7one\ntwo\u001b8X\u001b[uY", "Yne\ntwo"],
    ["one\u001b[s\ntwo\u001b[u!", "one!\ntwo"],
    ["one\ntwo\u001bMX", "oneX\ntwo"],
    ["abc\r\u001b[2Cx\u001b[K.", "abx."],
    ["ab\rx\u001b[Ky\u001b[2Kz", "  z"],
    ["\u001b[2Ja\nb\nc\u001b[2;1HX", "a\nX\nc"],
    ["\u001b[2Ja\nb\nc\u001b[2;1fX", "a\nX\nc"],
    ["\u001b[1;10fx", "         x"],
    ["old\u001b[3Jnew", "old\nnew"],
    ["abc\r\u001b[1Kx", "xbc"],
    ["ab\u009b2DX", "Xb"],
    ["ab\u001b7c\u001b8X", "abX"],
    ["a\u001b[3C\nb", "a\nb"],
    ["ab\u001b[4D\u001b[Kc", "c"],
    ["abc\u001b[2D\u001b[Kd", "ad"],
    ["ab\n\u001b[A\u001b[5CX\u001b8Y", "Yb   X\n"],
    ["a\nb\u001b[2Jc\u001b[1;1Hd\u001b[3;1He", "a\nb\ne"],
  ])("%j -> %j", (text, plain) => {
    expect(stripTerminal(text)).toBe(plain)
  })

  it("draws nothing twice of a text that only moves about", () => {
    const wide = "x".repeat(100_000)
    const text = `${wide}${"\u001b[A\ry\u001b[9999G\bzz\b\u001b[K".repeat(10_000)}`
    expect(stripTerminal(text)).toHaveLength(9998)
  })
})
