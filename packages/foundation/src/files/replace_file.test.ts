import { readdir, readFile, rm, symlink } from "node:fs/promises"
import { join } from "node:path"
import { expect, it } from "vitest"
import { locate } from "./locate.ts"
import { openWorkspace } from "./open_workspace.ts"
import { replaceFile } from "./replace_file.ts"
import { addFiles, folderWith } from "./workspace.fixture.ts"

const changes: Readonly<Record<string, (root: string) => Promise<unknown>>> = {
  "was changed": (root) => addFiles(root, { "a.txt": "theirs" }),
  "was deleted": (root) => rm(join(root, "a.txt")),
  "became a link": async (root) => {
    await rm(join(root, "a.txt"))
    await symlink("b.txt", join(root, "a.txt"))
  },
  appeared: (root) => addFiles(root, { "new.txt": "theirs" }),
}

it.each(Object.entries(changes))(
  "refuses to overwrite a file that %s meanwhile, and leaves nothing",
  async (what, change) => {
    const root = await folderWith({ "a.txt": "ours", "b.txt": "other" })
    const workspace = openWorkspace({ root, denied_paths: [], max_file_bytes: 1000 })
    const located = await locate(workspace, what === "appeared" ? "new.txt" : "a.txt", "write")
    await change(root)
    const before = await readdir(root)
    await expect(replaceFile(workspace, located, Buffer.from("mine"))).rejects.toThrow(
      /by someone else meanwhile; read it again/,
    )
    expect(await readdir(root)).toEqual(before)
    expect(await readFile(join(root, "b.txt"), "utf8")).toBe("other")
    expect(await readFile(located.absolute, "utf8").catch(() => null)).not.toBe("mine")
  },
)

it("of many who replace what they saw at once one does, and the others are told", async () => {
  const root = await folderWith({ "a.txt": "old" })
  const workspace = openWorkspace({ root, denied_paths: [], max_file_bytes: 1000 })
  const seen = await locate(workspace, "a.txt", "write")
  const contents = Array.from({ length: 8 }, (_, index) => `content ${index}`)
  const settled = await Promise.allSettled(
    contents.map((content) => replaceFile(workspace, seen, Buffer.from(content))),
  )
  const winners = contents.filter((_, index) => settled[index]?.status === "fulfilled")
  expect(winners).toEqual([await readFile(join(root, "a.txt"), "utf8")])
  for (const one of settled.filter(({ status }) => status === "rejected")) {
    expect(one).toMatchObject({ reason: { obstacle: "conflict" } })
  }
})
