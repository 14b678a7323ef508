import { redactSecrets } from "@proofloop/foundation/text"
import { describe, expect, test } from "vitest"
import { hostileTexts } from "../evidence/hostile_texts.fixture.ts"
import { moreThanLinear } from "../evidence/more_than_linear.fixture.ts"
import { quoteText } from "../evidence/quote.ts"
import { createSseParser } from "../models/sse.ts"

describe("twice the text is at most twice the work", () => {
  test("of redacting and quoting", () => {
    expect(moreThanLinear((text) => quoteText(redactSecrets(text)))).toEqual([])
  })

  test("of reading a stream that comes in pieces", () => {
    const work = (text: string): void => {
      const parser = createSseParser()
      for (let at = 0; at < text.length; at += 16) parser.push(text.slice(at, at + 16))
      parser.end()
    }
    expect(moreThanLinear(work)).toEqual([])
  })

  test("and work that is not linear is seen", () => {
    const quadratic = (text: string): void => {
      for (let at = 0; at < text.length; at += 64) text.indexOf("\u0001", at)
    }
    expect(moreThanLinear(quadratic)).toHaveLength(hostileTexts(1).length)
  })
})
