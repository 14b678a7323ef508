import { describe, expect, it } from "vitest"
import { cpuMs } from "../../../../foundation/src/process/cpu_time.fixture.ts"
import { extractKeywords } from "./keywords.ts"

describe("extractKeywords", () => {
  it.each([
    [
      "the longest first, the rest in the order of the text",
      "zeta alpha price discount",
      ["discount", "alpha", "price", "zeta"],
    ],
    ["words of four letters and more", "a to the bug cart", ["cart"]],
    ["no stop words", "that this there about should which", []],
    ["each word once, whatever its case", "Price price PRICE", ["price"]],
    ["five at most", "aaaa bbbb cccc dddd eeee ffff", ["aaaa", "bbbb", "cccc", "dddd", "eeee"]],
    ["the parts of a path", "in src/billing/invoice.py:42,", ["billing", "invoice"]],
    ["a file name of which no part is long enough", "see `src/foo/bar.py`: it fails.", ["bar.py", "fails"]],
    ["the parts of a call", "calculator.discount(price)", ["calculator", "discount", "price"]],
    ["names with an underscore whole", "max_hits!", ["max_hits"]],
    ["letters of any script", "größe naïve", ["größe", "naïve"]],
    ["no line of dashes or dots", "---- .... ____", []],
    ["no words that are a blob", `${"x".repeat(65)} usual`, ["usual"]],
    ["nothing of nothing", "", []],
  ])("takes %s", (_what, text, words) => {
    expect(extractKeywords(text)).toEqual(words)
  })

  it("looks at the start of a text of any length", () => {
    const started = cpuMs()
    expect(extractKeywords(`needle ${".-".repeat(3_000_000)} hay`)).toEqual(["needle"])
    expect(cpuMs() - started).toBeLessThan(500)
  })
})
