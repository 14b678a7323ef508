import { parseSync } from "oxc-parser"
import { expect, test } from "vitest"
import { checkConstants } from "./constants.mjs"

function problemsOf(text: string): string[] {
  return checkConstants(parseSync("a.ts", text).program).map(({ message }: { message: string }) => message)
}

test.each([
  "2 ** 31 - 1",
  '"a"',
  "/a/g",
  '["a", -1, /b/]',
  '{ a: [], b: { c: "d" } } as const',
  'new Set(["a"])',
  "new Map([[1, OTHER]])",
  "[...OTHER, OTHER.length]",
  '"a b".split(" ")',
  'Object.freeze({ a: "b" })',
])("%s is fixed data", (value) => {
  expect(problemsOf(`const LIMITS = ${value}\nexport const OTHERS: unknown = ${value}`)).toEqual([])
  expect(problemsOf(`const limits = ${value}\nexport const of_all = ${value}`)).toEqual([
    "limits: fixed data is SCREAMING_SNAKE_CASE",
    "of_all: fixed data is SCREAMING_SNAKE_CASE",
  ])
})

test.each([
  "() => 1",
  "{ read() {} }",
  "[readOne, readTwo]",
  "new Parser()",
  "new Map()",
  "[]",
  "z.object({})",
  "createParser()",
])("%s is no fixed data", (value) => {
  expect(problemsOf(`const readers = ${value}`)).toEqual([])
  expect(problemsOf(`const READERS = ${value}\nconst all_readers = ${value}`)).toEqual([
    "READERS: what is no fixed data is camelCase",
    "all_readers: what is no fixed data is camelCase",
  ])
})

test.each(["words(OTHER)", "OTHER.map((one) => one)", "process.platform === OTHER"])(
  "%s may be either, and nothing else",
  (value) => {
    expect(problemsOf(`const allWords = ${value}\nconst ALL_WORDS = ${value}`)).toEqual([])
    expect(problemsOf(`const all_words = ${value}`)).toEqual([
      "all_words: a constant is SCREAMING_SNAKE_CASE or camelCase",
    ])
  },
)

test("an empty list that its type keeps empty may be either", () => {
  expect(problemsOf("const NONE: readonly string[] = []\nconst none: readonly string[] = []")).toEqual([])
})

test("what is inside of a function is not looked at", () => {
  expect(problemsOf("function f() {\n  const of_all = 1\n  return of_all\n}")).toEqual([])
})
