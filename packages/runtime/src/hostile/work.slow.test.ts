import { describe, expect, test } from "vitest"
import { diagnose } from "../evidence/diagnose.ts"
import { moreThanLinear } from "../evidence/more_than_linear.fixture.ts"
import { signatureOf } from "../evidence/signature.ts"
import { charactersSeen } from "./work.fixture.ts"

describe("twice the text is at most twice the work", () => {
  test("of reading a failure and signing it", () => {
    const context = { check_id: "npm test", workspace_root: "/home/dev/shop" }
    expect(
      moreThanLinear((output) => signatureOf(diagnose({ ok: false, output }, context), context)),
    ).toEqual([])
  })

  test("of reading what passed", () => {
    expect(
      moreThanLinear((output) => diagnose({ ok: true, output, tests_run: 1 }, { check_id: "t" })),
    ).toEqual([])
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
