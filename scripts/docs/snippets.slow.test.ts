import { expect, test } from "vitest"
import { type MarkdownPage, markdownPages } from "./markdown_page.ts"
import { snippetsOf, typeProblems, withOutputs } from "./snippets.ts"

test("every TypeScript block in the docs compiles, and one that does not is found by its line", async () => {
  const text = [
    "```ts",
    'import { createDetector } from "@proofloop/runtime/detector"',
    "const detector = createDetector({ stall_diagnostics: { threshhold: 3 } })",
    "```",
    "```ts continued",
    "detector.fold()",
    "```",
  ].join("\n")
  const snippets = markdownPages().flatMap(snippetsOf)
  expect(snippets.length).toBeGreaterThan(20)
  // Compiled at once: most of the time goes into the packages.
  const problems = await typeProblems([...snippets, ...snippetsOf({ path: "planted.md", text })])
  expect(problems.toSorted()).toEqual([
    expect.stringMatching(/^planted\.md:3: error .*threshhold/),
    expect.stringMatching(/^planted\.md:6: error .*'fold' does not exist/),
  ])
})

test("every program in the docs prints what its page says; if not: npm run docs", async () => {
  const pages = markdownPages()
  const printed = await withOutputs(pages)
  expect(printed.map(({ path }) => path)).toContain("docs/loop.md")
  expect(printed).toEqual(pages.filter(({ path }) => printed.some((page) => page.path === path)))
})

test("a program that prints something else, or fails, is found", async () => {
  const page = (code: string, output: string): MarkdownPage => {
    return { path: "page.md", text: `\`\`\`ts runs\n${code}\n\`\`\`\n\n\`\`\`text\n${output}\`\`\`\nEnd.\n` }
  }
  const [first, second] = [page("console.log(1)\nconsole.log(2)", "0\n"), page("console.log(3)", "")]
  expect(await withOutputs([first, second])).toEqual([
    page("console.log(1)\nconsole.log(2)", "1\n2\n"),
    page("console.log(3)", "3\n"),
  ])
  await expect(withOutputs([second, page('throw new Error("no")', "")])).rejects.toThrow(
    /^page\.md:2: this program ended with 1:[^]*Error: no/,
  )
})
