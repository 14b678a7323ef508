import { join } from "node:path"
import { expect, test } from "vitest"
import { folderOf, write } from "./folder.fixture.ts"
import { buildProblem, writeStamp } from "./sources_stamp.mjs"

const MANIFEST = {
  name: "shop",
  exports: { ".": "./src/index.ts" },
  publishConfig: { exports: { ".": { types: "./dist/index.d.ts", default: "./dist/index.js" } } },
}

function built(): { root: string; folder: string } {
  const root = folderOf({
    "packages/shop/package.json": JSON.stringify(MANIFEST),
    "packages/shop/src/index.ts": "export const open = true",
    "packages/shop/src/index.test.ts": "",
    "packages/shop/dist/index.js": "",
    "packages/shop/dist/index.d.ts": "",
  })
  writeStamp(root)
  return { root, folder: join(root, "packages/shop") }
}

test("a package built from its sources may be packed", () => {
  const { root, folder } = built()
  expect(buildProblem(root, folder)).toBeNull()
})

test.each(["dist/index.js", "dist/index.d.ts"])("without %s it is not built", (path) => {
  const { root, folder } = built()
  write(folder, "package.json", JSON.stringify(MANIFEST).replaceAll(`./${path}`, "./dist/elsewhere.js"))
  expect(buildProblem(root, folder)).toBe("./dist/elsewhere.js is not built")
})

test.each([
  ["src/index.ts", "export const open = false"],
  ["src/added.ts", ""],
  ["package.json", JSON.stringify({ ...MANIFEST, version: "2.0.0" })],
])("a change of %s makes the build too old", (path, text) => {
  const { root, folder } = built()
  write(folder, path, text)
  expect(buildProblem(root, folder)).toBe("dist is older than the sources")
})

test.each(["src/index.test.ts", "src/io.fixture.ts", "src/fixtures/a.ts", "README.md"])(
  "a change of %s does not",
  (path) => {
    const { root, folder } = built()
    write(folder, path, "changed")
    expect(buildProblem(root, folder)).toBeNull()
  },
)

test("another folder is no package", () => {
  const { root } = built()
  expect(buildProblem(root, root)).toBe(`${root} is no package that is published`)
})
