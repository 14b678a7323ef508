import { expect, it } from "vitest"
import { quoteText } from "./quote.ts"

it("puts every line behind a mark, empty ones too", () => {
  expect(quoteText("a\n\n> b\n")).toBe("> a\n> \n> > b\n> ")
  expect(quoteText("")).toBe("> ")
})

it.each(["\r\n", "\n", "\r", "\v", "\f", "\u001c", "\u001d", "\u001e", "\u0085", "\u2028", "\u2029"])(
  "takes %j for the end of a line",
  (end) => {
    expect(quoteText(`a${end}b`)).toBe("> a\n> b")
  },
)

it("keeps tabs, and drops other control characters and what turns text around", () => {
  expect(quoteText("a\tb\u0000\u0008\u001b[1mc\u202ed\u009be")).toBe("> a\tb[1mcde")
})
