import { mkdtemp, realpath, rm, symlink } from "node:fs/promises"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { changeSet, lenientText, commitPaths, git, GitError, initRepository } from "@proofloop/foundation/git"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { addFiles, folderWith } from "../../../foundation/src/files/workspace.fixture.ts"
import type { RepositoryFacts } from "./facts.ts"
import { treeFacts } from "./tree_facts.ts"
import { workTreeFacts } from "./work_tree_facts.ts"

const nothing = changeSet([])

const files = {
  ".gitignore": "*.log\nbuild/\n",
  "package.json": '{"name": "x", "dependencies": {"react": "1"}}',
  "README.md": "# read me",
  "src/a.ts": "a",
  "src/deep/b.ts": "b",
  "vendor/lib/v.go": "package v",
  "node_modules/m/index.js": "m",
  "large.bin": Buffer.alloc(2 * 2 ** 20 + 1),
}

/** A repository, its files committed, with links in it and a secret beside it. One for all who only read. */
let root = ""

beforeAll(async () => {
  root = join(await realpath(await mkdtemp(join(tmpdir(), "proofloop facts "))), "root")
  await addFiles(root, { ...files, "../outside/secret.txt": "secret" })
  await symlink("../outside/secret.txt", join(root, "leak.txt"))
  await symlink("../outside", join(root, "out"))
  await symlink("src", join(root, "inner"))
  await initRepository(root)
  await git(root, ["add", "--force", "--all", "."])
  await commitPaths(root, [...Object.keys(files), "leak.txt", "out", "inner"], "first")
})

afterAll(() => rm(dirname(root), { recursive: true, force: true }))

const text = async (facts: RepositoryFacts, path: string) => lenientText(await facts.read(path))

const kinds = [
  ["the work tree", (root: string, change = nothing) => workTreeFacts(root, change)],
  ["a commit", (root: string, change = nothing) => treeFacts(root, "HEAD", change)],
] as const

describe.each(kinds)("facts of %s", (_what, factsOf) => {
  it("read regular files inside the root", async () => {
    const facts = factsOf(root)
    expect(await text(facts, "src/a.ts")).toBe("a")
    expect(await text(facts, "./src/../src/a.ts")).toBe("a")
    for (const path of [
      "nope",
      "src",
      "large.bin",
      "leak.txt",
      "out/secret.txt",
      "inner/a.ts",
      "../outside/secret.txt",
      "/etc/passwd",
      "src/a.ts\0",
      ".git/config",
      "",
      ".",
    ]) {
      expect([path, await facts.read(path)]).toEqual([path, null])
    }
  })

  it("know what is there", async () => {
    const facts = factsOf(root)
    for (const path of ["src/a.ts", "src", "src/", "src/deep/../a.ts", ".", "large.bin", "inner"]) {
      expect([path, await facts.exists(path)]).toEqual([path, true])
    }
    for (const path of ["nope", "src/nope", "../outside", "../outside/secret.txt", "/etc", ".git", "a\0"]) {
      expect([path, await facts.exists(path)]).toEqual([path, false])
    }
  })

  it("list files that are the project's own, sorted", async () => {
    const listed = [".gitignore", "README.md", "inner", "large.bin", "leak.txt", "out", "package.json"]
    expect(await factsOf(root).paths()).toEqual([...listed, "src/a.ts", "src/deep/b.ts"])
    expect(await factsOf(join(root, "src")).paths()).toEqual(["a.ts", "deep/b.ts"])
    expect(await text(factsOf(join(root, "src")), "deep/b.ts")).toBe("b")
  })

  it("lay the change over what is there", async () => {
    const change = changeSet([
      { path: "src/a.ts", before: "a", after: "new a" },
      { path: "src/deep/b.ts", before: "b" },
      { path: "added/c.ts", after: "c" },
    ])
    const facts = factsOf(root, change)
    expect(await text(facts, "src/a.ts")).toBe("new a")
    expect(await facts.read("src/deep/b.ts")).toBeNull()
    expect(await facts.exists("src/deep/b.ts")).toBe(false)
    expect(await text(facts, "added/c.ts")).toBe("c")
    expect(await facts.exists("added")).toBe(true)
    expect(await facts.paths()).toContain("added/c.ts")
    expect(await facts.paths()).not.toContain("src/deep/b.ts")
  })

  it("compute the fingerprint when it is asked for, once for the same manifests", async () => {
    const fingerprint = await factsOf(root).fingerprint()
    expect(fingerprint).toMatchObject({ manifest_files: ["package.json"], declared_deps: { npm: ["react"] } })
    expect(await factsOf(root).fingerprint()).toBe(fingerprint)
    const changed = changeSet([{ path: "package.json", before: "", after: '{"dependencies": {"vue": "1"}}' }])
    expect(await factsOf(root, changed).fingerprint()).toMatchObject({ declared_deps: { npm: ["vue"] } })
  })
})

it("facts of the work tree see what is not committed, and not what is ignored", async () => {
  await addFiles(root, {
    "new.txt": "n",
    "x.log": "ignored",
    "build/out.js": "ignored",
    "src/a.ts": "edited",
  })
  await rm(join(root, "README.md"))
  const facts = workTreeFacts(root, nothing, { fingerprint: null, baselines: { semgrep: null } })
  expect(await facts.paths()).toContain("new.txt")
  expect((await facts.paths()).filter((path) => /log|build|README/.test(path))).toEqual([])
  expect(await text(facts, "src/a.ts")).toBe("edited")
  expect(await text(facts, "x.log")).toBe("ignored")
  expect(await facts.fingerprint()).toBeNull()
  expect([facts.root, facts.baselines]).toEqual([root, { semgrep: null }])
  const committed = treeFacts(root, "HEAD", nothing)
  expect(await text(committed, "src/a.ts")).toBe("a")
  expect([await committed.exists("new.txt"), committed.root]).toEqual([false, null])
  await expect(treeFacts(root, "nope", nothing).paths()).rejects.toThrow(GitError)
})

it("facts of a folder that is no repository leave out what is vendored", async () => {
  const root = await folderWith({ ...files, ".venv/lib/x.py": "", "a/__pycache__/x.pyc": "", "x.log": "l" })
  const listed = [
    ".gitignore",
    "README.md",
    "large.bin",
    "package.json",
    "src/a.ts",
    "src/deep/b.ts",
    "x.log",
  ]
  expect(await workTreeFacts(root, nothing).paths()).toEqual(listed)
})
