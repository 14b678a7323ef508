import { expect, it } from "vitest"
import { folderWith } from "../../../../foundation/src/files/workspace.fixture.ts"
import { relevantFiles } from "./relevant_files.ts"

const FILES = {
  "src/sum.js": "",
  "src/sum.test.js": 'import { sum } from "./sum.js"\n',
  "src/index.js": "",
  "lib/index.js": "",
  "pkg/math/math.go": "",
  "README.md": "",
  ".env": "",
}

it.each([
  ["a relative path", ["src/sum.js:3:7"], ["src/sum.js"]],
  ["a path of another machine", ["/home/runner/work/demo/demo/src/sum.js:3"], ["src/sum.js"]],
  ["a path of Windows", ["D:\\a\\demo\\demo\\src\\sum.js:3"], ["src/sum.js"]],
  ["a name that one file has", ["math.go:12:"], ["pkg/math/math.go"]],
  ["a name that several have", ["index.js:1"], []],
  ["a file that is not shown", [".env"], []],
  ["a file that is not there", ["src/none.js"], []],
  ["a test, with what it is about", ["src/sum.test.js"], ["src/sum.test.js", "src/sum.js"]],
])("finds the file of %s", async (_, mentions, paths) => {
  const root = await folderWith(FILES)
  expect(await relevantFiles(root, [{ mentions }], [])).toMatchObject({ paths })
})

it("begins with some of each failure, and goes on with what the pull request changed", async () => {
  const root = await folderWith({
    ...FILES,
    ...Object.fromEntries(["a", "b", "c", "d", "e"].map((name) => [`${name}.js`, ""])),
  })
  const jobs = [{ mentions: ["a.js", "b.js", "c.js", "d.js", "e.js:9"] }, { mentions: ["src/sum.js:2"] }]
  const { paths, places } = await relevantFiles(root, jobs, ["README.md", "gone.md"])
  expect(paths).toEqual(["a.js", "b.js", "c.js", "d.js", "src/sum.js", "README.md", "e.js"])
  expect(places).toEqual([
    { path: "e.js", line_start: 9, line_end: 9 },
    { path: "src/sum.js", line_start: 2, line_end: 2 },
  ])
})
