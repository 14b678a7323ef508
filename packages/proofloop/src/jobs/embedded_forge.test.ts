import { join } from "node:path"
import { expect, test } from "vitest"
import { bench, FAST, pipeline, plainGit, serveShop } from "../pipeline/pipeline.fixture.ts"

const commitOf = async (dir: string, branch: string): Promise<string> =>
  (await plainGit(dir, "--git-dir", dir, "rev-parse", branch)).trim()

test("a base is the branch of the checkout as it is now; one that is not there is misuse", async () => {
  const { root, state } = await bench()
  const { flags } = await serveShop()
  const dry = async (...args: readonly string[]) =>
    pipeline(state, "run", root, ...FAST, ...flags, "--dry-run", "--json", ...args)
  expect(await dry("--base", "mian")).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("has no branch of that name"),
  })
  const forge = join(root, ".proofloop/forge.git")
  expect(await plainGit(forge, "--git-dir", forge, "branch", "--format=%(refname:short)")).toBe("main\n")

  // Made after the forge was, beside and behind the default branch.
  await plainGit(root, "branch", "old/stable")
  await plainGit(root, "commit", "--quiet", "--allow-empty", "--message", "on main")
  await dry("--base", "old/stable")
  expect(await commitOf(forge, "old/stable")).toBe(await commitOf(join(root, ".git"), "old/stable"))
  expect(await commitOf(forge, "main")).toBe(await commitOf(join(root, ".git"), "main"))
})
