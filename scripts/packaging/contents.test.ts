import { expect, test } from "vitest"
import { contentProblems } from "./contents.ts"

const needed = ["README.md", "LICENSE", "package.json"].map((path) => ({ path, text: "{}" }))

test("a package of code, declarations and data is right", () => {
  const files = ["dist/index.js", "dist/index.d.ts", "dist/testing.js", "cases/repair/streak.yaml"]
  const packed = [...needed, ...files.map((path) => ({ path, text: "see src/index.ts" }))]
  expect(contentProblems(packed, ["/home/me/proofloop"])).toEqual([])
})

test.each([
  "src/index.js",
  "dist/fixtures/a.js",
  "dist/fold.test.js",
  "dist/types.test-d.d.ts",
  "dist/io.fixture.d.ts",
  "dist/build.tsbuildinfo",
  "dist/index.js.map",
  "dist/fold.ts",
  "dist/.stamp",
])("%s is not to be packed", (path) => {
  const problems = contentProblems([...needed, { path, text: "" }], [])
  expect(problems).toEqual([expect.stringContaining(`${path} is `)])
})

test("each file that has to be there is asked for", () => {
  for (const { path } of needed) {
    const others = needed.filter((file) => file.path !== path)
    expect(contentProblems(others, [])).toEqual([`${path} is missing`])
  }
})

test("a folder of this machine is found wherever it is named", () => {
  const file = { path: "dist/index.js", text: 'const root = "/home/me/proofloop/dist"' }
  expect(contentProblems([...needed, file], ["/home/me/proofloop"])).toEqual([
    "dist/index.js names /home/me/proofloop",
  ])
})

test.each(["workspace:", "catalog:", "./src/", "prepack"])(
  "a manifest with %s was not made by pnpm",
  (leftover) => {
    const manifest = { path: "package.json", text: `{ "x": "${leftover}" }` }
    const files = [...needed.filter(({ path }) => path !== "package.json"), manifest]
    expect(contentProblems(files, [])).toEqual([`package.json still says ${leftover}`])
  },
)
