import { execFileSync } from "node:child_process"
import { chmod, link, readdir, readFile, stat, symlink } from "node:fs/promises"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { sha256 } from "./file_content.ts"
import { benchIn, folderWith } from "./workspace.fixture.ts"

describe("edit_file", () => {
  it("edits and reports the new hash", async () => {
    const root = await folderWith({ "src/a.ts": "let a = 1\nlet b = 2\n" })
    const result = await benchIn(root).call("edit_file", {
      path: "./src/a.ts",
      old_text: "b = 2",
      new_text: "b = 3",
    })
    const text = "let a = 1\nlet b = 3\n"
    expect(result).toEqual({
      ok: true,
      output: "replaced 1 of 1 in src/a.ts at line 2",
      mutation_status: "applied",
      file_hashes: { "src/a.ts": sha256(text) },
    })
    expect(await readFile(join(root, "src/a.ts"), "utf8")).toBe(text)
  })

  it("refuses an edit that changes nothing as unchanged", async () => {
    const root = await folderWith({ "a.txt": "same" })
    const result = await benchIn(root).call("edit_file", {
      path: "a.txt",
      old_text: "same",
      new_text: "same",
    })
    expect(result).toMatchObject({ ok: false, mutation_status: "unchanged" })
  })

  it("is not applied when the text is absent or ambiguous", async () => {
    const root = await folderWith({ "a.txt": "x x" })
    const bench = benchIn(root)
    for (const old_text of ["y", "x"]) {
      const result = await bench.call("edit_file", { path: "a.txt", old_text, new_text: "z" })
      expect(result).toMatchObject({
        ok: false,
        mutation_status: "not_applied",
        error: expect.stringMatching(/^a\.txt: old_text/),
      })
    }
    expect(await readFile(join(root, "a.txt"), "utf8")).toBe("x x")
  })

  it("refuses what is not text", async () => {
    const root = await folderWith({
      "a.bin": Buffer.from([65, 0, 66]),
      "latin1.txt": Buffer.from([65, 0xe4, 66]),
    })
    const bench = benchIn(root)
    const call = (path: string) => bench.call("edit_file", { path, old_text: "A", new_text: "C" })
    expect((await call("a.bin")).error).toBe("a.bin is a binary file (3 bytes)")
    expect((await call("latin1.txt")).error).toBe("latin1.txt is not UTF-8 text (3 bytes)")
  })

  it("keeps a byte order mark", async () => {
    const root = await folderWith({ "a.txt": "\uFEFFhello" })
    await benchIn(root).call("edit_file", { path: "a.txt", old_text: "hello", new_text: "bye" })
    expect(await readFile(join(root, "a.txt"), "utf8")).toBe("\uFEFFbye")
  })

  it("suggests where a missing file may be", async () => {
    const root = await folderWith({ "packages/app/index.ts": "", "lib/index.js": "" })
    const result = await benchIn(root).call("edit_file", {
      path: "src/index.ts",
      old_text: "a",
      new_text: "b",
    })
    expect(result.error).toBe(
      "src/index.ts: no such file. Did you mean packages/app/index.ts or lib/index.js?",
    )
  })

  it("names arguments it does not know or miss", async () => {
    const root = await folderWith()
    const result = await benchIn(root).call("edit_file", { file_path: "a", old_text: "a", new_text: "b" })
    expect(result.error).toMatch(/bad arguments for edit_file/)
    expect(result.error).toMatch(/file_path/)
    expect(result.error).toMatch(/path/)
  })
})

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
    expect(execFileSync("ls", [join(root, "src")], { encoding: "utf8" })).toBe("a.txt\n")
  })
})
