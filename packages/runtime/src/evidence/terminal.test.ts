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
    ["a\r\r", ""],
    ["\r", ""],
    ["\u001b[31mred\r\n\u009b0mback", "red\nback"],
    ["\u001b", "\u001b"],
  ])("%j -> %j", (text, plain) => {
    expect(stripTerminal(text)).toBe(plain)
  })
})
