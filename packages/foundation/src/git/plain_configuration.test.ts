import { execFileSync } from "node:child_process"
import { appendFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { addFiles, folderWith } from "../files/workspace.fixture.ts"
import { requireGit } from "./git.ts"
import { plainConfiguration } from "./plain_configuration.ts"
import { repositoryWith } from "./repository.fixture.ts"

const isPlain = async (...args: Parameters<typeof plainConfiguration>) =>
  (await plainConfiguration(...args)) !== null

const FILTER = '[filter "f"]\n\tclean = touch ran\n'

describe("a configuration is plain", () => {
  it("as git makes it, in a folder of the work tree, and where there is no repository", async () => {
    const root = await repositoryWith({ "src/a.txt": "1\n" })
    expect(await isPlain(root, ["add"])).toBe(true)
    expect(await isPlain(join(root, "src"), ["add"])).toBe(true)
    expect(await isPlain(root, ["add"], { GIT_DIR: ".git" })).toBe(true)
  })

  it.each([
    FILTER,
    '[FILTER "f"]\n\tclean = x\n',
    "[merge.m]\n\tdriver = x\n",
    "[credential]\n\thelper = x\n",
    "[include]\n\tpath = elsewhere\n",
    '[includeIf "onbranch:main"]\n\tpath = elsewhere\n',
    "[core] askPass = x\n",
    "[core] sshCommand = x\n",
    "[core] gitProxy = x\n",
    "[core] alternateRefsCommand = x\n",
  ])("but not with %j", async (text) => {
    const root = await repositoryWith({ "a.txt": "1\n" })
    await appendFile(join(root, ".git/config"), text)
    expect(await isPlain(root, ["add"])).toBe(false)
    expect(await isPlain(root, ["add"], { GIT_DIR: join(root, ".git") })).toBe(false)
  })

  it("but not by the one that another work tree shares, nor by that tree's own", async () => {
    const root = await repositoryWith({ "a.txt": "1\n" })
    const tree = join(root, "tree")
    await requireGit(root, ["worktree", "add", "--quiet", tree])
    const chosen = { GIT_DIR: join(tree, ".git") }
    expect(await isPlain(tree, ["add"])).toBe(true)
    expect(await isPlain(tree, ["add"], chosen)).toBe(true)
    await addFiles(root, { ".git/worktrees/tree/config.worktree": FILTER })
    expect(await isPlain(tree, ["add"])).toBe(false)
    await addFiles(root, { ".git/worktrees/tree/config.worktree": "" })
    await appendFile(join(root, ".git/config"), FILTER)
    expect(await isPlain(tree, ["add"])).toBe(false)
    expect(await isPlain(tree, ["add"], chosen)).toBe(false)
  })

  it.each([
    ["credential.helper", "", true],
    ["http.followRedirects", "false", true],
    ["credential.https://x.helper", "x", false],
    ["filter.f.clean", "x", false],
    ["include.path", "elsewhere", false],
    ["includeIf.onbranch:main.path", "elsewhere", false],
  ])("with the variable for %j = %j: %j", async (name, value, is_plain) => {
    const root = await repositoryWith({ "a.txt": "1\n" })
    const env = { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: name, GIT_CONFIG_VALUE_0: value }
    expect(await isPlain(root, ["push"], env)).toBe(is_plain)
  })

  it("but not behind a folder that only looks like a repository", async () => {
    const root = await repositoryWith({ "sub/a.txt": "1\n" })
    await addFiles(root, { "sub/.git/config": "[core]\n" })
    expect(await requireGit(join(root, "sub"), ["rev-parse", "--show-prefix"])).toBe("sub/\n")
    await appendFile(join(root, ".git/config"), FILTER)
    expect(await isPlain(join(root, "sub"), ["add"])).toBe(false)
  })

  it("but not when it is not a small file", async () => {
    const root = await repositoryWith({ "a.txt": "1\n" })
    await appendFile(join(root, ".git/config"), " ".repeat(65_536))
    expect(await isPlain(root, ["add"])).toBe(false)
    const other = await repositoryWith({ "sub/a.txt": "1\n" })
    execFileSync("sh", ["-c", 'mkfifo "$1"', "sh", join(other, "sub/.git")])
    expect(await isPlain(join(other, "sub"), ["add"])).toBe(false)
  })

  it("but not when a file names a repository that is none", async () => {
    const root = await repositoryWith({ "a.txt": "1\n" })
    const elsewhere = await folderWith({ ".git": `gitdir: ${join(root, ".git")}` })
    expect(await isPlain(elsewhere, ["add"])).toBe(true)
    await writeFile(join(elsewhere, ".git"), `gitdir: ${root}\n`)
    expect(await isPlain(elsewhere, ["add"])).toBe(false)
  })
})
