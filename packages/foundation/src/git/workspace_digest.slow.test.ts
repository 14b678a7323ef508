import { chmod, mkdir, rename, rm, symlink, truncate, utimes, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { addFiles, folderWith } from "../files/workspace.fixture.ts"
import { cpuMs } from "../process/cpu_time.fixture.ts"
import { commitPaths } from "./commit_paths.ts"
import { git, initRepository } from "./git.ts"
import { workspaceDigest } from "./workspace_digest.ts"

const FILES = {
  ".gitignore": "dist/\n",
  "package.json": "{}",
  "a.txt": "1",
  "src/b.txt": "1",
  "with space/ä\n.txt": "1",
}

async function repository(): Promise<string> {
  const root = await folderWith(FILES)
  await initRepository(root)
  await commitPaths(root, Object.keys(FILES), "first")
  return root
}

/** Changes of content, and look-alikes that change no content. */
const changes: Readonly<Record<string, (root: string) => Promise<unknown>>> = {
  "a changed file": (root) => addFiles(root, { "a.txt": "2" }),
  "a changed file in a folder": (root) => addFiles(root, { "src/b.txt": "2" }),
  "a new file": (root) => addFiles(root, { "new.txt": "" }),
  "a deleted file": (root) => rm(join(root, "a.txt")),
  "a renamed file": (root) => rename(join(root, "a.txt"), join(root, "z.txt")),
  "the executable bit": (root) => chmod(join(root, "a.txt"), 0o755),
  "a file that became a link": async (root) => {
    await rm(join(root, "a.txt"))
    await symlink("src/b.txt", join(root, "a.txt"))
  },
  "a package that no installation would put there": (root) =>
    addFiles(root, { "src/node_modules/x/y.js": "x" }),
  "a file with an odd name": (root) => addFiles(root, { "with space/ä\n.txt": "2" }),
  "a large sparse file": async (root) => {
    await addFiles(root, { big: "" })
    await truncate(join(root, "big"), 5_000_000_000)
  },
}
const noChanges: Readonly<Record<string, (root: string) => Promise<unknown>>> = {
  nothing: async () => {},
  "a touched file": (root) => utimes(join(root, "a.txt"), 1, 1),
  "a file written with what it had": (root) => addFiles(root, { "a.txt": "1" }),
  "a cache left by a test run": (root) =>
    addFiles(root, { "src/__pycache__/b.cpython-312.pyc": "x", "node_modules/x/y.js": "x" }),
  "an empty folder": (root) => mkdir(join(root, "empty")),
}

describe.each([
  ["in a repository", repository],
  ["outside git", () => folderWith(FILES)],
])("%s", (_where, create) => {
  it.each(Object.entries(changes))("%s changes the digest", async (_what, change) => {
    const root = await create()
    const before = await workspaceDigest(root)
    await change(root)
    const after = await workspaceDigest(root)
    expect(after).toMatch(/^[0-9a-f]{64}$/)
    expect(after).not.toBe(before)
  })

  it.each(Object.entries(noChanges))("%s does not", async (_what, change) => {
    const root = await create()
    const before = await workspaceDigest(root)
    await change(root)
    expect(await workspaceDigest(root)).toBe(before)
  })

  it("a file changed back is as before", async () => {
    const root = await create()
    const before = await workspaceDigest(root)
    await addFiles(root, { "a.txt": "2" })
    await addFiles(root, { "a.txt": "1" })
    expect(await workspaceDigest(root)).toBe(before)
  })
})

describe("in a repository", () => {
  it("a second change of a file that git already shows as changed counts, also within one clock tick and size", async () => {
    const root = await repository()
    await addFiles(root, { "a.txt": "2", "new.txt": "2" })
    const seen = new Set([await workspaceDigest(root)])
    for (const change of [{ "a.txt": "3" }, { "new.txt": "3" }]) {
      await addFiles(root, change)
      await utimes(join(root, Object.keys(change)[0] ?? ""), 1, 1)
      seen.add(await workspaceDigest(root))
    }
    expect(seen.size).toBe(3)
  })

  it("staging, committing and switching branches without a difference count nothing", async () => {
    const root = await repository()
    await addFiles(root, { "a.txt": "2", "new.txt": "n" })
    await symlink("a.txt", join(root, "link"))
    const before = await workspaceDigest(root)
    await git(root, ["add", "."])
    expect(await workspaceDigest(root)).toBe(before)
    await git(root, ["commit", "-qam", "second"])
    expect(await workspaceDigest(root)).toBe(before)
    await git(root, ["switch", "-qc", "other"])
    expect(await workspaceDigest(root)).toBe(before)
    await git(root, ["switch", "-q", "--detach", "main~1"])
    expect(await workspaceDigest(root)).not.toBe(before)
  })

  it("means the same before and after a commit in a repository with SHA-256 ids", async () => {
    const root = await folderWith({ "a.txt": "1" })
    await git(root, ["init", "--quiet", "--object-format=sha256"])
    expect(await commitPaths(root, ["a.txt"], "first")).toMatch(/^[0-9a-f]{64}$/)
    const committed = await workspaceDigest(root)
    await addFiles(root, { "a.txt": "2" })
    const changed = await workspaceDigest(root)
    await commitPaths(root, ["a.txt"], "second")
    expect(await workspaceDigest(root)).toBe(changed)
    expect(committed).not.toBe(changed)
  })

  it("counts all files of a folder that the repository around it ignores", async () => {
    const root = await folderWith({ ".gitignore": "inner\n", "inner/a.txt": "1" })
    await initRepository(root)
    const before = await workspaceDigest(join(root, "inner"))
    await addFiles(root, { "inner/a.txt": "2" })
    expect(await workspaceDigest(join(root, "inner"))).not.toBe(before)
  })

  it("ignored files do not count", async () => {
    const root = await repository()
    const before = await workspaceDigest(root)
    await addFiles(root, { "dist/a.js": "x" })
    expect(await workspaceDigest(root)).toBe(before)
  })

  it("a change in a nested repository or submodule counts", async () => {
    const root = await repository()
    await addFiles(root, { "nested/x.txt": "1", "module/y.txt": "1" })
    for (const folder of ["nested", "module"]) {
      await initRepository(join(root, folder))
      await commitPaths(join(root, folder), ["."], "first")
    }
    await git(root, ["add", "module"])
    await git(root, ["commit", "-qm", "submodule"])
    const seen = new Set([await workspaceDigest(root)])
    await addFiles(root, { "nested/x.txt": "2" })
    seen.add(await workspaceDigest(root))
    await addFiles(root, { "module/y.txt": "2" })
    seen.add(await workspaceDigest(root))
    expect(seen.size).toBe(3)
  })

  it("works before the first commit, below the top, and leaves the index alone", async () => {
    const root = await folderWith({ "sub/a.txt": "1", "b.txt": "1" })
    await initRepository(root)
    const before = await workspaceDigest(join(root, "sub"))
    await addFiles(root, { "b.txt": "2" })
    expect(await workspaceDigest(join(root, "sub"))).toBe(before)
    await addFiles(root, { "sub/a.txt": "2" })
    expect(await workspaceDigest(join(root, "sub"))).not.toBe(before)
    expect((await git(root, ["status", "--porcelain", "-uall"])).stdout).toBe("?? b.txt\n?? sub/a.txt\n")
  })

  it("takes little time for thousands of files", async () => {
    const root = await folderWith(
      Object.fromEntries(
        Array.from({ length: 3000 }, (_, index) => [`d${index % 100}/f${index}`, String(index)]),
      ),
    )
    await initRepository(root)
    await commitPaths(root, ["."], "all")
    const started_at = cpuMs()
    await workspaceDigest(root)
    expect(cpuMs() - started_at).toBeLessThan(3000)
  })
})

it("is null for a folder that does not exist", async () => {
  const root = await folderWith()
  await writeFile(join(root, "x"), "")
  expect(await workspaceDigest(join(root, "nowhere"))).toBeNull()
})
