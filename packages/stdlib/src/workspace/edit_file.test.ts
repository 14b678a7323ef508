import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { sha256 } from "@proofloop/foundation/files"
import { describe, expect, it } from "vitest"
import { folderWith } from "../../../foundation/src/files/workspace.fixture.ts"
import { benchIn } from "./tool_bench.fixture.ts"

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
    expect(result.error).toMatch(/The arguments are not valid/)
    expect(result.error).toMatch(/file_path/)
    expect(result.error).toMatch(/path/)
  })
})
