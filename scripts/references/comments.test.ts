import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, test } from "vitest"
import { root } from "../setup.mjs"
import { longComments, longSentences, MOST_WORDS, MOST_WORDS_IN_A_SENTENCE } from "./comments.mjs"

const commentsIn = (path: string, text: string) =>
  longComments(text).map(({ line, words }) => `${path}:${line} ${words} words`)

const sentencesIn = (path: string, text: string) =>
  longSentences(text).map(({ line, words, sentence }) => `${path}:${line} ${words} words: ${sentence.trim()}`)

function inSources(problems: (path: string, text: string) => readonly string[]): readonly string[] {
  const tracked = execFileSync("git", ["ls-files", "packages", "scripts", "conformance/src", "examples"], {
    cwd: root,
    encoding: "utf8",
  })
  return tracked
    .split("\n")
    .filter((path) => /\.(?:ts|mjs)$/.test(path) && !/\/fixtures\//.test(path))
    .flatMap((path) => problems(path, readFileSync(join(root, path), "utf8")))
}

test(`no comment has more than ${MOST_WORDS} words; say less, or write a page of docs`, () => {
  expect(inSources(commentsIn)).toEqual([])
})

test(`no sentence of a comment has more than ${MOST_WORDS_IN_A_SENTENCE} words; make two of it`, () => {
  expect(inSources(sentencesIn)).toEqual([])
})

test("adjacent lines are one comment, and a citation does not count", () => {
  const half = "word ".repeat(40)
  expect(commentsIn("a.ts", `const a = 1\n// ${half}\n// ${half}\n`)).toEqual(["a.ts:2 80 words"])
  expect(commentsIn("a.ts", `// ${half}\n\n// ${half}\n/** ${half}\n * @requirement ${half} */\n`)).toEqual(
    [],
  )
})

describe("a sentence", () => {
  const words = (count: number) => "word ".repeat(count).trim()

  test.each([
    ["goes on over lines", `/**\n * ${words(20)}\n * ${words(11)}. Next.\n */\n`, 31],
    ["goes on after a colon", `// ${words(16)}: ${words(16)}\n`, 32],
    ["is an item of a list", `/**\n * Kinds:\n *\n * - ${words(31)}\n * - short\n */\n`, 31],
  ])("%s", (_, text, count) => {
    expect(longSentences(text)).toEqual([expect.objectContaining({ line: 1, words: count })])
  })

  test.each([
    ["ends at a full stop", `// ${words(20)}.\n// ${words(20)}\n`],
    ["ends behind a closing mark", `/** ${words(20)} (word.) ${words(20)} */\n`],
    [
      "ends at a list, and its items are sentences",
      `/**\n * ${words(20)}\n *\n * - ${words(20)}\n * - ${words(20)}\n */\n`,
    ],
    ["ends at a tag", `/** ${words(20)} @requirement ${words(20)} */\n`],
  ])("%s", (_, text) => {
    expect(longSentences(text)).toEqual([])
  })
})
