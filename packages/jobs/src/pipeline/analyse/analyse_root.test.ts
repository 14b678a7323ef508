import { rm, symlink } from "node:fs/promises"
import { join } from "node:path"
import { commitPaths, git, initRepository } from "@proofloop/foundation/git"
import { expect, test } from "vitest"
import { SOUND } from "./analyse.fixture.ts"
import { analyse } from "./analyse.ts"
import { folderWith } from "./folder.fixture.ts"

async function repositoryWith(files: Readonly<Record<string, string>>): Promise<string> {
  const root = await folderWith(files)
  await initRepository(root)
  await commitPaths(root, Object.keys(files), "first")
  return root
}

test("a commit is read from git, whatever lies in the folder", async () => {
  const root = await repositoryWith(SOUND["Go"] ?? {})
  await rm(join(root, "LICENSE"))
  const { stdout } = await git(root, ["rev-parse", "HEAD"])
  const at_commit = await analyse(root, { commit: "HEAD", repository: "me/app" })
  const as_it_lies = await analyse(root, { repository: "me/app" })
  const licence = (report: typeof at_commit) => report.metrics.find(({ name }) => name === "license")?.status
  expect(at_commit).toMatchObject({ repository: "me/app", commit: stdout.trim(), languages: ["Go"] })
  expect([licence(at_commit), licence(as_it_lies)]).toEqual(["pass", "fail"])
  expect(as_it_lies.commit).toBeNull()
})

test("what tools made is told of a commit, not of a folder where git ignores it", async () => {
  const root = await repositoryWith({ ...SOUND["TypeScript"], "node_modules/a/index.js": "x" })
  const structure = async (commit?: string) =>
    (await analyse(root, { commit })).metrics.find(({ name }) => name === "structure")?.summary
  expect(await structure("HEAD")).toContain("node_modules is committed")
  expect(await structure()).not.toContain("node_modules")
})

test("no link is followed out of the folder", async () => {
  const outside = await folderWith({ "README.md": "# outside\n" })
  const root = await folderWith({ "app.py": "a = 1\n" })
  await symlink(join(outside, "README.md"), join(root, "README.md"))
  await symlink(outside, join(root, "docs"))
  const { metrics } = await analyse(root)
  expect(JSON.stringify(metrics)).not.toContain("outside")
})

test("no folder and no commit are misuse; an abort ends it", async () => {
  const root = await repositoryWith({ "a.py": "a = 1\n" })
  await expect(analyse(join(root, "gone"))).rejects.toThrow(/root: expected a folder/)
  await expect(analyse(root, { commit: "gone" })).rejects.toThrow(
    /commit: expected a commit of the repository/,
  )
  await expect(analyse(root, { commit: "--output=x" })).rejects.toThrow(/commit: expected/)
  await expect(analyse(root, { signal: AbortSignal.abort(new Error("enough")) })).rejects.toThrow("enough")
})
