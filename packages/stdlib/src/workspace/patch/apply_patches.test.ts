import { chmod, lstat, readFile, stat, symlink } from "node:fs/promises"
import { join } from "node:path"
import { lenientText } from "@proofloop/foundation/git"
import { BUILD_MANIFESTS, denylistSummary } from "@proofloop/foundation/paths"
import { describe, expect, it } from "vitest"
import { addFiles, folderWith } from "../../../../foundation/src/files/workspace.fixture.ts"
import { type AppliedPatches, applyPatches, applyWatched } from "./apply_patches.ts"
import { attempt, snapshot } from "./patch.fixture.ts"

const MIB = 2 ** 20

const told = ({ change }: AppliedPatches) =>
  change.files.map(({ path, before, after }) => [path, lenientText(before), lenientText(after)])

describe("what is applied", () => {
  it("is told in the order of the patches, with both sides whatever the action was", async () => {
    const root = await folderWith({
      "a.txt": "a",
      "b.txt": "b",
      "c.txt": "c",
      "gone.txt": "g",
      "same.txt": "s",
    })
    const applied = await applyPatches(root, [
      { path: "./b.txt", content: "B" },
      { action: "create", path: "a.txt", content: "A" },
      { action: "modify", path: "new/deep/n.txt", content: "n" },
      { action: "delete", path: "gone.txt" },
      { action: "delete", path: "missing.txt" },
      { action: "create", path: "empty.txt" },
      { action: "modify", path: "x/../c.txt", content: "C" },
      { path: "same.txt", content: "s" },
      { path: "", content: "skipped", action: "nonsense" },
      {},
      Object.create({ path: "inherited.txt", content: "x" }),
    ])
    expect(told(applied)).toEqual([
      ["b.txt", "b", "B"],
      ["a.txt", "a", "A"],
      ["new/deep/n.txt", null, "n"],
      ["gone.txt", "g", null],
      ["empty.txt", null, ""],
      ["c.txt", "c", "C"],
      ["same.txt", "s", "s"],
    ])
    expect(snapshot(root)).toEqual({
      "a.txt": "644 A",
      "b.txt": "644 B",
      "c.txt": "644 C",
      "empty.txt": "644 ",
      new: "folder",
      "new/deep": "folder",
      "new/deep/n.txt": "644 n",
      "same.txt": "644 s",
    })
  })

  it("is the last content when one file is patched more than once", async () => {
    const root = await folderWith({ "a.txt": "a", "b.txt": "b" })
    const applied = await applyPatches(root, [
      { path: "a.txt", content: "1" },
      { path: "b.txt", action: "delete" },
      { path: "./a.txt", content: "2" },
      { path: "b.txt", content: "again" },
      { path: "never.txt", action: "create", content: "1" },
      { path: "never.txt", action: "delete" },
    ])
    expect(told(applied)).toEqual([
      ["a.txt", "a", "2"],
      ["b.txt", "b", "again"],
    ])
  })

  it.each([
    ["a file and a file below it", ["x", "x/y.txt"]],
    ["a file below another and the other", ["x/y/z.txt", "x/y"]],
  ])("is never %s", async (_what, paths) => {
    const root = await folderWith()
    const { error } = await attempt(
      root,
      paths.map((path) => ({ path, content: "" })),
    )
    expect(error).toMatchObject({ kind: "conflict", message: expect.stringContaining("not a directory") })
    expect(snapshot(root)).toEqual({})
  })

  it("may have names that only look odd", async () => {
    const root = await folderWith()
    const paths = [
      ".github/ISSUE_TEMPLATE/bug.md",
      ".github/x.yml",
      ".github/dependabot.yml",
      "x/.github/workflows/ci.yml",
      ".gitignore",
      ".envx",
      "bun.lockb",
      "Makefile",
      "src/main.go",
      "-rf",
      "*.txt",
      "..a/...",
      "ä 🙂.txt",
      "__proto__/constructor",
    ]
    const applied = await applyPatches(
      root,
      paths.map((path) => ({ path, content: "x" })),
    )
    expect(told(applied)).toEqual(paths.map((path) => [path, null, "x"]))
    for (const path of paths) expect(await readFile(join(root, path), "utf8")).toBe("x")
  })

  it("may be up to 2 MiB of UTF-8, and a file of at most that", async () => {
    const root = await folderWith({
      "large.bin": Buffer.alloc(2 * MIB + 1),
      "limit.bin": Buffer.alloc(2 * MIB),
    })
    const accented = "é".repeat(MIB)
    await applyPatches(root, [{ path: "limit.bin", content: accented }])
    expect((await stat(join(root, "limit.bin"))).size).toBe(2 * MIB)
    const before = snapshot(root)
    for (const [patch, options] of [
      [{ path: "new.txt", content: `${accented}x` }],
      [{ path: "large.bin", content: "x" }],
      [{ path: "large.bin", action: "delete" }],
      [{ path: "new.txt", content: "1234" }, { max_file_bytes: 3 }],
    ] as const) {
      const { error } = await attempt(root, [patch], options)
      expect(error).toMatchObject({ kind: "too_large", message: expect.stringContaining("exceed") })
    }
    expect(snapshot(root)).toEqual(before)
  })

  it("keeps permissions, and does not write through a hard link", async () => {
    const root = await folderWith({ "run.sh": "a", "locked.txt": "a" })
    await chmod(join(root, "run.sh"), 0o755)
    await chmod(join(root, "locked.txt"), 0o444)
    await applyPatches(root, [
      { path: "run.sh", content: "b" },
      { path: "locked.txt", content: "b" },
    ])
    expect(snapshot(root)).toEqual({ "run.sh": "755 b", "locked.txt": "444 b" })
  })
})

describe("build manifests", () => {
  const eight = "go.mod Cargo.toml pyproject.toml setup.py package.json Gemfile pom.xml build.gradle".split(
    " ",
  )

  it.each(eight)("%s is out of bounds in compile-fix mode, allowed or not", async (path) => {
    const root = await folderWith({ [path]: "old", [`sub/${path}`]: "old" })
    for (const patch of [
      { path, content: "x" },
      { path: `sub/${path}`, content: "x" },
      { path, action: "delete" },
    ]) {
      const options = { compile_fix_mode: true, allowed_manifests: [path, `sub/${path}`] }
      const { error } = await attempt(root, [patch], options)
      expect(error).toMatchObject({
        kind: "build_manifest",
        message: expect.stringMatching(
          `^refusing to edit build manifest ${patch.path} in compile-fix mode.*Build Integrity`,
        ),
      })
    }
    expect(await readFile(join(root, path), "utf8")).toBe("old")
  })

  it.each(BUILD_MANIFESTS)("%s is for those who name it", async (path) => {
    const root = await folderWith()
    for (const allowed_manifests of [undefined, [], [`sub/${path}`], ["other.toml"]]) {
      const { error } = await attempt(root, [{ action: "create", path, content: "x" }], { allowed_manifests })
      expect(error).toMatchObject({
        kind: "build_manifest",
        message: expect.stringMatching(/^refusing to edit build manifest .*no file hint/),
      })
    }
    expect(snapshot(root)).toEqual({})
  })

  it("are patched when they are named", async () => {
    const root = await folderWith()
    const patches = BUILD_MANIFESTS.map((path) => ({ path, content: "x" }))
    const applied = await applyPatches(root, patches, { allowed_manifests: BUILD_MANIFESTS })
    expect(told(applied)).toHaveLength(13)
  })

  it("says sensitive path first, and lets source pass in compile-fix mode", async () => {
    const root = await folderWith()
    const options = { compile_fix_mode: true }
    const { error } = await attempt(root, [{ path: ".github/workflows/package.json", content: "" }], options)
    expect(error?.message).toMatch(/^refusing to touch sensitive path/)
    await applyPatches(root, [{ path: "src/main.go", content: "package main" }], options)
  })
})

describe("a failure half-way", () => {
  const files = { "a.txt": "a", "b.txt": "b", "c.txt": "c" }
  const patches = [
    { path: "a.txt", content: "A" },
    { path: "go.sum/.env/ /new.txt", content: "n" },
    { action: "delete", path: "b.txt" },
    { path: "c.txt", content: "C" },
  ]

  it.each(["write 0", "write 1", "write 2", "write 3", "end"])("at %s undoes what was done", async (at) => {
    const root = await folderWith(files)
    const before = snapshot(root)
    const watched = applyWatched(root, patches, {}, (step) => {
      if (step === at) throw new Error("no space")
    })
    await expect(watched).rejects.toMatchObject({ code: "patch_rejected", kind: "io", message: "no space" })
    expect(snapshot(root)).toEqual(before)
  })

  it("by someone else's edit keeps that edit", async () => {
    const root = await folderWith(files)
    const watched = applyWatched(root, patches, {}, async (step) => {
      if (step === "write 3") await addFiles(root, { "c.txt": "theirs" })
    })
    await expect(watched).rejects.toMatchObject({ kind: "conflict", path: "c.txt" })
    expect(snapshot(root)).toEqual({ "a.txt": "644 a", "b.txt": "644 b", "c.txt": "644 theirs" })
  })

  it("by a folder that became a link leaves the other side alone", async () => {
    const house = await folderWith({ "root/a.txt": "a", "outside/b.txt": "b" })
    const root = join(house, "root")
    const inside = [
      { path: "a.txt", content: "A" },
      { path: "sub/b.txt", content: "B" },
    ]
    const watched = applyWatched(root, inside, {}, async (step) => {
      if (step === "write 1") await symlink("../outside", join(root, "sub"))
    })
    await expect(watched).rejects.toMatchObject({ kind: "conflict" })
    expect(await readFile(join(house, "outside/b.txt"), "utf8")).toBe("b")
    expect(await readFile(join(root, "a.txt"), "utf8")).toBe("a")
    expect((await lstat(join(root, "sub"))).isSymbolicLink()).toBe(true)
  })
})

it("the denylist is told in lines for a prompt", () => {
  const lines = denylistSummary().split("\n")
  expect(lines).toHaveLength(4)
  for (const line of lines) expect(line).toMatch(/^- .*`/)
  for (const entry of [".kube", ".github/workflows", "uv.lock", ".env."]) {
    expect(denylistSummary()).toContain(`\`${entry}\``)
  }
})
