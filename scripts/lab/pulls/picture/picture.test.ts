import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { commitPaths, requireGit } from "@proofloop/foundation/git"
import { expect, test } from "vitest"
import { githubText } from "../../../../packages/cli/src/check/formats/github.ts"
import { markdownText } from "../../../../packages/cli/src/check/formats/markdown.ts"
import { repositoryWith } from "../../../../packages/foundation/src/git/repository.fixture.ts"
import { annotationsIn } from "./annotations.ts"
import { hunksOf } from "./hunks.ts"
import { pullPicture, shownHunks } from "./pull_picture.ts"
import { wrapped } from "./sheet.ts"
import { summaryIn } from "./summary.ts"

const FINDING = {
  critic: "G7",
  path: "a,b.py",
  rule: "gone",
  message: "100 % of <f|g>: gone",
  severity: "error" as const,
  after_line: 2,
  fingerprint: "0123456789abcdef",
}
const { after_line: _line, ...WHOLE_FILE } = FINDING
const REPORT = {
  findings: [FINDING],
  suppressed: [],
  fixed: [],
  unable: [],
  skipped: [],
  ran: ["G7"],
  changed: 1,
}
const ANNOTATION = {
  level: "error",
  path: "a,b.py",
  line: 2,
  title: "G7 gone",
  message: "100 % of <f|g>: gone",
} as const

const DIFF = [
  "diff --git a/x b/x",
  "--- a/x",
  "+++ b/x",
  "@@ -1,3 +1,2 @@ def a():",
  " one",
  "-two",
  " three",
  "@@ -20 +19,2 @@",
  " twenty",
  "+new",
  "\\ No newline at end of file",
].join("\n")

test("a diff has its hunks with the numbers of both sides", () => {
  const short = hunksOf(DIFF).map((lines) =>
    lines.map(({ kind, before, after }) => [kind, before, after] as const),
  )
  expect(short).toEqual([
    [
      ["same", 1, 1],
      ["removed", 2, null],
      ["same", 3, 2],
    ],
    [
      ["same", 20, 19],
      ["added", null, 20],
    ],
  ])
})

test("annotations and the summary are read as they were meant", () => {
  expect(annotationsIn(githubText(REPORT))).toEqual([ANNOTATION])
  expect(annotationsIn(githubText({ ...REPORT, findings: [WHOLE_FILE] }))).toEqual([
    { ...ANNOTATION, line: null },
  ])
  expect(summaryIn(markdownText(REPORT))).toEqual({
    heading: "proofloop check: 1 error (1 critic, 1 changed file)",
    rows: [
      ["where", "what", "why"],
      ["a,b.py:2", "error G7 gone", "100 % of <f|g>: gone"],
    ],
  })
  expect(summaryIn(markdownText({ ...REPORT, findings: [] })).rows).toEqual([])
})

test("hunks without an annotation are left out, and what is about no line stands alone", () => {
  const shown = shownHunks("x", DIFF, [ANNOTATION, { ...ANNOTATION, line: 70 }])
  expect(shown.map(({ lines, annotations }) => [lines.length, annotations.map(({ line }) => line)])).toEqual([
    [3, [2]],
    [0, [70]],
  ])
})

test("words are kept, and one that is too long is broken", () => {
  expect(wrapped("one two three", 60)).toEqual(["one two ", "three"])
  expect(wrapped("abcdefghijklmnopq", 60)).toEqual(["abcdefgh", "ijklmnop", "q"])
})

test("a picture holds what the report says and no code, for a light and a dark page, and loads nothing", async () => {
  const root = await repositoryWith({ "a,b.py": "first\nsecret_name = 1\nlast\n" })
  const parent = (await requireGit(root, ["rev-parse", "HEAD"])).trim()
  await writeFile(join(root, "a,b.py"), "first\nlast\n")
  await commitPaths(root, ["a,b.py"], "go")
  const id = (await requireGit(root, ["rev-parse", "HEAD"])).trim()
  const svg = await pullPicture(root, {
    pull: { number: 7, title: "Say <less>", id, parent },
    files: 1,
    ms: 1,
    ended: 1,
    findings: [FINDING],
    unable: [],
    github: githubText(REPORT),
    sarif: "",
    markdown: markdownText(REPORT),
    faults: [],
  })
  expect(svg).toContain("#7 Say &lt;less&gt;")
  expect(svg.match(/100 % of &lt;f\|g&gt;: gone/g)).toHaveLength(2)
  expect(svg.match(/class="removed-code"/g)).toHaveLength(3)
  expect(svg).toContain("prefers-color-scheme:dark")
  expect(svg).not.toMatch(/secret_name|href|url\(|@import|<script|<image/)
})
