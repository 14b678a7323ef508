import { execFileSync } from "node:child_process"
import { chmod, readdir, rm, symlink } from "node:fs/promises"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { addFiles, folderWith } from "../files/workspace.fixture.ts"
import { setEnvironment } from "../process/environment.fixture.ts"
import { commitPaths } from "./commit_paths.ts"
import { diffSince } from "./diff.ts"
import { git, GitError, initRepository, isRepository, withGitTimeout } from "./git.ts"

async function repositoryWith(files: Record<string, string>): Promise<string> {
  const root = await folderWith(files)
  await initRepository(root)
  await commitPaths(root, Object.keys(files), "first")
  return root
}

const committedFiles = async (root: string) =>
  (await git(root, ["show", "--pretty=", "--no-renames", "--name-status", "-z", "HEAD"])).stdout
    .split("\0")
    .filter(Boolean)

/** Git itself stores the empty blob for `git add --intent-to-add`. */
async function looseObjects(root: string): Promise<string> {
  await git(root, ["hash-object", "-w", "--stdin"], { input: "" })
  return execFileSync("find", [join(root, ".git/objects"), "-type", "f"], { encoding: "utf8" })
}

it("takes no folder for a repository that only looks like one, and runs nothing it names", async () => {
  const root = await repositoryWith({ "a.txt": "1", "lib/b.txt": "1" })
  const lib = join(root, "lib")
  const plain = (...args: readonly string[]) => execFileSync("git", args, { cwd: lib, stdio: "pipe" })
  plain("init", "--quiet", "--bare", "--template=", ".")
  plain("config", "--file=config", "core.bare", "false")
  plain("config", "--file=config", "core.worktree", root)
  plain("config", "--file=config", "alias.boo", "!touch owned")
  expect(plain("rev-parse", "--is-inside-work-tree").toString()).toBe("true\n")
  expect(await isRepository(lib)).toBe(false)
  expect((await git(lib, ["boo"])).exit_code).not.toBe(0)
  expect(await readdir(lib)).not.toContain("owned")
})

describe("git", () => {
  it("runs with its own identity and without the user's configuration, hooks, signing and environment", async () => {
    const home = await folderWith({
      ".gitconfig":
        "[user]\nname = Me\nemail = me@example.com\n[commit]\ngpgsign = true\n[core]\nexcludesFile = ~/ignore\n",
      ignore: "*.txt\n",
    })
    const elsewhere = await folderWith()
    setEnvironment({
      HOME: home,
      XDG_CONFIG_HOME: home,
      GIT_DIR: join(elsewhere, ".git"),
      GIT_AUTHOR_NAME: "Someone",
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_KEY_0: "user.name",
      GIT_CONFIG_VALUE_0: "Someone",
      GIT_EDITOR: "false",
    })
    const root = await folderWith({ "a.txt": "1" })
    await initRepository(root)
    await addFiles(root, {
      ".git/hooks/pre-commit": "#!/bin/sh\nexit 1\n",
      ".git/hooks/post-commit": "#!/bin/sh\ntouch hooked\n",
    })
    await chmod(join(root, ".git/hooks/pre-commit"), 0o755)
    await chmod(join(root, ".git/hooks/post-commit"), 0o755)
    await git(root, ["config", "commit.gpgSign", "true"])
    expect(await commitPaths(root, ["a.txt"], "message")).toMatch(/^[0-9a-f]{40}$/)
    const log = await git(root, ["log", "--format=%an <%ae> %cn %G? %s"])
    expect(log.stdout).toBe("proofloop <proofloop@localhost> proofloop N message\n")
    expect((await git(root, ["status", "--porcelain"])).stdout).toBe("")
    expect(await isRepository(elsewhere)).toBe(false)
  })

  it("runs no command that the repository's own configuration names", async () => {
    const root = await repositoryWith({ "a.txt": "1" })
    const command = `touch '${join(root, ".git/ran")}'; true`
    for (const name of ["core.fsmonitor", "core.pager", "core.editor", "diff.external", "gpg.program"]) {
      await git(root, ["config", name, command])
    }
    await addFiles(root, { "a.txt": "2", "b.txt": "new" })
    await diffSince(root, "HEAD")
    await commitPaths(root, ["a.txt"], "second")
    await git(root, ["status"])
    await expect(git(root, ["rev-parse"])).resolves.toMatchObject({ exit_code: 0 })
    expect(execFileSync("ls", [join(root, ".git")], { encoding: "utf8" })).not.toMatch(/^ran$/m)
  })

  it("ends git after the time limit that is given for all of its commands", async () => {
    const root = await folderWith()
    const endless = () => git(root, ["-c", "alias.endless=!sleep 60", "endless"])
    expect(await withGitTimeout(20, endless)).toMatchObject({
      exit_code: null,
      stderr: "took longer than 20 ms",
    })
  })

  it("reports failure without rejecting", async () => {
    const root = await folderWith()
    expect(await git(root, ["rev-parse", "HEAD"])).toMatchObject({
      exit_code: 128,
      stderr: expect.stringContaining("fatal"),
    })
    const nowhere = join(root, "nowhere")
    expect(await git(nowhere, ["status"])).toEqual({
      exit_code: null,
      stdout: "",
      stderr: `cwd: no folder ${nowhere}`,
    })
    expect(await git(root, ["status", "x".repeat(3_000_000)])).toMatchObject({
      exit_code: null,
      stderr: "spawn E2BIG",
    })
    setEnvironment({ PATH: root })
    expect(await git(root, ["status"])).toMatchObject({
      exit_code: null,
      stderr: expect.stringContaining("ENOENT"),
    })
    expect(await isRepository(root)).toBe(false)
  })
})

describe("commitPaths", () => {
  it("commits exactly these paths, whatever else is staged or changed", async () => {
    const root = await repositoryWith({ "a.txt": "1", "b.txt": "1", "c.txt": "1", "d.txt": "1" })
    await addFiles(root, { "a.txt": "2", "b.txt": "2", "c.txt": "2", "new.txt": "1", "staged.txt": "1" })
    await rm(join(root, "d.txt"))
    await git(root, ["add", "c.txt", "staged.txt"])
    const sha = await commitPaths(root, ["a.txt", "new.txt", "d.txt"], "some")
    expect(sha).toBe((await git(root, ["rev-parse", "HEAD"])).stdout.trim())
    expect(await committedFiles(root)).toEqual(["M", "a.txt", "D", "d.txt", "A", "new.txt"])
    expect((await git(root, ["status", "--porcelain"])).stdout).toBe(" M b.txt\nM  c.txt\nA  staged.txt\n")
  })

  it("makes the same commit again when it is told the time", async () => {
    const root = await repositoryWith({ "a.txt": "1" })
    const made_at = Date.UTC(2026, 0, 1)
    await addFiles(root, { "a.txt": "2" })
    const first = await commitPaths(root, ["a.txt"], "second", { made_at })
    expect((await git(root, ["log", "-1", "--format=%aI %cI"])).stdout).toBe(
      "2026-01-01T00:00:00+00:00 2026-01-01T00:00:00+00:00\n",
    )
    await git(root, ["reset", "--quiet", "--soft", "HEAD~1"])
    expect(await commitPaths(root, ["a.txt"], "second", { made_at })).toBe(first)
  })

  it("is null when nothing differs", async () => {
    const root = await repositoryWith({ "a.txt": "1", "b.txt": "1" })
    await addFiles(root, { "b.txt": "2" })
    await git(root, ["add", "b.txt"])
    expect(await commitPaths(root, ["a.txt"], "none")).toBeNull()
    expect(await commitPaths(root, [], "none")).toBeNull()
  })

  it("takes names literally", async () => {
    const names = ["*.txt", "with space", "--all", ":(top)", "ä🙂", "new\nline", "[ab]"]
    const root = await repositoryWith({ "other.txt": "1" })
    await addFiles(root, {
      "other.txt": "2",
      a: "x",
      ...Object.fromEntries(names.map((name) => [name, "x"])),
    })
    await commitPaths(root, names, "names")
    expect(await committedFiles(root)).toEqual(names.toSorted().flatMap((name) => ["A", name]))
  })

  it("rejects with what git said when a path does not exist, and commits nothing", async () => {
    const root = await repositoryWith({ "a.txt": "1" })
    await addFiles(root, { "a.txt": "2" })
    const error = await commitPaths(root, ["a.txt", "nothing.txt"], "m").catch((thrown: unknown) => thrown)
    expect(error).toBeInstanceOf(GitError)
    expect(error).toMatchObject({
      code: "git_error",
      message: expect.stringMatching(/git add failed: .*nothing\.txt/),
    })
    expect((await git(root, ["rev-list", "--count", "HEAD"])).stdout).toBe("1\n")
  })
})

describe("diffSince", () => {
  it("shows changed, deleted and untracked files, not ignored ones, and changes nothing", async () => {
    const root = await repositoryWith({
      "a.txt": "1\n",
      "gone.txt": "1\n",
      "staged.txt": "1\n",
      ".gitignore": "*.log\n",
    })
    await addFiles(root, {
      "a.txt": "2\n",
      "new ä.txt": "n\n",
      "x.log": "x",
      "staged.txt": "2\n",
      "empty.txt": "",
    })
    await rm(join(root, "gone.txt"))
    await symlink("a.txt", join(root, "link"))
    await git(root, ["add", "staged.txt"])
    await git(root, ["config", "diff.noprefix", "true"])
    const before = await git(root, ["status", "--porcelain", "-z", "-uall"])
    const objects = await looseObjects(root)
    const diff = await diffSince(root, "HEAD")
    const files = [...diff.matchAll(/^diff --git a\/(.*) b\//gm)].map((match) => match[1])
    expect(files).toEqual(["a.txt", "empty.txt", "gone.txt", "link", "new ä.txt", "staged.txt"])
    expect(diff).toContain("-1\n+2\n")
    expect(diff).toMatch(
      /new file mode 100644\n.*\n--- \/dev\/null\n\+\+\+ b\/new ä\.txt\t?\n@@ -0,0 \+1 @@\n\+n\n/,
    )
    expect(await git(root, ["status", "--porcelain", "-z", "-uall"])).toEqual(before)
    expect(await looseObjects(root)).toBe(objects)
  })

  it("is empty when nothing changed", async () => {
    const root = await repositoryWith({ "a.txt": "1" })
    expect(await diffSince(root, "HEAD")).toBe("")
  })

  it("rejects a reference that does not exist or looks like an option", async () => {
    const root = await repositoryWith({ "a.txt": "1" })
    await expect(diffSince(root, "nope")).rejects.toThrow(GitError)
    await expect(diffSince(root, "--output=/tmp/proofloop-owned")).rejects.toThrow(GitError)
    await expect(diffSince(await folderWith(), "HEAD")).rejects.toThrow(GitError)
  })
})
