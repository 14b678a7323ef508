import { readdirSync } from "node:fs"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { hostileTexts } from "../hostile_texts.fixture.ts"
import { moreThanLinear, repeatedTexts } from "../more_than_linear.fixture.ts"
import { biomeParser } from "./biome.ts"
import { defaultParsers } from "./built_in.ts"
import { eslintParser } from "./eslint.ts"
import { fixture } from "./fixture.fixture.ts"
import { jestParser } from "./jest.ts"
import { junitXmlParser } from "./junit_xml.ts"
import { mochaParser } from "./mocha.ts"
import { oxlintParser } from "./oxlint.ts"
import { parseOutput, readReport } from "./registry.ts"
import { tapParser } from "./tap.ts"
import { tscParser } from "./tsc.ts"

const parsers = [
  jestParser,
  mochaParser,
  tapParser,
  junitXmlParser,
  tscParser,
  eslintParser,
  oxlintParser,
  biomeParser,
]
/** Recordings of tools without a parser of their own. */
const GENERAL = /^bun\./
const NAMES = readdirSync(new URL("fixtures/javascript", import.meta.url))
  .filter((file) => file.endsWith(".txt") && !GENERAL.test(file))
  .map((file) => `javascript/${file.slice(0, -".txt".length)}`)
const read = (text: string) => parseOutput(text)

function expectedParser(name: string): string {
  const [tool = "", , variant = ""] = name.replace("javascript/", "").split(".")
  if (variant.includes("tap")) return "tap"
  if (tool === "junit" || variant.includes("junit")) return "junit_xml"
  if (tool === "oxlint" && /unix|stylish/.test(name)) return "eslint"
  return tool === "vitest" && variant === "json" ? "jest" : tool
}

describe("the parsers of the JavaScript world", () => {
  it.each(NAMES)("%s is read by exactly its parser, whatever the line ends", (name) => {
    const text = fixture(name)
    const found = read(text)
    expect(found.parser).toBe(expectedParser(name))
    expect(read(text.replaceAll("\n", "\r\n"))).toEqual(found)
  })

  it.each(NAMES)("%s holds a mark of its parser", (name) => {
    const text = readReport(fixture(name), undefined, []).clean.text
    const parser = defaultParsers.find((candidate) => candidate.name === expectedParser(name))
    expect(parser?.marks?.some((mark) => text.includes(mark))).toBe(true)
  })

  it("finds no mark in a quiet log", () => {
    const log =
      "> shop@1.0.0 build\n> vite build\n\nvite v7 building for production...\n✓ 42 modules transformed.\ndist/index.html  0.40 kB\n✓ built in 1.2s\nadded 12 packages in 3s\n"
    const marks = parsers.flatMap((parser) => parser.marks ?? [])
    expect(marks.filter((mark) => log.includes(mark))).toEqual([])
  })

  it("never throws on a fixture that is cut, doubled, mixed or damaged", () => {
    const texts = NAMES.map((name) => readReport(fixture(name), undefined, []).clean.text)
    const piece = fc
      .tuple(fc.constantFrom(...texts), fc.nat(), fc.nat(4000))
      .map(([text, start, length]) =>
        text.slice(start % (text.length + 1), (start % (text.length + 1)) + length),
      )
    const damage = fc.oneof(
      piece,
      fc.string({ unit: "binary" }),
      fc.constantFrom("<", "&", '"', "{", "[", "  ● ", "\n---\n"),
    )
    fc.assert(
      fc.property(fc.array(damage, { maxLength: 6 }), (parts) => {
        const text = parts.join("")
        for (const parser of parsers) {
          parser.recognises(text, undefined)
          const parsed = parser.parse(text)
          expect(parsed?.tests_run ?? 0).toBeGreaterThanOrEqual(0)
          for (const { message, test_id } of parsed?.diagnostics ?? []) {
            expect(message).not.toBe("")
            expect(test_id).not.toBe("")
          }
        }
      }),
      { numRuns: 300 },
    )
  })

  it.each(parsers.map((parser) => [parser.name, parser] as const))(
    "%s does linear work on hostile texts",
    (_name, parser) => {
      const prefixes = [
        "",
        "TAP version 13\n",
        "<testsuite><testcase name='a'><failure>",
        "FAIL a.js\n  ● a\n\n    b\n",
        "  1 failing\n\n  1) a:\n",
      ]
      const units = [
        "<a ",
        "<!--",
        "<![CDATA[",
        '<a b="',
        "&#1",
        "not ok 1 - a\n  ---\n",
        "  ● a\n\n",
        "    # Subtest: a\n",
        "not ok 1 - a {\n",
        "  1) a\n",
        "a(1,2): error TS1: ",
        "  1:1  error  a  ",
        "a:1:1: [Error",
        '{"num',
        '{\n  "stats": {',
        "<testcase ",
        "<failure>",
      ]
      const texts = (length: number) => [
        ...hostileTexts(length),
        ...prefixes.flatMap((prefix) => repeatedTexts(units, length, prefix)),
      ]
      const read = (text: string): void => {
        parser.recognises(text, undefined)
        parser.parse(text)
      }
      expect(moreThanLinear(read, texts)).toEqual([])
    },
  )
})
