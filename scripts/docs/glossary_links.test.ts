import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { root } from "../setup.mjs"
import { glossaryWords, unlinkedWords } from "./glossary_links.ts"

const read = (path: string): string => readFileSync(join(root, path), "utf8")
const words = glossaryWords(read("docs/glossary.md"))
const pages = readdirSync(join(root, "docs"))
  .filter((name) => name.endsWith(".md") && name !== "glossary.md")
  .map((name) => `docs/${name}`)
  .filter((path) => !/^(?:<!-- )?(?:Generated|Written) |Made by `npm run /m.test(read(path)))

test("the glossary has at most 20 words", () => {
  expect(words.length).toBeLessThanOrEqual(20)
})

test("a page links a word of the glossary where it uses it first", () => {
  const unlinked = ["README.md", ...pages].flatMap((path) =>
    unlinkedWords(path, read(path), words).map(({ word, line }) => `${path}:${line} ${word}`),
  )
  expect(unlinked).toEqual([])
})

describe("a word", () => {
  test.each([
    ["is used before its link", "A trip ends it. A [trip](glossary.md#trip) is an event.", ["trip"]],
    ["is used in its plural", "Critics judge it.", ["critic"]],
    ["of two parts is used", "After a hard stop nothing runs.", ["hard stop"]],
    ["is linked first", "A [trip](glossary.md#trip) is an event; a trip ends it.", []],
    [
      "stands in code, a heading, a table or another link",
      "# Critics\n\n`critic`\n\n| critic |\n\n[a critic](a.md)",
      [],
    ],
    ["is a part of another one", "striped round-trips at gate.ts", []],
  ])("%s", (_, page, found) => {
    expect(unlinkedWords("docs/a.md", page, words).map(({ word }) => word)).toEqual(found)
  })
})
