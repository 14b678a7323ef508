import { symlinkSync } from "node:fs"
import { join } from "node:path"
import { expect, test } from "vitest"
import { folderOf } from "./folder.fixture.ts"
import { describeSize, folderSizes, foldersWith, sizeOf, sizeOfScope } from "./size.ts"

test("a folder's size is that of its files, in all folders below, and each once", () => {
  const folder = folderOf({ "a/b/c.txt": "12345", "d.txt": "678" })
  symlinkSync(join(folder, "d.txt"), join(folder, "link"))
  expect(sizeOf(folder)).toMatchObject({ files: 2, bytes: 8 })
})

test("what a host gets with a package is all that it depends on, the largest first", () => {
  const folder = folderOf({
    "small/package.json": '{ "dependencies": { "@shop/large": "1" }, "peerDependencies": { "other": "1" } }',
    "@shop/large/package.json": '{ "dependencies": { "small": "1" } }',
    "@shop/large/dist/index.js": "0".repeat(2_000_000),
    "other/package.json": "{}",
  })
  const folders = foldersWith(folder, "small")
  expect(folderSizes(folders).map((line) => line.split(" in ")[0])).toEqual([
    `${join(folder, "@shop", "large")}: 2.0 MB`,
    `${join(folder, "small")}: 0.0 MB`,
  ])
  expect(sizeOf(...folders)).toMatchObject({ files: 3 })
})

test("a size is told in decimal megabytes, on the disk as well", () => {
  expect(describeSize({ files: 3, bytes: 1_500_000, bytes_on_disk: 4_096_000 })).toBe(
    "1.5 MB in 3 files (4.1 MB on this disk)",
  )
})

test("a package's size is with those of its scope, which are its parts", () => {
  const folder = folderOf({ "base/a.js": "123", "@base/linux/a.node": "4567", "other/a.js": "89" })
  expect(sizeOfScope(folder, "base")).toBe(7)
  expect(sizeOfScope(folder, "other")).toBe(2)
})
