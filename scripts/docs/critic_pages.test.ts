import { catalogue } from "@proofloop/stdlib/critics"
import { expect, test } from "vitest"
import { criticPageProblems, criticPages, decisionsOf, firstSentence } from "./critic_pages.ts"

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

test("decisions are a line each, and their links lead on from the index", () => {
  const text = `# Planning

## What it catches

Plans of the wrong
files: and more. And more.

## Decisions

- One that goes
  on ([why](decisions/0001.md#why)).
- Two, see [here](#two) and [there](https://example.org).

## Two
- not one
`
  const page = { path: "docs/planning.md", text }
  expect(decisionsOf(page)).toEqual([
    "One that goes on ([why](../decisions/0001.md#why)).",
    "Two, see [here](../planning.md#two) and [there](https://example.org).",
  ])
  expect(firstSentence(page)).toBe("Plans of the wrong files.")
})
