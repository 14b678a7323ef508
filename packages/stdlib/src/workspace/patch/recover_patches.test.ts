import { readdir, readFile, rm, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { lockFile } from "@proofloop/foundation/process"
import { describe, expect, it } from "vitest"
import { addFiles, folderWith } from "../../../../foundation/src/files/workspace.fixture.ts"
import { applyWatched } from "./apply_patches.ts"
import { snapshot } from "./patch.fixture.ts"
import { recoverPatches } from "./recover_patches.ts"

const PATCHES = [
  { path: "a.txt", content: "A" },
  { path: "new/n.txt", content: "n" },
]

/** Patches on the disk, with the journal of a transaction whose process is gone. */
async function abandoned() {
  const root = await folderWith({ "a.txt": "a", "b.txt": "b" })
  const applied = await applyWatched(root, PATCHES, { until_accepted: true }, (step) => {
    if (step === "revert") throw new Error("gone")
  })
  await expect(applied.revert()).rejects.toMatchObject({ code: "patch_rejected", message: "gone" })
  const [name = ""] = await readdir(join(root, ".proofloop/patches"))
  return { root, journal: join(root, ".proofloop/patches", name) }
}

async function rewrite(journal: string, change: (header: string) => string) {
  const bytes = await readFile(journal, "latin1")
  const end = bytes.indexOf("\n")
  await writeFile(journal, change(bytes.slice(0, end)) + bytes.slice(end), "latin1")
}

describe("recoverPatches", () => {
  it("puts back what was applied, tells the paths, and leaves nothing", async () => {
    const { root } = await abandoned()
    expect(await recoverPatches(root)).toEqual(["a.txt", "new/n.txt"])
    expect(snapshot(root)).toEqual({ "a.txt": "644 a", "b.txt": "644 b" })
    expect(await recoverPatches(root)).toEqual([])
  })

  it("leaves what someone wrote since, says so and where the old content is", async () => {
    const { root } = await abandoned()
    await addFiles(root, { "a.txt": "theirs" })
    const error: unknown = await recoverPatches(root).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({
      kind: "conflict",
      message: expect.stringContaining("left as it is: a.txt"),
    })
    const kept = /before: ([^)]*)\)/.exec(String(error))?.[1] ?? "nowhere"
    expect(await readFile(kept, "utf8")).toBe("a")
    expect(snapshot(root)).toMatchObject({ "a.txt": "644 theirs" })
    expect(Object.keys(snapshot(root))).not.toContain("new")
    expect(await recoverPatches(root)).toEqual([])
  })

  it("leaves the transaction of a process that runs, and no other's", async () => {
    const { root, journal } = await abandoned()
    const owner = (began: string) => (header: string) =>
      header.replace(/"process":\{[^}]*\}/, `"process":{"pid":${process.ppid},"began":${began}}`)
    await rewrite(journal, owner("null"))
    expect(await recoverPatches(root)).toEqual([])
    expect(snapshot(root)).toMatchObject({ "a.txt": "644 A" })
    await rewrite(journal, owner('"1"'))
    const recovered = await recoverPatches(root)
    expect(recovered).toEqual(process.platform === "linux" ? ["a.txt", "new/n.txt"] : [])
  })

  it("is done once by those who ask for it at once", async () => {
    const { root } = await abandoned()
    const recovered = await Promise.all(Array.from({ length: 6 }, () => recoverPatches(root)))
    expect(recovered.flat().toSorted()).toEqual(["a.txt", "new/n.txt"])
    expect(snapshot(root)).toEqual({ "a.txt": "644 a", "b.txt": "644 b" })
  })

  it("takes no edit back that was made after another process had recovered", async () => {
    const { root, journal } = await abandoned()
    const lock = await lockFile(join(dirname(journal), "recovery"))
    if (!("release" in lock)) throw new Error("somebody else recovers here")
    const second = recoverPatches(root)
    // Longer than a process takes that waits for nobody.
    const other = await abandoned()
    await recoverPatches(other.root)
    // The other process is done, and has made the same edit anew.
    await rm(journal)
    await addFiles(root, { "a.txt": "A" })
    await lock.release()
    expect(await second).toEqual([])
    expect(snapshot(root)).toMatchObject({ "a.txt": "644 A" })
  })

  it("believes no journal whose contents are not what it says", async () => {
    const { root, journal } = await abandoned()
    const bytes = await readFile(journal)
    await writeFile(journal, bytes.subarray(0, -1))
    expect(await recoverPatches(root)).toEqual([])
    expect(snapshot(root)).toMatchObject({ "a.txt": "644 A" })
  })

  it("removes what was cut off before anything was touched", async () => {
    const { root, journal } = await abandoned()
    await recoverPatches(root)
    const name = journal.slice(journal.lastIndexOf("/") + 1).replace(".journal", ".tmp")
    await addFiles(root, { [`.proofloop/patches/${name}`]: "{", ".proofloop/patches/other.txt": "kept" })
    expect(await recoverPatches(root)).toEqual([])
    expect(await readdir(join(root, ".proofloop/patches"))).toEqual(["other.txt"])
  })
})
