import { existsSync } from "node:fs"
import { mkdir, readFile, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { changeSet, initRepository, requireGit } from "@proofloop/foundation/git"
import { runCommand } from "@proofloop/foundation/process"
import { describe, expect, it } from "vitest"
import { folderWith } from "../../../../foundation/src/files/workspace.fixture.ts"
import { workTreeFacts } from "../../repository/work_tree_facts.ts"
import { build } from "./build.ts"
import { withoutLeavings } from "./leavings.ts"
import { testRegression } from "./test_regression.ts"

async function repositoryWith(files: Readonly<Record<string, string>>): Promise<string> {
  const root = await folderWith(files)
  await initRepository(root)
  await requireGit(root, ["add", "--all"])
  await requireGit(root, ["commit", "--quiet", "--message=first"])
  return root
}

const status = (root: string) => requireGit(root, ["status", "--porcelain", "--ignored"])

describe("what a run leaves in a work tree", () => {
  it("is removed, and what was there or is not a build's stays", async () => {
    const root = await repositoryWith({ "a.txt": "a\n", ".gitignore": "dist/\n", "go.sum": "one\n" })
    await mkdir(join(root, "build"))
    await writeFile(join(root, "build/mine.txt"), "mine")
    const before = await status(root)
    await withoutLeavings(root, async () => {
      for (const folder of ["target/debug", "dist/js", "packages/x/coverage"]) {
        await mkdir(join(root, folder), { recursive: true })
        await writeFile(join(root, folder, "made"), "made")
      }
      await writeFile(join(root, "build/made"), "made")
      await writeFile(join(root, "Cargo.lock"), "made")
      await writeFile(join(root, "go.sum"), "two\n")
      await writeFile(join(root, "notes.txt"), "a person wrote this meanwhile")
    })
    expect(await status(root)).toBe(`${before}?? notes.txt\n`)
    expect(existsSync(join(root, "packages"))).toBe(false)
    expect(await readFile(join(root, "go.sum"), "utf8")).toBe("one\n")
    expect(await readFile(join(root, "build/mine.txt"), "utf8")).toBe("mine")
  })

  it("is removed also when the run fails, in a folder below the root, and through no link", async () => {
    const outside = await folderWith({ "kept.txt": "kept" })
    const top = await repositoryWith({ "app/a.txt": "a\n" })
    const root = join(top, "app")
    const failing = withoutLeavings(root, async () => {
      await runCommand({ command: `ln -s "${outside}" target && mkdir out && touch out/x`, cwd: root })
      throw new Error("no")
    })
    await expect(failing).rejects.toThrow("no")
    expect(await status(top)).toBe("")
    expect(existsSync(join(outside, "kept.txt"))).toBe(true)
  })
})

describe("a lockfile", () => {
  it.each([
    ["a link to a file elsewhere", (outside: string) => `rm go.sum && ln -s "${outside}/kept.txt" go.sum`],
    ["a hard link", (outside: string) => `ln -f "${outside}/kept.txt" go.sum`],
    ["a folder", () => "rm go.sum && mkdir go.sum && touch go.sum/x"],
    ["gone", () => "rm go.sum"],
  ])("that a run turned into %s is put back, and nothing else is written", async (_what, commandFor) => {
    const outside = await folderWith({ "kept.txt": "kept" })
    const root = await repositoryWith({ "go.sum": "one\n" })
    await withoutLeavings(root, () => runCommand({ command: commandFor(outside), cwd: root }))
    expect(await status(root)).toBe("")
    expect(await readFile(join(root, "go.sum"), "utf8")).toBe("one\n")
    expect(await readFile(join(outside, "kept.txt"), "utf8")).toBe("kept")
  })
})

const cargo = await runCommand({ command: ["cargo", "--version"] })

describe.skipIf(cargo.exit_code !== 0)("a Rust project without .gitignore (needs cargo)", () => {
  const MANIFEST = '[package]\nname = "shop"\nversion = "0.1.0"\nedition = "2021"\n'

  it("is as it was after a build and its tests, sound or broken", async () => {
    for (const body of ["pub fn f() -> u8 { 1 }\n", "pub fn f() -> u8 { \n"]) {
      const root = await repositoryWith({ "Cargo.toml": MANIFEST, "src/lib.rs": body })
      const change = changeSet([{ path: "src/lib.rs", before: "", after: body }])
      const facts = workTreeFacts(root, change, { baselines: { failing_tests: new Set() } })
      const built = await build.check(change, facts)
      expect(built.status).toBe(body.includes("1") ? "pass" : "fail")
      await testRegression.check(change, facts)
      expect(await status(root)).toBe("")
    }
  })
})
