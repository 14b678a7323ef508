import { readdirSync } from "node:fs"
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { hostileTexts } from "../hostile_texts.fixture.ts"
import { moreThanLinear, repeatedTexts } from "../more_than_linear.fixture.ts"
import { defaultParsers } from "./built_in.ts"
import { fixture } from "./fixture.fixture.ts"
import { flake8Parser } from "./flake8.ts"
import { mypyParser } from "./mypy.ts"
import type { OutputParser } from "./parser.ts"
import { phpunitParser } from "./phpunit.ts"
import { pylintParser } from "./pylint.ts"
import { pyrightParser } from "./pyright.ts"
import { pytestParser } from "./pytest.ts"
import { readReport } from "./registry.ts"
import { rspecParser } from "./rspec.ts"
import { ruffParser } from "./ruff.ts"
import { unittestParser } from "./unittest.ts"

const parsers: readonly OutputParser[] = [
  pytestParser,
  unittestParser,
  flake8Parser,
  pylintParser,
  ruffParser,
  mypyParser,
  pyrightParser,
  rspecParser,
  phpunitParser,
]
const OWNERS: Readonly<Record<string, string>> = {
  "pytest-7": "pytest",
  django: "unittest",
  pycodestyle: "flake8",
}
const NAMES = ["python", "ruby", "php"].flatMap((folder) =>
  readdirSync(new URL(`fixtures/${folder}`, import.meta.url))
    .filter((file) => file.endsWith(".txt") && !file.startsWith("minitest."))
    .map((file) => `${folder}/${file.slice(0, -".txt".length)}`),
)
/** PHPUnit's banner and dots, then nothing: there is no failure to tell. */
const UNREADABLE = new Set(["php/phpunit.exit"])
const TEXTS = NAMES.map((name) => [name, readReport(fixture(name), undefined, []).clean.text] as const)

function ownerOf(name: string): string {
  const tool = name.slice(name.indexOf("/") + 1, name.indexOf("."))
  return OWNERS[tool] ?? tool
}

function isMarked({ marks = [] }: OutputParser, text: string): boolean {
  return marks.some((mark) => text.includes(mark))
}

describe("parsers of Python, Ruby and PHP tools", () => {
  it("read each fixture with its own parser, and no other", () => {
    const readers = TEXTS.filter(([name]) => !UNREADABLE.has(name)).map(([name, text]) => [
      name,
      defaultParsers.filter((parser) => parser.recognises(text, undefined) && parser.parse(text) !== null),
    ])
    expect(
      readers.map(([name, found]) => [name, (found as OutputParser[]).map((parser) => parser.name)]),
    ).toEqual(readers.map(([name]) => [name, [ownerOf(name as string)]]))
  })

  it("recognise no text without one of their marks", () => {
    const cut = TEXTS.flatMap(([name, text]) =>
      [0, 0.25, 0.5, 0.75].map((share) => [name, text.slice(Math.floor(share * text.length))] as const),
    )
    const unmarked = parsers.flatMap((parser) =>
      cut
        .filter(([, text]) => parser.recognises(text, undefined) && !isMarked(parser, text))
        .map(([name]) => `${parser.name}: ${name}`),
    )
    expect(unmarked).toEqual([])
  })

  it("have no mark that a quiet log holds", () => {
    const quiet = [
      "Installing dependencies from lock file",
      "2024-05-01 12:00:00 INFO server started on port 8080, 3 workers",
      "Compiled 12 files in 345 ms; wrote dist/app.js (12.3 kB)",
      "GET /index.html 200 in 3 ms",
      "make: Nothing to be done for 'all'.",
    ].join("\n")
    expect(parsers.filter((parser) => isMarked(parser, quiet)).map(({ name }) => name)).toEqual([])
  })

  it("never throw on fixtures that are cut, mixed and mutated", () => {
    const line = fc.constantFrom(...TEXTS.flatMap(([, text]) => text.split("\n")))
    const piece = fc.oneof({ weight: 8, arbitrary: line }, fc.string({ maxLength: 40, unit: "binary" }))
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), fc.nat(200), (lines, at) => {
        const whole = lines.join("\n")
        for (const text of [whole, whole.slice(at), whole.slice(0, -at)]) {
          for (const parser of parsers) {
            const recognised = parser.recognises(text, undefined)
            const parsed = parser.parse(text)
            expect(parsed?.tests_run ?? 0).toBeGreaterThanOrEqual(0)
            expect(recognised).toBe(parser.recognises(text, undefined))
          }
        }
      }),
      { numRuns: 60 },
    )
  })

  it("do linear work on hostile texts, and on fixtures over and over", () => {
    const units = [
      "=".repeat(70) + "\nFAIL: a (b.C)\n",
      "-".repeat(70) + "\n",
      "a (b.c) ... a (b.c) ... ",
      "Traceback (most recent call last):\n",
      "  | ",
      "  1) a\n",
      "1) A::a\n",
      "Failure/Error: ",
      "There were 2 failures:\n1) A::b\n",
      "   │ a\n",
      ' ✘ a "',
      "a.py:1: error: a\n    ^\n",
      "a\n",
      "F401 a\n --> a.py:1:1\n",
      '{"version":"1',
      '[\n    {"message-id": "',
      '{"cell":{"noqa_row":',
      "a/",
      "  a - error: ",
    ]
    const fixtures = TEXTS.map(([, text]) => text).filter((text) => text !== "")
    const texts = (length: number) => [
      ...hostileTexts(length),
      ...repeatedTexts([...units, ...fixtures], length),
    ]
    const found = parsers.flatMap((parser) => {
      const read = (text: string): void => {
        parser.recognises(text, undefined)
        parser.parse(text)
      }
      return moreThanLinear(read, texts).map((what) => `${parser.name}: ${what}`)
    })
    expect(found).toEqual([])
  })
})
