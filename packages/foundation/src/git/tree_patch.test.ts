import { chmod, mkdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, it } from "vitest"
import { requireGit } from "./git.ts"
import { repositoryWith } from "./repository.fixture.ts"
import { openTreePatches } from "./tree_patch.ts"

const FILES = { "a.txt": "one\n", "b.txt": "two\n", ".gitignore": "built\n", "gone.txt": "bye\n" }

it("brings another tree to the same state: edits, new, removed and binary files, links, modes", async () => {
  const root = await repositoryWith(FILES)
  const patches = await openTreePatches(root, "HEAD")
  expect(await patches.read()).toBe("")
  await writeFile(join(root, "a.txt"), "one\r\nno end")
  await rm(join(root, "gone.txt"))
  await mkdir(join(root, "new folder"))
  const binary = Buffer.from([0, 255, 10, 13, 128, 7])
  await writeFile(join(root, "new folder/data"), binary)
  await writeFile(join(root, "latin.txt"), Buffer.from([0x6f, 0xe4, 0x0a]))
  await symlink("a.txt", join(root, "link"))
  await chmod(join(root, "b.txt"), 0o755)
  const patch = await patches.read()
  await patches.close()

  const other = await repositoryWith(FILES)
  await writeFile(join(other, "stray.txt"), "not of the patch\n")
  await writeFile(join(other, "built"), "ignored\n")
  await writeFile(join(other, "a.txt"), "something else\n")
  const there = await openTreePatches(other, "HEAD")
  await there.write(patch)
  expect(await readFile(join(other, "a.txt"), "utf8")).toBe("one\r\nno end")
  expect(await readFile(join(other, "new folder/data"))).toEqual(binary)
  expect(await readFile(join(other, "latin.txt"))).toEqual(Buffer.from([0x6f, 0xe4, 0x0a]))
  expect((await stat(join(other, "b.txt"))).mode & 0o111).not.toBe(0)
  expect(await readFile(join(other, "link"), "utf8")).toBe("one\r\nno end")
  expect(await readFile(join(other, "built"), "utf8")).toBe("ignored\n")
  await expect(stat(join(other, "stray.txt"))).rejects.toThrow("ENOENT")
  await expect(stat(join(other, "gone.txt"))).rejects.toThrow("ENOENT")
  expect(await there.read()).toBe(patch)
  await there.write("")
  expect(await there.read()).toBe("")
  expect((await requireGit(other, ["status", "--porcelain"])).trim()).toBe("")
  await there.close()
})

it("refuses a patch that leaves the tree", async () => {
  const root = await repositoryWith(FILES)
  const { gzipSync } = await import("node:zlib")
  const text =
    "diff --git a/../x b/../x\nnew file mode 100644\n--- /dev/null\n+++ b/../x\n@@ -0,0 +1 @@\n+out\n"
  const patches = await openTreePatches(root, "HEAD")
  await expect(patches.write(gzipSync(text).toString("base64"))).rejects.toThrow("git apply failed")
  await patches.close()
})
