import { execFileSync } from "node:child_process"
import { statSync, symlinkSync } from "node:fs"
import { join } from "node:path"
import { expect, it } from "vitest"
import { readPlainFile, withPlainFile, writePlainFile } from "./plain_file.ts"
import { folderWith } from "./workspace.fixture.ts"

it("reads and replaces a file, which is made for its user alone", async () => {
  const path = join(await folderWith(), "a.txt")
  writePlainFile(path, "long")
  writePlainFile(path, "new")
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(readPlainFile(path).toString()).toBe("new")
  expect(readPlainFile(path, { from: (size) => size - 2, bytes: 1 }).toString()).toBe("e")
  for (const from of [() => 9, (size: number) => size]) expect(readPlainFile(path, { from })).toHaveLength(0)
})

it.skipIf(process.platform === "win32")("never waits for a pipe or a device, in any way", async () => {
  const root = await folderWith({ "a.txt": "1" })
  execFileSync("sh", ["-c", 'mkfifo "$1"', "sh", join(root, "pipe")])
  for (const path of [join(root, "pipe"), "/dev/zero", "/dev/stdin", root])
    for (const way of ["read", "read_no_link", "append", "replace"] as const)
      expect(() => withPlainFile(path, way, () => undefined)).toThrow(Error)
  symlinkSync("a.txt", join(root, "link"))
  expect(readPlainFile(join(root, "link")).toString()).toBe("1")
  expect(() => readPlainFile(join(root, "link"), { way: "read_no_link" })).toThrow("ELOOP")
})
