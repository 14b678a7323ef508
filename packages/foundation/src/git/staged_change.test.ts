import { chmod, mkdtemp, rm, symlink } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { expect, it, onTestFinished } from "vitest"
import { addFiles } from "../files/workspace.fixture.ts"
import { commitPaths } from "./commit_paths.ts"
import { git, initRepository, requireGit } from "./git.ts"
import { checkOutIndex, stagedChange } from "./staged_change.ts"
import { repositoryWith, told } from "./working_change.fixture.ts"

it("is what the next commit would hold, whatever lies in the work tree", async () => {
  const root = await repositoryWith({
    "half.txt": "1\n",
    "gone.txt": "1\n",
    "old name.txt": "1\n",
    "a.txt": "1",
  })
  await addFiles(root, { "half.txt": "2\n", "new.txt": "new\n" })
  await requireGit(root, ["add", "half.txt", "new.txt"])
  await requireGit(root, ["mv", "old name.txt", "new name.txt"])
  await requireGit(root, ["rm", "--quiet", "gone.txt"])
  await addFiles(root, { "half.txt": "3\n", "untracked.txt": "u", "a.txt": "2", "intended.txt": "i" })
  await requireGit(root, ["add", "--intent-to-add", "intended.txt"])
  await rm(join(root, "new.txt"))
  const staged = await stagedChange(root)
  expect(told(staged)).toEqual([
    ["gone.txt", "1\n", null],
    ["half.txt", "1\n", "2\n"],
    ["new name.txt", null, "1\n"],
    ["new.txt", null, "new\n"],
    ["old name.txt", "1\n", null],
  ])
  await requireGit(root, ["commit", "--quiet", "--message", "second"])
  expect((await requireGit(root, ["show", "HEAD:half.txt"])).toString()).toBe("2\n")
  expect(told(await stagedChange(root))).toEqual([])
})

it("is not hidden by flags and not changed by line endings or filters", async () => {
  const root = await repositoryWith({ "flagged.txt": "1\n", "skipped.txt": "1\n", "crlf.txt": "1\n" })
  await addFiles(root, { "flagged.txt": "2\n", "skipped.txt": "2\n" })
  await requireGit(root, ["add", "."])
  await requireGit(root, ["update-index", "--assume-unchanged", "flagged.txt"])
  await requireGit(root, ["update-index", "--skip-worktree", "skipped.txt"])
  // Stored with CRLF, which `core.autocrlf` would convert on checkout and on add.
  await addFiles(root, { "crlf.txt": "1\r\n2\r\n" })
  const id = (await requireGit(root, ["hash-object", "-w", "--no-filters", "crlf.txt"])).trim()
  await requireGit(root, ["update-index", "--cacheinfo", `100644,${id},crlf.txt`])
  await requireGit(root, ["config", "core.autocrlf", "true"])
  expect(told(await stagedChange(root))).toEqual([
    ["crlf.txt", "1\n", "1\r\n2\r\n"],
    ["flagged.txt", "1\n", "2\n"],
    ["skipped.txt", "1\n", "2\n"],
  ])
})

it("knows links and submodules as names, reads neither, and tells a conflict", async () => {
  const root = await repositoryWith({ "a.txt": "1\n", "run.sh": "1\n" })
  await addFiles(root, { "inner/x.txt": "x" })
  await initRepository(join(root, "inner"))
  await commitPaths(join(root, "inner"), ["x.txt"], "inner")
  await symlink("/etc/passwd", join(root, "link"))
  await chmod(join(root, "run.sh"), 0o755)
  await requireGit(root, ["add", "link", "inner", "run.sh"])
  const staged = await stagedChange(root)
  expect(told(staged)).toEqual([])
  expect([...staged.entries].map(([path, entry]) => [path, entry?.mode])).toEqual([
    ["inner", "160000"],
    ["link", "120000"],
    ["run.sh", "100755"],
  ])
  await requireGit(root, ["commit", "--quiet", "--message", "more"])
  await requireGit(root, ["checkout", "--quiet", "-b", "other", "HEAD~1"])
  await addFiles(root, { "a.txt": "2\n" })
  await requireGit(root, ["commit", "--quiet", "--all", "--message", "other"])
  await requireGit(root, ["checkout", "--quiet", "main"])
  await addFiles(root, { "a.txt": "3\n" })
  await requireGit(root, ["commit", "--quiet", "--all", "--message", "main"])
  expect((await git(root, ["merge", "other"])).exit_code).toBe(1)
  expect((await stagedChange(root)).unmerged).toEqual(["a.txt"])
})

it("takes the index a hook is given, and works before the first commit", async () => {
  const root = await mkdtemp(join(tmpdir(), "proofloop staged "))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  await initRepository(root)
  await addFiles(root, { "a.txt": "1\n" })
  await requireGit(root, ["add", "a.txt"])
  expect(told(await stagedChange(root))).toEqual([["a.txt", null, "1\n"]])
  await addFiles(root, { "a.txt": "2\n" })
  await requireGit(root, ["add", "a.txt"], { env: { GIT_INDEX_FILE: join(root, ".git/next-index") } })
  expect(told(await stagedChange(root, "HEAD", ".git/next-index"))).toEqual([["a.txt", null, "2\n"]])
  const folder = join(root, "out folder")
  await checkOutIndex(root, folder, ".git/next-index")
  expect((await requireGit(root, ["hash-object", join(folder, "a.txt")])).trim()).toBe(
    (await requireGit(root, ["hash-object", "a.txt"])).trim(),
  )
})
