import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { hostileTexts } from "./hostile_texts.fixture.ts"
import { moreThanLinear } from "./more_than_linear.fixture.ts"
import { normaliseDiagnostic, normaliseText } from "./normalise.ts"

const anyCodeUnit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code))
const OPTIONS = { workspace_root: "/home/dev/shop" }
const two = (max: number) => fc.integer({ min: 0, max }).map((value) => String(value).padStart(2, "0"))
const clock = fc.tuple(two(23), two(59), two(59)).map((parts) => parts.join(":"))
const date = fc
  .tuple(fc.integer({ min: 1990, max: 2090 }), two(11), two(28))
  .map(([y, m, d]) => `${y}-${m}-${d}`)
const natural = fc.integer({ min: 0, max: 999_999 })
const hexadecimal = (length: number) =>
  fc.string({ unit: fc.constantFrom(..."0123456789abcdef".split("")), minLength: length, maxLength: length })
const randomName = fc
  .tuple(hexadecimal(4), fc.constantFrom("A1b", "Zz9", "x7Y"))
  .map((parts) => parts.join(""))

/** One piece of noise each, at a place where it is noise. */
const noise: Readonly<Record<string, fc.Arbitrary<string>>> = {
  duration: fc
    .tuple(natural, fc.constantFrom("ms", "s", " seconds", " ms"))
    .map(([n, unit]) => `(${n}${unit})`),
  fraction: fc.tuple(natural, natural).map(([n, fraction]) => `in ${n}.${fraction}s`),
  clock: clock.map((time) => `[${time}]`),
  timestamp: fc.tuple(date, clock).map(([day, time]) => `${day}T${time}.123Z`),
  stamp: fc.tuple(date, clock).map(([day, time]) => `${day} ${time},456`),
  address: hexadecimal(10).map((digits) => `at 0x7f${digits}`),
  uuid: fc.uuid(),
  pid: natural.map((id) => `pid ${id}`),
  line: fc.tuple(natural, natural).map(([line, column]) => `src/mod.ts:${line}:${column}`),
  words: natural.map((line) => `line ${line},`),
  temp: randomName.map((name) => `/tmp/work-${name}/out.txt`),
  port: fc.integer({ min: 1024, max: 65_535 }).map((port) => `localhost:${port}`),
  epoch: fc.integer({ min: 1_400_000_000_000, max: 1_999_999_999_999 }).map((time) => `at ${time}`),
  named_date: fc
    .tuple(fc.constantFrom("Jan", "Jun", "Dec"), fc.integer({ min: 1, max: 28 }), clock)
    .map(([month, day, time]) => `${month} ${day} ${time}`),
  go_date: fc.tuple(date, clock).map(([day, time]) => `${day.replaceAll("-", "/")} ${time}`),
  hash: hexadecimal(8).map((digits) => `Foo@${digits}`),
  container: hexadecimal(10).map((digits) => `container a1${digits}`),
  node: natural.map((id) => `(node:${id})`),
  percent: fc.integer({ min: 0, max: 100 }).map((share) => `[${String(share).padStart(3, " ")}%]`),
  step: fc.tuple(natural, natural).map(([step, steps]) => `[${step}/${steps}]`),
  seed: natural.map((seed) => `seed: ${seed}`),
  thread: natural.map((id) => `thread-${id}`),
  field: natural.map((time) => `{"duration_ms":${time}}`),
  frame: fc
    .tuple(natural, natural)
    .map(([line, column]) => `(file:///home/dev/shop/a.mjs:${line}:${column})`),
  tsc: fc.tuple(natural, natural).map(([line, column]) => `src/a.ts(${line},${column}):`),
  warnings: natural.map((count) => `${count} warnings`),
  colour: fc.integer({ min: 30, max: 37 }).map((colour) => `\u001b[${colour}mred\u001b[39m`),
}
const word = fc.constantFrom(
  "failed",
  "cannot",
  "compile",
  "module",
  "fatal",
  "missing",
  "value",
  "TypeError:",
)

/** A line as words and kinds of noise, and two fillings of its noise. */
const twice = fc
  .array(
    fc.oneof(
      word,
      fc.constantFrom(...Object.keys(noise)).map((kind) => ({ kind })),
    ),
    { minLength: 1, maxLength: 8 },
  )
  .chain((parts) => {
    const filled = fc.tuple(
      ...parts.map((part) =>
        typeof part === "string" ? fc.constant(part) : (noise[part.kind] ?? fc.constant("")),
      ),
    )
    return fc.tuple(filled, filled).map(([left, right]) => [left.join(" "), right.join(" ")] as const)
  })

describe("normaliseText", () => {
  it("does not see any mixture of noise", () => {
    fc.assert(
      fc.property(twice, ([left, right]) => {
        expect(normaliseText(`fatal ${left}`, OPTIONS)).toBe(normaliseText(`fatal ${right}`, OPTIONS))
      }),
      { numRuns: 3000 },
    )
  })

  it("sees every change of a value that is compared", () => {
    const value = fc.oneof(
      natural.map(String),
      date,
      clock,
      natural.map((n) => `${n}ms`),
      fc.uuid(),
    )
    fc.assert(
      fc.property(value, value, value, (expected, left, right) => {
        fc.pre(left !== right)
        const say = (actual: string) =>
          normaliseText(`AssertionError: expected ${expected}, got ${actual} (0.1s)`, OPTIONS)
        expect(say(left)).not.toBe(say(right))
      }),
    )
  })

  it("keeps every letter-only word outside progress output", () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 20 }), (words) => {
        expect(normaliseText(words.join(" "), OPTIONS)).toBe(words.join(" "))
      }),
    )
  })

  it("never throws and never grows beyond its limit", () => {
    const text = fc.oneof(fc.string({ unit: anyCodeUnit, maxLength: 300 }), fc.string({ maxLength: 300 }))
    fc.assert(
      fc.property(
        text,
        fc.option(text, { nil: undefined }),
        fc.boolean(),
        (line, workspace_root, operands) => {
          const normal = normaliseText(line, { workspace_root, operands })
          expect(normal.length).toBeLessThanOrEqual(4015)
        },
      ),
      { numRuns: 500 },
    )
  })

  it("does linear work on hostile texts, and cuts them", () => {
    const texts = hostileTexts(128 * 1024)
    const long = texts.filter(([, text]) => normaliseText(text, OPTIONS).length > 4015)
    expect(long.map(([name]) => name)).toEqual([])
    expect(moreThanLinear((text) => normaliseText(text, OPTIONS))).toEqual([])
  })
})

describe("normaliseDiagnostic", () => {
  it("is strong exactly if there is a test id, or a code and a path", () => {
    const part = fc.option(fc.string({ minLength: 1, maxLength: 10 }), { nil: undefined })
    fc.assert(
      fc.property(part, part, part, fc.string(), (test_id, code, path, message) => {
        const location = path === undefined ? undefined : { path }
        const { strong } = normaliseDiagnostic({ kind: "test", test_id, code, location, message }, OPTIONS)
        expect(strong).toBe(test_id !== undefined || (code !== undefined && path !== undefined))
      }),
    )
  })
})
