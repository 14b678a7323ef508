import { execFileSync } from "node:child_process"
import { mkdir, symlink, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { git } from "@proofloop/foundation/git"
import { describe, expect, it } from "vitest"
import { addFiles } from "../../../../foundation/src/files/workspace.fixture.ts"
import { BETTER_ACCOUNT, shopWith } from "./brief.fixture.ts"
import { buildBrief } from "./build_brief.ts"

const CONTRACT = ["docs/contract.md"]

function run(root: string, ...args: readonly string[]): void {
  execFileSync("git", ["-C", root, "-c", "user.name=u", "-c", "user.email=u@x", ...args], { stdio: "pipe" })
}

describe("what is judged", () => {
  it("leaves out what was committed below .proofloop, and says that it changed", async () => {
    const root = await shopWith({ ".proofloop/hidden.py": "POISON\n", "src/account.py": BETTER_ACCOUNT })
    run(root, "add", "--all")
    run(root, "commit", "-qm", "all")
    const brief = await buildBrief({ root, contract: CONTRACT, base: "HEAD~1", head: "HEAD" })
    expect(brief.changed_paths).toEqual(["src/account.py"])
    expect(brief.opaque_paths).toEqual([".proofloop/hidden.py"])
    expect(JSON.stringify(brief.inputs)).not.toContain("POISON")
  })

  it("judges a file the index is told to overlook, and one that was added against .gitignore", async () => {
    const root = await shopWith({ "src/account.py": BETTER_ACCOUNT, "forced.log": "kept\n" })
    run(root, "update-index", "--assume-unchanged", "src/account.py")
    run(root, "add", "--force", "forced.log")
    const brief = await buildBrief({ root, contract: CONTRACT })
    expect(brief.changed_paths).toEqual(["forced.log", "src/account.py"])
  })

  it("sees files as they are, whatever the repository's own configuration makes of them", async () => {
    const root = await shopWith({ "src/account.py": BETTER_ACCOUNT })
    const before = (await buildBrief({ root, contract: CONTRACT })).manifest.subject
    run(root, "config", "filter.hide.clean", "git show HEAD:src/account.py")
    await addFiles(root, { ".git/info/attributes": "src/account.py filter=hide\n" })
    expect((await buildBrief({ root, contract: CONTRACT })).manifest.subject).toEqual(before)
    const other = await shopWith()
    run(root, "config", "core.worktree", other)
    await expect(buildBrief({ root, contract: CONTRACT })).rejects.toThrow(
      /^root: .*core\.worktree names another/,
    )
  })

  it("sees the objects of the base, not what the repository puts in their place", async () => {
    const root = await shopWith({ "src/account.py": BETTER_ACCOUNT })
    run(root, "replace", "HEAD:docs/contract.md", "HEAD:CONVENTIONS.md")
    const { inputs } = await buildBrief({ root, contract: CONTRACT })
    expect(inputs[0]?.text).toContain("Refuses an amount above the balance")
  })

  it("says that a file of .proofloop the base has was edited", async () => {
    const root = await shopWith({ "src/.proofloop/rates.py": "RATE = 1\n" })
    run(root, "add", "--all")
    run(root, "commit", "-qm", "rates")
    await addFiles(root, { "src/.proofloop/rates.py": "RATE = 9\n", "src/account.py": BETTER_ACCOUNT })
    const brief = await buildBrief({ root, contract: CONTRACT })
    expect(brief).toMatchObject({
      opaque_paths: ["src/.proofloop/rates.py"],
      changed_paths: ["src/account.py"],
    })
  })

  it("takes what a sparse checkout leaves out as unchanged", async () => {
    const root = await shopWith()
    run(root, "sparse-checkout", "set", "--no-cone", "/src/", "/.gitignore")
    await addFiles(root, { "src/account.py": BETTER_ACCOUNT })
    const brief = await buildBrief({ root, contract: CONTRACT })
    expect(brief.changed_paths).toEqual(["src/account.py"])
    expect((await buildBrief({ root: join(root, "src"), contract: ["*.py"] })).changed_paths).toEqual([
      "account.py",
    ])
  })

  it("works in a linked work tree", async () => {
    const main = await shopWith()
    const root = join(main, ".proofloop", "linked")
    run(main, "worktree", "add", "-q", "--detach", root)
    await addFiles(root, { "src/account.py": BETTER_ACCOUNT })
    expect((await buildBrief({ root, contract: CONTRACT })).changed_paths).toEqual(["src/account.py"])
  })

  it("is about one folder of a repository", async () => {
    const root = await shopWith({ "src/account.py": BETTER_ACCOUNT, "docs/other.md": "new\n" })
    const brief = await buildBrief({ root: join(root, "src"), contract: ["report.py"] })
    expect(brief.changed_paths).toEqual(["account.py"])
    expect(brief.inputs[0]).toMatchObject({ kind: "contract", path: "report.py" })
  })

  it("changes nothing: not the index, not the objects, not the files", async () => {
    const root = await shopWith({ "src/fee.py": "FEE = 3\n" })
    const state = async () =>
      [
        (await git(root, ["status", "--porcelain"])).stdout,
        (await git(root, ["count-objects", "-v"])).stdout,
        (await git(root, ["worktree", "list"])).stdout,
      ].join("")
    const before = await state()
    await buildBrief({ root, contract: CONTRACT })
    expect(await state()).toBe(before)
  })
  it("is another for another change, and for another contract", async () => {
    const root = await shopWith({ "src/account.py": BETTER_ACCOUNT })
    const first = (await buildBrief({ root, contract: CONTRACT })).manifest
    const wider = (await buildBrief({ root, contract: ["docs/*", "src/report.py"] })).manifest
    await addFiles(root, { "src/account.py": `${BETTER_ACCOUNT}# later\n` })
    const later = (await buildBrief({ root, contract: CONTRACT })).manifest
    expect(wider.subject.diff_sha256).toBe(first.subject.diff_sha256)
    expect(wider.subject.contract_sha256).not.toBe(first.subject.contract_sha256)
    expect(later.subject.contract_sha256).toBe(first.subject.contract_sha256)
    expect(later.subject.diff_sha256).not.toBe(first.subject.diff_sha256)
  })
  it("with a contract that cannot be shown whole", async () => {
    const root = await shopWith({ "docs/long.md": "z".repeat(300_000), "docs/odd.md": Buffer.from([0xe9]) })
    run(root, "add", "--all")
    run(root, "commit", "-qm", "docs")
    await writeFile(join(root, "src/fee.py"), "FEE = 3\n")
    await expect(buildBrief({ root, contract: ["docs/long.md"] })).rejects.toThrow(
      /300000 bytes.*docs\/long\.md/,
    )
    await expect(buildBrief({ root, contract: ["docs/odd.md"] })).rejects.toThrow(/not UTF-8 text/)
  })
})

describe("hostile and odd trees", () => {
  it("names binary files, long ones and submodules by hash, and follows no link", async () => {
    const root = await shopWith({
      "src/logo.png": Buffer.from([0, 1, 2, 255]),
      "src/long.txt": "x".repeat(2 ** 21 + 1),
      "docs/latin.md": Buffer.from([0x63, 0x61, 0x66, 0xe9]),
    })
    await symlink("/etc/hostname", join(root, "docs/link.md"))
    await mkdir(join(root, "lib"))
    run(root, "init", "-q", join(root, "lib/inner"))
    run(join(root, "lib/inner"), "commit", "--allow-empty", "-qm", "inner")
    const brief = await buildBrief({ root, contract: CONTRACT })
    expect(brief.opaque_paths).toEqual(["lib/inner", "src/logo.png", "src/long.txt"])
    const diff = brief.inputs.at(-1)?.text ?? ""
    expect(diff).toContain("+/etc/hostname")
    expect(diff).toContain("Subproject commit")
    expect(diff).toContain("Binary files /dev/null and b/src/long.txt differ")
    expect(diff).toContain("+caf\ufffd")
    expect(diff.length).toBeLessThan(5000)
  })

  it("takes names that are not UTF-8, and names with line breaks and quotes", async () => {
    const root = await shopWith({ "src/account.py": BETTER_ACCOUNT, 'src/a "b\n.py': "x = 1\n" })
    await writeFile(
      Buffer.concat([Buffer.from(`${root}/src/`), Buffer.from([0xff, 0x2e, 0x70, 0x79])]),
      "y = 2\n",
    )
    const brief = await buildBrief({ root, contract: CONTRACT })
    expect(brief.changed_paths).toEqual(['src/a "b\n.py', "src/account.py", "src/\ufffd.py"])
    expect(brief.inputs.at(-1)?.text).toContain("+y = 2")
  })

  it("shows tests that are no text as a note with their hash", async () => {
    const root = await shopWith({
      "tests/data.bin": Buffer.from([0, 159]),
      "tests/big.txt": "y".repeat(300_000),
    })
    await symlink("../src/account.py", join(root, "tests/link.py"))
    run(root, "add", "--all")
    run(root, "commit", "-qm", "data")
    await addFiles(root, { "src/account.py": BETTER_ACCOUNT })
    const { inputs } = await buildBrief({ root, tests: ["tests/*.bin", "tests/big.txt", "tests/link.py"] })
    expect(inputs.filter(({ kind }) => kind === "tests").map(({ text }) => text)).toEqual([
      expect.stringMatching(/^\[not shown: 300000 bytes, sha256 [0-9a-f]{64}\]$/),
      expect.stringMatching(/^\[not shown: 2 bytes that are not UTF-8 text, sha256 [0-9a-f]{64}\]$/),
      "[not shown: a symbolic link to ../src/account.py]",
    ])
  })
})
