import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { MOST_WORDS_IN_A_SENTENCE } from "../references/comments.mjs"
import { root } from "../setup.mjs"
import { longPageSentences } from "./long_sentences.ts"

const PAGES = [
  "README.md",
  "CONTRIBUTING.md",
  "AGENTS.md",
  "SECURITY.md",
  ...["docs", "docs/critics", "docs/recipes"].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith(".md"))
      .map((name) => `${folder}/${name}`),
  ),
  ...readdirSync(join(root, "packages")).map((name) => `packages/${name}/README.md`),
]

test(`no sentence of a page has more than ${MOST_WORDS_IN_A_SENTENCE} words; make two of it`, () => {
  const long = PAGES.flatMap((path) =>
    longPageSentences(readFileSync(join(root, path), "utf8")).map(
      ({ line, words, sentence }) => `${path}:${line} ${words} words: ${sentence}`,
    ),
  )
  expect(long).toEqual([])
})

describe("a sentence of a page", () => {
  const words = (count: number): string => "word ".repeat(count).trim()

  test.each([
    ["goes on over lines", `# T\n\n${words(20)}\n${words(11)}. Next.\n`, 3],
    ["is an item of a list", `- short\n- ${words(31)}\n`, 2],
    ["is a cell of a table", `| a | b |\n|---|---|\n| x | ${words(31)} |\n`, 3],
    ["keeps the words of a link", `${words(20)} [${words(11)}](a.md)\n`, 1],
    ["stands in a quotation", `> ${words(20)}\n> ${words(11)}\n`, 1],
  ])("%s", (_, page, line) => {
    expect(longPageSentences(page)).toEqual([expect.objectContaining({ line, words: 31 })])
  })

  test.each([
    ["ends at a full stop", `${words(20)}.\n${words(20)}\n`],
    ["ends at a heading", `# ${words(20)}\n${words(20)}\n`],
    ["ends at an item", `${words(20)}\n- ${words(20)}\n- ${words(20)}\n`],
    ["takes code for one word", `\`${words(40)}\` is one\n`],
    ["is not code", `\`\`\`sh\n${words(40)}\n\`\`\`\n`],
    ["is not made from code", `<!-- keys: made by \`npm run docs\` -->\n${words(40)}\n<!-- end -->\n`],
  ])("%s", (_, page) => {
    expect(longPageSentences(page)).toEqual([])
  })
})
