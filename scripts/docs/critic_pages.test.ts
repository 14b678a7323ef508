import { catalogue } from "@proofloop/stdlib/critics"
import { expect, test } from "vitest"
import { criticPageProblems, criticPages, firstSentence } from "./critic_pages.ts"

test("every critic has a page with the five sections", () => {
  const pages = criticPages()
  expect(catalogue.flatMap(({ id }) => criticPageProblems(id, pages))).toEqual([])
})

test("a page that is missing, has another title or lacks a section is found", () => {
  const page = (text: string) => ({ path: "docs/critics/g90.md", text })
  const problems = (text: string) => criticPageProblems("G90", new Map([["g90.md", page(text)]]))
  expect(criticPageProblems("G90", new Map())).toEqual(["G90 has no page g90.md"])
  expect(problems("# G9 History\n\n## What it catches\n\n## Example\n\n```\n## Decisions\n```\n")).toEqual([
    'docs/critics/g90.md does not begin with "# G90 "',
    "docs/critics/g90.md has the sections What it catches, Example",
  ])
})

test("the index tells the first sentence of what a page catches, over its lines", () => {
  const text =
    "# Planning\n\n## What it catches\n\nPlans of the wrong\nfiles: and more. And more.\n\n## Decisions\n"
  expect(firstSentence({ path: "docs/any-model.md", text })).toBe("Plans of the wrong files.")
})
