import { execFileSync } from "node:child_process"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { diagnose } from "../evidence/diagnose.ts"
import { hostileTexts } from "../evidence/hostile_texts.fixture.ts"
import { MEANING } from "../evidence/meaning_matrix.fixture.ts"
import { NOISE } from "../evidence/noise_matrix.fixture.ts"
import { normaliseText } from "../evidence/normalise.ts"
import { signatureOf } from "../evidence/signature.ts"
import { charactersSeen } from "./work.fixture.ts"

// Counts the characters handed to methods of texts and regular expressions, so a busy machine changes nothing. The
// step `regexes` of `npm test` proves that each regular expression is linear in its input.

const CONTEXT = { check_id: "npm test", workspace_root: "/home/dev/shop" }
const sign = (output: string): unknown => signatureOf(diagnose({ ok: false, output }, CONTEXT), CONTEXT)
const normalise = (text: string): unknown => normaliseText(text, CONTEXT)

const PRINTED = [...Object.values(NOISE), ...Object.values(MEANING)].flat(2)
/** What a hostile or a broken tool prints without end. */
const units: readonly string[] = [
  "a",
  "7",
  " ",
  "(",
  "/",
  ":",
  "\u001b",
  "\u001b[31m",
  "\u001b]",
  "\u0000",
  "\u2028",
  "\r\u2028",
  "\n",
  "'\"",
  "'a\"b",
  "0x",
  "1 ",
  "expected ",
  "==",
  "f1",
  "\ud800",
  "\u001b[2K10%\r",
  "at run (file:///a.js:1:2)\n",
  "E   assert 3 == 4 (0.1s)\n",
  "- 3\n+ 4\n",
  "@@ -1 +1 @@\n- - + +\n",
  "2026-11-21T10:00:01.123Z ",
  "/home/dev/shop/src/a.ts:1:2 ",
  "C:\\Users\\me\\AppData\\Local\\Temp\\a1\\b ",
  "Expected:\n",
  "AssertionError: expected 3, got 4 (0.13s)\n",
  "... 12 lines omitted ...\n",
  PRINTED.join("\n"),
  PRINTED.join(" "),
  randomText(),
]

/** Every character up to 255, in an order that does not change. */
function randomText(): string {
  let state = 12_345
  const codes = Array.from({ length: 4096 }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return state >>> 24
  })
  return String.fromCharCode(...codes)
}

function filled(unit: string, length: number): string {
  return unit.repeat(Math.ceil(length / unit.length))
}

/** All of them with PROOFLOOP_RUNS, else every third. */
const longUnits = units.filter(
  (_unit, index) => process.env["PROOFLOOP_RUNS"] !== undefined || index % 3 === 0,
)

/** Measured: 3.8 to sign and 1.7 to normalise 10 MB; 154 and 30 for what is not clipped. */
const paths = [
  { what: "signing a failure", work: sign, most_looks: 6, most_looks_whole: 250 },
  { what: "normalising", work: normalise, most_looks: 3, most_looks_whole: 60 },
]

describe.each(paths)("$what", ({ work, most_looks, most_looks_whole }) => {
  test("looks at each character of 10 MB a few times", () => {
    const found: string[] = []
    for (const unit of longUnits) {
      const text = filled(unit, 10 * 1024 * 1024)
      const looks = charactersSeen(() => work(text)) / text.length
      if (looks > most_looks) found.push(`${JSON.stringify(unit.slice(0, 40))}: ${looks}`)
    }
    expect(found).toEqual([])
  })

  test("looks four times as often at four times the text, up to what is clipped", () => {
    const long = units.map((unit) => [JSON.stringify(unit.slice(0, 40)), filled(unit, 12 * 1024)] as const)
    const found: string[] = []
    for (const [name, text] of [...hostileTexts(12 * 1024), ...long]) {
      const once = charactersSeen(() => work(text))
      const longer = charactersSeen(() => work(text.repeat(4)))
      // A quarter more for words at the seams: one word there can make a pattern look at the whole text.
      if (longer > 5 * once + 2000 || longer > 4 * text.length * most_looks_whole)
        found.push(`${name}: ${once} then ${longer} for ${text.length}`)
    }
    expect(found).toEqual([])
  })

  test("looks at any mixture of hostile texts a bounded number of times", () => {
    const some = fc.array(fc.constantFrom(...units, ...PRINTED), { minLength: 2, maxLength: 6 })
    fc.assert(
      fc.property(some, (parts) => {
        const text = filled(parts.join(""), 32 * 1024)
        const looks = charactersSeen(() => work(text)) / text.length
        expect(looks).toBeLessThan(most_looks_whole)
      }),
      { numRuns: Number(process.env["PROOFLOOP_RUNS"] ?? 40) },
    )
  })
})

test("100 MB are read with a heap of 40 MB beside them", () => {
  const file = (name: string): string =>
    JSON.stringify(new URL(`../evidence/${name}.ts`, import.meta.url).href)
  const program = `
    const { diagnose } = await import(${file("diagnose")})
    const { signatureOf } = await import(${file("signature")})
    const line = "AssertionError: expected 3, got 4 (0.13s) at /home/dev/shop/a.ts:3:5\\n"
    const output = Buffer.alloc(100 * 1024 * 1024, line).toString("latin1")
    const { count } = signatureOf(diagnose({ ok: false, output }, { check_id: "t" }), {})
    console.log(output.length, count)`
  const flags = ["--max-old-space-size=40", "--import", "tsx", "--input-type=module", "-e", program]
  expect(execFileSync(process.execPath, flags, { encoding: "utf8" })).toMatch(/^104857600 [1-9]\d*\n$/)
})
