import { describe, expect, test } from "vitest"
import { diagnose } from "../evidence/diagnose.ts"
import { hostileTexts } from "../evidence/hostile_texts.fixture.ts"
import { quoteText } from "../evidence/quote.ts"
import { redactSecrets } from "../evidence/redact.ts"
import { signatureOf } from "../evidence/signature.ts"
import { createSseParser } from "../models/sse.ts"
import { charactersSeen } from "./work.fixture.ts"

/** Twice the text may cost twice the work, and a little. */
const most = 2.2
const [small, large] = [8, 16].map((kilobytes) => new Map(hostileTexts(kilobytes * 1024)))

function growth(work: (text: string) => void): readonly string[] {
  const found: string[] = []
  for (const [name, text] of small ?? []) {
    const double = large?.get(name) ?? ""
    const before = charactersSeen(() => work(text))
    const after = charactersSeen(() => work(double))
    if (after > before * most + 2000) found.push(`${name}: ${before} then ${after}`)
  }
  return found
}

describe("twice the text is at most twice the work", () => {
  test("of reading a failure and signing it", () => {
    const context = { check_id: "npm test", workspace_root: "/home/dev/shop" }
    expect(growth((output) => signatureOf(diagnose({ ok: false, output }, context), context))).toEqual([])
  })

  test("of reading what passed", () => {
    expect(growth((output) => diagnose({ ok: true, output, tests_run: 1 }, { check_id: "t" }))).toEqual([])
  })

  test("of redacting and quoting", () => {
    expect(growth((text) => quoteText(redactSecrets(text)))).toEqual([])
  })

  test("of reading a stream that comes in pieces", () => {
    const work = (text: string): void => {
      const parser = createSseParser()
      for (let at = 0; at < text.length; at += 16) parser.push(text.slice(at, at + 16))
      parser.end()
    }
    expect(growth(work)).toEqual([])
  })

  test("and work that is not linear is seen", () => {
    const quadratic = (text: string): void => {
      for (let at = 0; at < text.length; at += 64) text.indexOf("\u0001", at)
    }
    expect(growth(quadratic).length).toBe(small?.size)
  })
})

test("a log a hundred times longer than what is kept costs one look and no more regular expressions", () => {
  const line = "all is well here, nothing to see, module 17 compiled\n"
  const log = (lines: number): string => `${line.repeat(lines)}AssertionError: expected 3, got 4\n`
  const work = (lines: number): number => {
    const output = log(lines)
    return charactersSeen(() => signatureOf(diagnose({ ok: false, output }, { check_id: "t" }), {}))
  }
  const [kept, long] = [work(5_000), work(500_000)]
  expect(long).toBeLessThan(kept + 3 * 500_000 * line.length)
})
