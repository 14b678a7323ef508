import { chmod, chown, readdir } from "node:fs/promises"
import { join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import { addFiles } from "../files/workspace.fixture.ts"
import { treeOf } from "./changed_files.ts"
import { openScratch } from "./scratch.ts"
import { treeEntries } from "./tree_entries.ts"
import { writeWorkTree } from "./work_tree.ts"
import { repositoryWith, told } from "./working_change.fixture.ts"
import { workingChange } from "./working_change.ts"

/** To whom the system refuses nothing, nothing is closed. The number is that of `nobody`. */
const NOBODY = 65_534

describe.skipIf(process.getuid === undefined)("folders that the system refuses", () => {
  it("tells a folder it cannot list, and no deletion of what lies in it", async () => {
    const root = await closedRepository(0o000)
    const change = await workingChange(root)
    expect(told(change)).toEqual([["readable.txt", "1", "2"]])
    expect(change.skipped).toEqual([
      { path: "known", reason: "unreadable" },
      { path: "known/a.txt", reason: "unreadable" },
      { path: "new\nline's", reason: "unreadable" },
    ])
  })

  it("tells each file of a folder that it can only list", async () => {
    const root = await closedRepository(0o400)
    const change = await workingChange(root)
    expect(told(change)).toEqual([["readable.txt", "1", "2"]])
    expect(change.skipped.map(({ path }) => path)).toEqual(["known/a.txt", "new\nline's/b.txt"])
  })

  it("names them from the folder that is judged, and leaves out those beside it", async () => {
    const root = await closedRepository(0o000, "inner/")
    expect((await workingChange(join(root, "inner"))).skipped.map(({ path }) => path)).toEqual([
      "known",
      "known/a.txt",
      "new\nline's",
    ])
  })

  it("tells a folder beside others of which git complains", async () => {
    const root = await closedRepository(0o000)
    // Git complains of their .gitignore, before or after the other ones.
    const listable = Array.from({ length: 8 }, (_, at) => `listable-${at}`)
    for (const folder of listable) {
      await addFiles(root, { [`${folder}/.gitignore`]: "" })
      await chmod(join(root, folder, ".gitignore"), 0o000)
    }
    const closed = (await workingChange(root)).skipped.map(({ path }) => path)
    expect(closed.filter((path) => !path.startsWith("listable"))).toEqual([
      "known",
      "known/a.txt",
      "new\nline's",
    ])
  })

  it("writes no tree without them", async () => {
    const root = await closedRepository(0o000)
    const scratch = await openScratch(root)
    onTestFinished(() => scratch.remove())
    const tree = await treeOf(root, "HEAD")
    const written = writeWorkTree(scratch, tree, await treeEntries(scratch, tree))
    await expect(written).rejects.toThrow("cannot read known, new\nline's")
  })
})

/** A repository with closed folders, one of them tracked; until the test ends this process is nobody. */
async function closedRepository(mode: number, below = ""): Promise<string> {
  const known = `${below}known`
  const fresh = `${below}new\nline's`
  const root = await repositoryWith({ [`${known}/a.txt`]: "1", [`${below}readable.txt`]: "1" })
  await addFiles(root, { [`${fresh}/b.txt`]: "1", [`${below}readable.txt`]: "2" })
  if (below !== "") await addFiles(root, { "beside/c.txt": "1" })
  const closed = below === "" ? [known, fresh] : [known, fresh, "beside"]
  if (process.getuid?.() === 0) {
    for (const path of await readdir(root, { recursive: true })) await chown(join(root, path), NOBODY, NOBODY)
    await chown(root, NOBODY, NOBODY)
    process.seteuid?.(NOBODY)
  }
  for (const folder of closed) await chmod(join(root, folder), mode)
  onTestFinished(async () => {
    for (const folder of closed) await chmod(join(root, folder), 0o700)
    if (process.getuid?.() === 0) process.seteuid?.(0)
  })
  return root
}
