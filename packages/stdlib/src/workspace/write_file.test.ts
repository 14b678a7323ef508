import { chmod, link, readdir, readFile, stat } from "node:fs/promises"
import { join } from "node:path"
import { sha256 } from "@proofloop/foundation/files"
import { describe, expect, it } from "vitest"
import { folderWith } from "../../../foundation/src/files/workspace.fixture.ts"
import { benchIn } from "./tool_bench.fixture.ts"

describe("write_file", () => {
  it.each(["new.txt", "deep/er/new.txt", "with space/and 'quotes'/ä🙂.txt", "--option", "*"])(
    "creates %s",
    async (path) => {
      const root = await folderWith()
      const result = await benchIn(root).call("write_file", { path, content: "hällo" })
      expect(result).toEqual({
        ok: true,
        output: `created ${path} (6 bytes)`,
        mutation_status: "applied",
        file_hashes: { [path]: sha256("hällo") },
      })
      expect(await readFile(join(root, path), "utf8")).toBe("hällo")
    },
  )

  it("keeps the permissions of a file, gives a new one the usual ones and leaves nothing beside it", async () => {
    const root = await folderWith({ "run.sh": "old" })
    await chmod(join(root, "run.sh"), 0o751)
    const bench = benchIn(root)
    await bench.call("write_file", { path: "run.sh", content: "new" })
    await bench.call("write_file", { path: "new.txt", content: "new" })
    expect((await stat(join(root, "run.sh"))).mode & 0o777).toBe(0o751)
    expect((await stat(join(root, "new.txt"))).mode & 0o777).toBe(0o666 & ~process.umask())
    expect(await readdir(root)).toEqual(["new.txt", "run.sh"])
  })

  it("puts a new file in place and never writes through a hard link", async () => {
    const house = await folderWith({ "outside.txt": "outside", "root/x": "" })
    await link(join(house, "outside.txt"), join(house, "root/hard.txt"))
    await benchIn(join(house, "root")).call("write_file", { path: "hard.txt", content: "mine" })
    expect(await readFile(join(house, "outside.txt"), "utf8")).toBe("outside")
  })

  it("is unchanged when the content is the same", async () => {
    const root = await folderWith({ "a.txt": "same" })
    const before = await stat(join(root, "a.txt"))
    expect(await benchIn(root).call("write_file", { path: "a.txt", content: "same" })).toEqual({
      ok: true,
      output: "a.txt already has exactly this content",
      mutation_status: "unchanged",
      file_hashes: { "a.txt": sha256("same") },
    })
    expect((await stat(join(root, "a.txt"))).ino).toBe(before.ino)
  })

  it("takes content up to the limit, counted in bytes", async () => {
    const root = await folderWith()
    const bench = benchIn(root, { max_file_bytes: 10 })
    expect((await bench.call("write_file", { path: "a", content: "ääääa" })).ok).toBe(true)
    expect(await bench.call("write_file", { path: "b", content: "ääääää" })).toMatchObject({
      ok: false,
      mutation_status: "not_applied",
      error: expect.stringContaining("exceeds the limit of 10"),
    })
    expect(await readdir(root)).toEqual(["a"])
  })

  it("never shows a half-written file", async () => {
    const root = await folderWith({ "a.txt": "0".repeat(1_000_000) })
    const bench = benchIn(root)
    let is_done = false
    const writing = (async () => {
      for (let round = 1; round < 60; round++) {
        await bench.call("write_file", { path: "a.txt", content: String(round % 10).repeat(1_000_000) })
      }
      is_done = true
    })()
    while (!is_done) {
      const text = await readFile(join(root, "a.txt"), "utf8")
      expect(text.length).toBe(1_000_000)
      expect(text.at(-1)).toBe(text[0])
    }
    await writing
  })

  it("is refused with a reason when the name is too long", async () => {
    const root = await folderWith()
    const path = "x".repeat(300)
    expect((await benchIn(root).call("write_file", { path, content: "" })).error).toBe(
      `${path}: the path is too long`,
    )
  })
})
