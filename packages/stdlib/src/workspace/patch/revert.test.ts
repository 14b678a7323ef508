import { chmod, mkdir, readdir, readFile, rm, symlink } from "node:fs/promises"
import { join } from "node:path"
import { commitPaths, git, initRepository } from "@proofloop/foundation/git"
import { describe, expect, it } from "vitest"
import { addFiles, folderWith } from "../../../../foundation/src/files/workspace.fixture.ts"
import { applyPatches } from "./apply_patches.ts"
import { snapshot } from "./patch.fixture.ts"
import { recoverPatches } from "./recover_patches.ts"

const PATCHES = [
  { path: "a.txt", content: "A" },
  { path: "new/deep/n.txt", content: "n" },
  { path: "gone.bin", action: "delete" },
]

async function rootWithFiles() {
  const root = await folderWith({ "a.txt": "a", "gone.bin": Buffer.from([0, 255, 254, 13, 10]) })
  await chmod(join(root, "gone.bin"), 0o4751)
  return root
}

const keptAt = (error: unknown) => /kept at ([^)]*)\)/.exec(String(error))?.[1] ?? "nowhere"

describe("revert", () => {
  it("puts bytes, permissions and absence back, and takes its folders away", async () => {
    const root = await rootWithFiles()
    const before = snapshot(root)
    const applied = await applyPatches(root, PATCHES)
    expect(snapshot(root)).not.toEqual(before)
    await applied.revert()
    expect(snapshot(root)).toEqual(before)
    await applied.revert()
    await applied.accept()
    expect(snapshot(root)).toEqual(before)
  })

  it("does nothing after accept", async () => {
    const root = await rootWithFiles()
    const applied = await applyPatches(root, PATCHES, { until_accepted: true })
    await applied.accept()
    const after = snapshot(root)
    await applied.revert()
    expect(snapshot(root)).toEqual(after)
    expect(await recoverPatches(root)).toEqual([])
  })

  it("restores what someone else edited, says so and keeps the edit", async () => {
    const root = await rootWithFiles()
    const before = snapshot(root)
    const applied = await applyPatches(root, PATCHES)
    const theirs = "theirs".repeat(500_000)
    await addFiles(root, { "a.txt": theirs })
    const error: unknown = await applied.revert().catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ kind: "conflict", path: "a.txt" })
    expect(await readFile(keptAt(error), "utf8")).toBe(theirs)
    await rm(join(root, ".proofloop"), { recursive: true })
    expect(snapshot(root)).toEqual(before)
  })

  it("leaves what others put beside its files, and restores what they removed", async () => {
    const root = await rootWithFiles()
    const applied = await applyPatches(root, PATCHES)
    await addFiles(root, { "new/deep/theirs.txt": "t" })
    await rm(join(root, "a.txt"))
    await applied.revert()
    expect(snapshot(root)).toMatchObject({ "a.txt": "644 a", "new/deep/theirs.txt": "644 t" })
    expect(await readdir(join(root, "new/deep"))).toEqual(["theirs.txt"])
  })

  it("leaves a folder and a link where a file was, and says so", async () => {
    const root = await rootWithFiles()
    const applied = await applyPatches(root, PATCHES)
    await rm(join(root, "a.txt"))
    await mkdir(join(root, "a.txt"))
    await expect(applied.revert()).rejects.toMatchObject({
      kind: "conflict",
      message: expect.stringContaining("a.txt (left as it is)"),
    })
    expect(snapshot(root)).toMatchObject({ "a.txt": "folder", "gone.bin": expect.any(String) })
  })
})

describe("journals", () => {
  it("are in git's folder and in no commit, for a root in a work tree of its own, too", async () => {
    const house = await folderWith({ "main/sub/a.txt": "a" })
    const main = join(house, "main")
    await initRepository(main)
    await commitPaths(main, ["sub/a.txt"], "first")
    await git(main, ["worktree", "add", "--quiet", "--detach", join(house, "other")])
    for (const root of [main, join(main, "sub"), join(house, "other")]) {
      const applied = await applyPatches(root, [{ path: "new.txt", content: "n" }], { until_accepted: true })
      expect((await git(root, ["status", "--porcelain"])).stdout).toMatch(/^\?\? (sub\/)?new\.txt\n$/)
      await applied.revert()
      expect((await git(root, ["status", "--porcelain"])).stdout).toBe("")
    }
  })

  it("are not kept behind a link", async () => {
    const house = await folderWith({ "root/a.txt": "a", "outside/patches/b.txt": "b" })
    const root = join(house, "root")
    await symlink("../outside", join(root, ".proofloop"))
    const before = snapshot(house)
    await expect(applyPatches(root, PATCHES)).rejects.toMatchObject({ kind: "conflict" })
    await expect(recoverPatches(root)).rejects.toMatchObject({ code: "patch_rejected" })
    expect(snapshot(house)).toEqual(before)
  })

  it("of a transaction at work are left alone, and those of another root, too", async () => {
    const root = await rootWithFiles()
    await initRepository(root)
    await addFiles(root, { "sub/a.txt": "a" })
    const applied = await applyPatches(root, PATCHES, { until_accepted: true })
    const after = snapshot(root)
    expect(await recoverPatches(root)).toEqual([])
    expect(await recoverPatches(join(root, "sub"))).toEqual([])
    expect(snapshot(root)).toEqual(after)
    await applied.revert()
  })

  it("that nobody wrote are no journals", async () => {
    const root = await folderWith({ "a.txt": "a" })
    const name = `1-${"0".repeat(8)}-0000-0000-0000-${"0".repeat(12)}.journal`
    const header = (path: string) => ({
      version: 1,
      process: { pid: 2 ** 22 + 1, began: "1" },
      folders: [],
      entries: [{ path, before: null, after: null, temporary: ".proofloop-x.tmp" }],
    })
    for (const text of [
      "",
      "\n",
      "{}\n",
      "null\n",
      JSON.stringify(header("../a.txt")),
      `${JSON.stringify(header("x/../../a"))}\n`,
    ]) {
      await addFiles(root, { [`.proofloop/patches/${name}`]: text })
      expect(await recoverPatches(root)).toEqual([])
      expect(await readFile(join(root, "a.txt"), "utf8")).toBe("a")
    }
    await addFiles(root, { [`.proofloop/patches/${name}`]: `${JSON.stringify(header(".git/config"))}\n` })
    await expect(recoverPatches(root)).rejects.toMatchObject({ kind: "conflict" })
    expect(await recoverPatches(root)).toEqual([])
  })
})
