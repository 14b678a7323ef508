import { expect, test } from "vitest"
import { linkProblems } from "./links.ts"
import { markdownPages } from "./markdown_page.ts"

test("every relative link in the docs leads somewhere", () => {
  expect(markdownPages().flatMap(linkProblems)).toEqual([])
})

test("a link to a missing file or heading is found, and the line it is in", () => {
  const text = [
    "# A page",
    "[ok](concepts.md) [ok](../README.md#build-an-agent) [ok](#a-page) [ok](https://example.org/x.md)",
    "[no file](nothing.md), `[in code](nothing.md)`",
    "```",
    "[in a block](nothing.md)",
    "```",
    "[no heading](../README.md#build-agents)",
  ].join("\n")
  const problems = linkProblems({ path: "docs/page.md", text })
  expect(problems).toEqual([
    "docs/page.md:3: nothing.md: no such file",
    expect.stringMatching(
      /^docs\/page\.md:7: \.\.\/README\.md#build-agents: no such heading; there are .*build-an-agent/,
    ),
  ])
})
