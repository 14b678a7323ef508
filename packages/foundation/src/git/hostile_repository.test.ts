import { existsSync } from "node:fs"
import { appendFile, chmod, rm, utimes, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { addFiles, folderWith } from "../files/workspace.fixture.ts"
import { checkOut } from "./check_out.ts"
import { commitPaths } from "./commit_paths.ts"
import { diffSince } from "./diff.ts"
import { git, requireGit } from "./git.ts"
import { expectSeen, hiding, repository } from "./hostile_repository.fixture.ts"
import { listTree } from "./tree.ts"
import { rangeChange, workingChange } from "./working_change.ts"
import { workspaceDigest } from "./workspace_digest.ts"

describe("an edit hidden by a clean filter", () => {
  it("is seen by the change, the diff, the listing and the digest", async () => {
    await expectSeen(hiding["a clean filter"])
  })
})

it("a file that is marked to be skipped and is there is listed", async () => {
  const root = await repository()
  await requireGit(root, ["update-index", "--skip-worktree", "a.txt", "b.txt"])
  await rm(join(root, "b.txt"))
  expect(await listTree(root)).toEqual(["a.txt"])
})

describe("a repository whose configuration names commands", () => {
  it("has none of them run", async () => {
    const root = await repository()
    const mark = join(await folderWith(), "ran")
    const command = `sh -c 'echo "$0" >> "${mark}"; cat' `
    const settings = [
      ...["clean", "smudge", "process"].map((kind) => `filter.x.${kind}`),
      "diff.x.command",
      "diff.x.textconv",
      "diff.external",
      "merge.x.driver",
      "core.fsmonitor",
      "core.sshCommand",
      "core.askPass",
      "credential.helper",
      "core.pager",
      "core.editor",
    ]
    for (const name of settings) await requireGit(root, ["config", name, `${command}${name}`])
    await requireGit(root, ["config", "filter.x.required", "true"])
    await addFiles(root, {
      ".gitattributes": "* filter=x diff=x merge=x\n",
      "a.txt": "2\n",
      "new.txt": "new\n",
      ".git/hooks/pre-commit": `#!/bin/sh\n${command}hook\n`,
    })
    // A file as new as the index: writing the index compares it, and runs its filter.
    const later = new Date(Date.now() + 3_600_000)
    for (const name of ["a.txt", "new.txt"]) await utimes(join(root, name), later, later)
    expect((await workingChange(root)).files.map(({ path }) => path)).toEqual([
      ".gitattributes",
      "a.txt",
      "new.txt",
    ])
    expect(await diffSince(root, "HEAD")).toContain("+2\n")
    expect(await workspaceDigest(root)).toMatch(/^[0-9a-f]{64}$/)
    expect(await listTree(root)).toContain("new.txt")
    await commitPaths(root, ["a.txt", ".gitattributes", "new.txt"], "second")
    expect((await rangeChange(root, "HEAD~1", "HEAD")).files).toHaveLength(3)
    const checked_out = await checkOut(root, "HEAD")
    expect(await listTree(checked_out.root)).toEqual([".gitattributes", "a.txt", "b.txt", "new.txt"])
    await checked_out.remove()
    await git(root, ["checkout", "--quiet", "-b", "other", "HEAD~1"])
    await addFiles(root, { "a.txt": "3\n" })
    await commitPaths(root, ["a.txt"], "third")
    expect((await git(root, ["merge", "--no-edit", "main"])).exit_code).toBe(1)
    expect(existsSync(mark)).toBe(false)
  })

  it("has none run to look at a signature", async () => {
    const root = await repository()
    const { mark, program } = await marker()
    const text = await requireGit(root, ["cat-file", "commit", "HEAD"])
    const signature = "gpgsig -----BEGIN PGP SIGNATURE-----\n \n iQ\n -----END PGP SIGNATURE-----"
    await addFiles(root, { "commit.txt": text.replace("\n\n", `\n${signature}\n\n`) })
    const signed = await requireGit(root, ["hash-object", "-t", "commit", "-w", "commit.txt"])
    await requireGit(root, ["config", "gpg.program", program])
    await requireGit(root, ["config", "log.showSignature", "true"])
    for (const command of ["log", "show"]) await requireGit(root, [command, signed.trim()])
    expect(existsSync(mark)).toBe(false)
  })

  it.each([
    ["a program of the other side", (program: string) => `[remote "o"]\nuploadpack = '${program}'\nurl = .`],
    [
      "a remote helper",
      (program: string) =>
        `[protocol "ext"]\nallow = always\n[remote "o"]\nurl = "ext::${program.replaceAll(" ", "% ")}"`,
    ],
  ])("fetches no missing object by %s", async (_which, remoteWith) => {
    const root = await repository()
    const { mark, program } = await marker()
    const blob = (await requireGit(root, ["rev-parse", "HEAD:a.txt"])).trim()
    await rm(join(root, ".git/objects", blob.slice(0, 2), blob.slice(2)))
    const partial = "[core]\nrepositoryformatversion = 1\n[extensions]\npartialClone = o"
    await appendFile(join(root, ".git/config"), `${partial}\n${remoteWith(program)}\npromisor = true\n`)
    for (const args of [
      ["cat-file", "blob", blob],
      ["diff", "HEAD"],
      ["log", "-p"],
      ["rev-list", "--objects", "HEAD"],
      ["checkout", "HEAD", "--", "a.txt"],
    ]) {
      await git(root, args)
    }
    expect(existsSync(mark)).toBe(false)
  })
})

/** A program that leaves a mark where it runs. */
async function marker(): Promise<{ readonly mark: string; readonly program: string }> {
  const folder = await folderWith({ program: "" })
  const [mark, program] = [join(folder, "ran"), join(folder, "program")]
  await writeFile(program, `#!/bin/sh\ntouch '${mark}'\nexit 1\n`)
  await chmod(program, 0o755)
  return { mark, program }
}
