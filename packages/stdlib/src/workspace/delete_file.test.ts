import { readdir, symlink } from "node:fs/promises"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { folderWith } from "../../../foundation/src/files/workspace.fixture.ts"
import { benchIn } from "./tool_bench.fixture.ts"

describe("delete_file", () => {
  it("deletes a file", async () => {
    const root = await folderWith({ "src/a.txt": "x" })
    expect(await benchIn(root).call("delete_file", { path: "src/a.txt" })).toEqual({
      ok: true,
      output: "deleted src/a.txt",
      mutation_status: "applied",
      file_hashes: { "src/a.txt": "absent" },
    })
    expect(await readdir(join(root, "src"))).toEqual([])
  })

  it("deletes a link, not what it leads to", async () => {
    const root = await folderWith({ "a.txt": "x" })
    await symlink("a.txt", join(root, "link"))
    expect((await benchIn(root).call("delete_file", { path: "link" })).ok).toBe(true)
    expect(await readdir(root)).toEqual(["a.txt"])
  })

  it.each([
    ["src", "src is a folder; only files can be deleted"],
    ["src/nothing.txt", "src/nothing.txt: no such file"],
    ["nothing/at/all.txt", "nothing/at/all.txt: no such file"],
  ])("refuses %s", async (path, error) => {
    const root = await folderWith({ "src/a.txt": "x" })
    expect(await benchIn(root).call("delete_file", { path })).toEqual({
      ok: false,
      error,
      mutation_status: "not_applied",
    })
    expect(await readdir(join(root, "src"))).toEqual(["a.txt"])
  })
})
