import { readFile, symlink, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { folderWith } from "../../../../foundation/src/files/workspace.fixture.ts"
import { applyEdits } from "./apply_edits.ts"
import { planOf } from "./fixing.fixture.ts"

const replace = (path: string, old_string: string, new_string: string, replace_all = false) => ({
  path,
  old_string,
  new_string,
  replace_all,
})

const text = (root: string, path: string) => readFile(join(root, path), "utf8")

// @requirement self-correction.edits
describe("applyEdits", () => {
  it("applies each edit to what the one before left", async () => {
    const root = await folderWith({ "a.py": "one\ntwo\n", "b.py": "x = 1\nx = 1\n" })
    const change = await applyEdits(root, [
      replace("a.py", "two", "three"),
      replace("b.py", "x = 1", "x = 2", true),
      replace("a.py", "three\n", "four\nfive\n"),
    ])
    expect(await text(root, "a.py")).toBe("one\nfour\nfive\n")
    expect(await text(root, "b.py")).toBe("x = 2\nx = 2\n")
    expect(change.files.map(({ path }) => path)).toEqual(["a.py", "b.py"])
  })

  it("leaves every file as it was when one edit does not fit", async () => {
    const root = await folderWith({ "a.py": "one\n", "b.py": "two\n" })
    const edits = [replace("a.py", "one", "1"), replace("b.py", "zwei", "2")]
    await expect(applyEdits(root, edits)).rejects.toThrow("edit 2 of 2, b.py: old_string does not occur")
    expect(await text(root, "a.py")).toBe("one\n")
  })

  it("names the count of an ambiguous edit, and the line most like one that is not there", async () => {
    const root = await folderWith({ "a.py": "x = 1\ny = compute(first, second)\nx = 1\n" })
    await expect(applyEdits(root, [replace("a.py", "x = 1", "x = 2")])).rejects.toThrow(
      "edit 1 of 1, a.py: old_string occurs 2 times",
    )
    await expect(applyEdits(root, [replace("a.py", "y = compute(first, third)", "")])).rejects.toThrow(
      "The line most like it: 2: y = compute(first, second)",
    )
  })

  it("takes the text as text: neither a pattern nor a replacement pattern", async () => {
    const root = await folderWith({ "a.py": "f(.*)\n" })
    await applyEdits(root, [replace("a.py", "(.*)", "($&$1)")])
    expect(await text(root, "a.py")).toBe("f($&$1)\n")
  })

  it.each([
    ["\uFEFFone\r\ntwo\r\n", "one\ntwo", "one\nnew\ntwo", "\uFEFFone\r\nnew\r\ntwo\r\n"],
    ["one\ntwo", "two", "2", "one\n2"],
    ["one\r\ntwo\n", "two\n", "2\n", "one\r\n2\n"],
  ])("keeps line ends, byte order mark and missing last line end of %j", async (before, old, now, after) => {
    const root = await folderWith({ "a.txt": before })
    await applyEdits(root, [replace("a.txt", old, now)])
    expect(await text(root, "a.txt")).toBe(after)
  })

  it("makes and deletes only the files that the plan makes and deletes", async () => {
    const root = await folderWith({ "old.py": "x\n", "a.py": "y\n" })
    const plan = planOf([
      { path: "src/new.py", loc_estimate: 1, operation: "create" },
      { path: "old.py", loc_estimate: 1, operation: "delete" },
      { path: "a.py", loc_estimate: 1, operation: "edit" },
    ])
    const edits = [
      replace("src/new.py", "", "z = 1\n"),
      replace("src/new.py", "1", "2"),
      replace("old.py", "", ""),
    ]
    const change = await applyEdits(root, edits, { plan })
    expect(await text(root, "src/new.py")).toBe("z = 2\n")
    expect(change.files.find(({ path }) => path === "old.py")?.after).toBeNull()
    await expect(applyEdits(root, [replace("b.py", "", "z")], { plan })).rejects.toThrow(
      "the plan makes no such file",
    )
    await expect(applyEdits(root, [replace("a.py", "", "z")], { plan })).rejects.toThrow(
      "such a file already",
    )
    await expect(applyEdits(root, [replace("c.py", "x", "z")], { plan })).rejects.toThrow(
      "there is no such file",
    )
  })

  it.each([
    ["../outside.py", "traversal"],
    ["./package.json", "write the path as package.json"],
    ["a//b.py", "write the path as a/b.py"],
    ["/etc/passwd", "absolute"],
    [".env", "sensitive"],
    [".github/workflows/ci.yml", "sensitive"],
    [".git/config", "sensitive"],
    ["link/file.py", "symbolic link"],
    ["package.json", "build manifest"],
  ])("refuses %s, and shows nothing of it", async (path, reason) => {
    const outside = await folderWith({ "file.py": "KEEP = out\n" })
    const root = await folderWith({ ".env": "KEEP = env\n", "package.json": '{ "KEEP": 1 }\n' })
    await symlink(outside, join(root, "link"))
    const refused = applyEdits(root, [replace(path, "KEEP = x", "DROP")])
    await expect(refused).rejects.toThrow(reason)
    await expect(refused).rejects.not.toThrow(/env\b.*KEEP = env|out\n/)
    expect(await text(outside, "file.py")).toBe("KEEP = out\n")
  })

  it("touches no file beside those that are named", async () => {
    const root = await folderWith({ "a.py": "1\n", "b.py": "1\n" })
    const edits = [replace("a.py", "1", "2"), replace("b.py", "1", "2")]
    const refused = applyEdits(root, edits, { editable_paths: ["a.py"] })
    await expect(refused).rejects.toThrow("edit 2 of 2, b.py: it is not a file of the plan")
    expect(await text(root, "a.py")).toBe("1\n")
  })

  it("changes a manifest that the plan names", async () => {
    const root = await folderWith({ "package.json": '{ "a": 1 }\n' })
    const plan = planOf([{ path: "package.json", loc_estimate: 1, operation: "edit" }])
    await applyEdits(root, [replace("package.json", "1", "2")], { plan })
    expect(await text(root, "package.json")).toBe('{ "a": 2 }\n')
  })

  it("refuses what is no text, no edits, and a redacted secret written back", async () => {
    const root = await folderWith({ "a.py": "token = 'x'\n" })
    await writeFile(join(root, "b.bin"), Buffer.from([0xff, 0xfe, 0x41]))
    await expect(applyEdits(root, [])).rejects.toThrow("there are no edits")
    await expect(applyEdits(root, [replace("b.bin", "A", "B")])).rejects.toThrow("not UTF-8")
    await expect(applyEdits(root, [replace("a.py", "'x'", "'[redacted]'")])).rejects.toThrow("[redacted]")
  })
})
