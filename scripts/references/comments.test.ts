import { execFileSync } from "node:child_process"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { root } from "../setup.mjs"
import { longComments, MOST_WORDS } from "./comments.mjs"

const problemsOf = (path: string, text: string) =>
  longComments(text).map(({ line, words }) => `${path}:${line} ${words} words`)

test(`no comment has more than ${MOST_WORDS} words; say less, or write a page of docs`, () => {
  const tracked = execFileSync("git", ["ls-files", "packages", "scripts", "conformance/src"], {
    cwd: root,
    encoding: "utf8",
  })
  const sources = tracked
    .split("\n")
    .filter((path) => /\.(?:ts|mjs)$/.test(path) && !/\/fixtures\//.test(path))
  expect(sources.flatMap((path) => problemsOf(path, readFileSync(join(root, path), "utf8")))).toEqual([])
})

test("adjacent lines are one comment, and a citation does not count", () => {
  const half = "word ".repeat(40)
  expect(problemsOf("a.ts", `const a = 1\n// ${half}\n// ${half}\n`)).toEqual(["a.ts:2 80 words"])
  expect(problemsOf("a.ts", `// ${half}\n\n// ${half}\n/** ${half}\n * @requirement ${half} */\n`)).toEqual(
    [],
  )
})
