import { mkdir, open, readdir, readFile, stat } from "node:fs/promises"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { writeWholeFile } from "./whole_file.ts"
import { folderWith } from "./workspace.fixture.ts"

test("a file is replaced whole, and nothing is left beside it", async () => {
  const root = await folderWith({ "a.json": "old" })
  expect(await writeWholeFile(join(root, "a.json"), "new")).toBe(true)
  expect(await writeWholeFile(join(root, "b.json"), Buffer.from([0xff]), { mode: 0o644 })).toBe(true)
  expect(await readFile(join(root, "a.json"), "utf8")).toBe("new")
  expect((await stat(join(root, "a.json"))).mode & 0o777).toBe(0o600)
  expect((await stat(join(root, "b.json"))).mode & 0o777).toBe(0o644)
  expect(await readdir(root)).toEqual(["a.json", "b.json"])
})

test("one that is written once is written by one of many", async () => {
  const path = join(await folderWith(), "once.json")
  const all = await Promise.all(
    Array.from({ length: 8 }, (_, index) => writeWholeFile(path, `${index}`, { once: true })),
  )
  expect(all.filter(Boolean)).toHaveLength(1)
  expect(await readFile(path, "utf8")).toBe(`${all.indexOf(true)}`)
})

test("what fails leaves nothing, and a temporary file of somebody else stays", async () => {
  const root = await folderWith({ "own.tmp": "theirs" })
  await mkdir(join(root, "folder"))
  await expect(writeWholeFile(join(root, "folder"), "x")).rejects.toThrow("EISDIR")
  expect(await readdir(root)).toEqual(["folder", "own.tmp"])
  await expect(writeWholeFile(join(root, "a"), "x", { temporary: "own.tmp" })).rejects.toThrow("EEXIST")
  expect(await readFile(join(root, "own.tmp"), "utf8")).toBe("theirs")
})

test("a file handle that cannot sync is enough, as Yarn's PnP gives it", async () => {
  const root = await folderWith({})
  const handle = await open(join(root, "."))
  const prototype: { sync: unknown } = Object.getPrototypeOf(handle)
  await handle.close()
  const { sync } = prototype
  onTestFinished(() => void (prototype.sync = sync))
  prototype.sync = () => {
    throw new Error("Method not implemented.")
  }
  expect(await writeWholeFile(join(root, "a.json"), "new")).toBe(true)
})
