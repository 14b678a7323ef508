import { execFileSync } from "node:child_process"
import { appendFile, cp, mkdir, rename, rm, symlink, utimes, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import { addFiles, folderWith } from "../../files/workspace.fixture.ts"
import { initRepository, requireGit } from "../git.ts"
import { repositoryWith } from "../repository.fixture.ts"
import { shareWorkFiles, workspaceDigest } from "../workspace_digest.ts"
import { settledKey } from "./file_entries.ts"
import {
  changedBetween,
  openWorkFiles,
  type ReadFiles,
  type WorkFiles,
  type WorkFilesOptions,
} from "./open.ts"

const FILES = { ".gitignore": "dist/\n*.log\n", "a.txt": "1", "packages/p/b.txt": "1" }

async function opened(root: string, options?: WorkFilesOptions): Promise<WorkFiles> {
  const files = await openWorkFiles(root, options)
  onTestFinished(() => files.close())
  return files
}

async function sha256(files: WorkFiles): Promise<string> {
  const reading = await files.read()
  if (reading.sha256 === null) throw new Error(reading.reason)
  return reading.sha256
}

describe("what changes in the repository later hides no edit", () => {
  const hiding: Readonly<Record<string, (root: string) => Promise<unknown>>> = {
    "rules for new.txt in .gitignore": (root) => appendFile(join(root, ".gitignore"), "new.txt\n"),
    "rules in a folder": (root) => addFiles(root, { "packages/.gitignore": "*\n" }),
    "rules in info/exclude": (root) => addFiles(root, { ".git/info/exclude": "new.txt\n" }),
    "a setting that ignores": async (root) => {
      await addFiles(root, { ".git/ignored": "new.txt\n" })
      await requireGit(root, ["config", "core.excludesFile", join(root, ".git/ignored")])
    },
    "taking it from the index": (root) => requireGit(root, ["rm", "--cached", "--quiet", "packages/p/b.txt"]),
    "a repository of its own": async (root) => {
      await initRepository(join(root, "packages"))
      await addFiles(root, { "packages/.gitignore": "new.txt\n" })
    },
  }
  it.each(Object.entries(hiding))("%s", async (_how, hide) => {
    const root = await repositoryWith(FILES)
    await addFiles(root, { "new.txt": "1" })
    const files = await opened(root)
    await hide(root)
    const seen = new Set([await sha256(files)])
    await addFiles(root, { "new.txt": "2" })
    seen.add(await sha256(files))
    await addFiles(root, { "packages/p/b.txt": "2" })
    seen.add(await sha256(files))
    await addFiles(root, { "packages/p/new.txt": "" })
    seen.add(await sha256(files))
    expect(seen.size).toBe(4)
  })
})

it("what is ignored stays so, and counts once a tool wrote it", async () => {
  const root = await repositoryWith(FILES)
  const files = await opened(root)
  const before = await sha256(files)
  await addFiles(root, { "dist/a.js": "1", "packages/p/x.log": "1" })
  await requireGit(root, ["add", "--force", "dist/a.js"])
  await addFiles(root, { ".gitignore": FILES[".gitignore"] })
  expect(await sha256(files)).toBe(before)
  files.count(["dist/a.js", "../outside.txt", ".git/config", "/etc/passwd"])
  const counted = await sha256(files)
  expect(counted).not.toBe(before)
  await addFiles(root, { "dist/b.js": "1" })
  expect(await sha256(files)).toBe(counted)
  await addFiles(root, { "dist/a.js": "2" })
  expect(await sha256(files)).not.toBe(counted)
})

it("an edit with size and time put back shows, at once and later", async () => {
  const root = await repositoryWith(FILES)
  const files = await opened(root)
  const time = new Date(2020, 1, 1)
  const seen = new Set<string>()
  const edit = async (text: string): Promise<void> => {
    await writeFile(join(root, "a.txt"), text)
    await utimes(join(root, "a.txt"), time, time)
    seen.add(await sha256(files))
  }
  for (const text of ["2", "3", "4"]) await edit(text)
  await new Promise((resolve) => setTimeout(resolve, 150))
  await sha256(files)
  await edit("5")
  expect(seen.size).toBe(4)
})

it("files of a start that was kept are the same after rules and index have changed", async () => {
  const root = await repositoryWith(FILES)
  await addFiles(root, { "new.txt": "1", "packages/p/.gitignore": "*.tmp\n", "packages/p/x.tmp": "1" })
  await requireGit(root, ["add", "packages"])
  const files = await opened(join(root, "packages"))
  const { start } = files
  expect(start).toMatchObject({
    added: ["p/.gitignore"],
    rules: { ".gitignore": FILES[".gitignore"], "packages/p/.gitignore": "*.tmp\n" },
  })
  const before = await sha256(files)
  const kept = JSON.parse(JSON.stringify(start))
  await requireGit(root, ["rm", "--cached", "--quiet", "packages/p/b.txt"])
  await addFiles(root, { ".git/info/exclude": "b.txt\n", ".gitignore": "b.txt\n" })
  await requireGit(root, ["commit", "--quiet", "--all", "--message=second"])
  expect(await sha256(await opened(join(root, "packages"), { start: kept }))).toBe(before)
  expect(await sha256(await opened(join(root, "packages")))).not.toBe(before)
})

it("an earlier reading of a start is enough to open its files without their repository", async () => {
  const root = await repositoryWith(FILES)
  await addFiles(root, { "dist/a.js": "1", "new.txt": "1", "x.log": "1", "empty/x.log": "1" })
  const files = await opened(root)
  const { sha256: before, entries } = (await files.read()) as ReadFiles
  const { start, answers } = files
  expect(answers?.rules.toSorted()).toEqual([
    ["dist/", true],
    ["empty/", false],
    ["empty/x.log", true],
    ["x.log", true],
  ])
  await rename(join(root, ".git"), join(root, "dist/.git"))
  const asked: string[] = []
  const knownFile = (path: string) => {
    asked.push(path)
    return undefined
  }
  const earlier = { answers, paths: [...entries.keys()], knownFile }
  const again = await opened(root, { start, earlier })
  await addFiles(root, { "y.log": "1", "dist/b.js": "1" })
  expect(await sha256(again)).toBe(before)
  expect(asked.toSorted()).toEqual([...entries.keys()].toSorted())
})

it("a file whose key is known is not read again", async () => {
  const root = await folderWith({ "a.txt": "1" })
  const time = new Date(2020, 1, 1)
  await utimes(join(root, "a.txt"), time, time)
  const [entry] = ((await (await opened(root)).read()) as ReadFiles).entries.values()
  const key = entry === undefined ? null : settledKey(entry, Date.now() + 5000)
  const known = { text: "known", key: key ?? "", status: null }
  const earlier = { answers: null, paths: [], knownFile: () => known }
  const read = async () => [...((await (await opened(root, { earlier })).read()) as ReadFiles).entries]
  expect(await read()).toEqual([["a.txt", known]])
  await writeFile(join(root, "a.txt"), "2")
  expect(await read()).not.toEqual([["a.txt", known]])
})

const { signal } = new AbortController()

it("more files than are wanted are counted, and none of them is read", async () => {
  for (const root of [await repositoryWith(FILES), await folderWith(FILES)]) {
    const files = await opened(root, { at_once: { most_files: 3, signal } })
    expect(await files.read()).toHaveProperty("entries.size", 3)
    const few = openWorkFiles(root, { at_once: { most_files: 2, signal } })
    await expect(few).rejects.toThrow("there are too many files")
  }
})

it("a first reading may be of what opening found", async () => {
  const root = await folderWith({ "a.txt": "1" })
  const files = await opened(root, { at_once: { most_files: 2, signal } })
  await addFiles(root, { "b.txt": "1" })
  expect(await files.read()).toHaveProperty("entries.size", 1)
  expect(await files.read()).toHaveProperty("entries.size", 2)
})

it("another folder in the place of the root is not read", async () => {
  const parent = await folderWith({ "root/a.txt": "1" })
  const [root, away] = [join(parent, "root"), join(parent, "away")]
  const files = await opened(root)
  const before = await sha256(files)
  await rename(root, away)
  const gone = { sha256: null, reason: expect.stringContaining("ENOENT") }
  expect(await files.read()).toEqual(gone)
  await cp(away, root, { recursive: true })
  const other = { sha256: null, reason: `${root} is no longer the folder that it was when the run began` }
  expect(await files.read()).toEqual(other)
  await rm(root, { recursive: true })
  await mkdir(join(parent, "copy"))
  await symlink(join(parent, "copy"), root)
  expect(await files.read()).toEqual(other)
  await rm(root)
  await rename(away, root)
  expect(await sha256(files)).toBe(before)
})

it("what the process itself writes does not count", async () => {
  const root = await repositoryWith(FILES)
  const own = [join(root, "run.jsonl")]
  const files = await opened(root, { own })
  const before = await sha256(files)
  await addFiles(root, { "run.jsonl": "{}" })
  expect(await sha256(files)).toBe(before)
})

it("large files count in full, names of any bytes, and pipes without being read", async () => {
  const root = await repositoryWith(FILES)
  const files = await opened(root)
  const seen = new Set([await sha256(files)])
  const large = Buffer.alloc(3 * 2 ** 20)
  await addFiles(root, { large })
  seen.add(await sha256(files))
  large[large.length - 1] = 1
  await addFiles(root, { large })
  seen.add(await sha256(files))
  if (process.platform === "linux") {
    const odd = Buffer.concat([Buffer.from(`${root}/packages/`), Buffer.from([0xff])])
    for (const text of ["1", "2"]) {
      await writeFile(odd, text)
      seen.add(await sha256(files))
    }
  }
  expect(seen.size).toBe(process.platform === "linux" ? 5 : 3)
})

it("a pipe in the place of a file makes them unreadable; one that lay there before does not", async () => {
  const root = await repositoryWith(FILES)
  const pipe = (name: string) => execFileSync("sh", ["-c", 'mkfifo "$0"', join(root, name)])
  pipe("stray")
  const files = await opened(root)
  await sha256(files)
  pipe("new")
  expect(await files.read()).toMatchObject({ sha256: null, reason: expect.stringContaining("new is a pipe") })
  await rm(join(root, "new"))
  await rm(join(root, "a.txt"))
  pipe("a.txt")
  expect(await files.read()).toMatchObject({
    sha256: null,
    reason: expect.stringContaining("a.txt is a pipe"),
  })
})

it("a link out of the folder counts as the file that it leads to", async () => {
  const root = await repositoryWith(FILES)
  const outside = join(await folderWith({ "b.txt": "1" }), "b.txt")
  await symlink(outside, join(root, "link"))
  const files = await opened(root)
  const before = await sha256(files)
  await writeFile(outside, "2")
  expect(await sha256(files)).not.toBe(before)
  await writeFile(outside, "1")
  expect(await sha256(files)).toBe(before)
})

it("tells what was touched, whatever it holds by then", async () => {
  const root = await repositoryWith(FILES)
  const files = await opened(root)
  const reading = async (): Promise<ReadFiles> => {
    const read = await files.read()
    if (read.sha256 === null) throw new Error(read.reason)
    return read
  }
  const first = await reading()
  await writeFile(join(root, "a.txt"), "2")
  await writeFile(join(root, "a.txt"), "1")
  const second = await reading()
  expect(changedBetween(first, second)).toEqual({ changed: [], touched: ["a.txt"] })
  await rename(join(root, "packages"), join(root, "other"))
  await rename(join(root, "other"), join(root, "packages"))
  const third = await reading()
  expect(changedBetween(second, third)).toEqual({ changed: [], touched: ["packages/"] })
  await addFiles(root, { "new.txt": "" })
  expect(changedBetween(third, await reading())).toEqual({ changed: ["new.txt"], touched: ["new.txt"] })
})

it("while they are shared, the digest of their root is about them", async () => {
  const root = await repositoryWith(FILES)
  const files = await shareWorkFiles(root)
  await addFiles(root, { "new.txt": "1" })
  const before = await workspaceDigest(root)
  expect(before).toBe(await sha256(files))
  await addFiles(root, { ".git/info/exclude": "", ".gitignore": `${FILES[".gitignore"]}new.txt\n` })
  const hidden = await workspaceDigest(root)
  await addFiles(root, { "new.txt": "2" })
  expect(await workspaceDigest(root)).not.toBe(hidden)
  await files.close()
  const after = await workspaceDigest(root)
  await addFiles(root, { "new.txt": "3" })
  expect(await workspaceDigest(root)).toBe(after)
})
