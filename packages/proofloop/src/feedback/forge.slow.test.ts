import { readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { expect, test } from "vitest"
import { call } from "../console/io.fixture.ts"
import { emptyFolder, shop } from "../verdicts/shop.fixture.ts"
import { add, plainGit, processed } from "./feedback.fixture.ts"

const FORGE = ".proofloop/forge.git"

async function commit(cwd: string, path: string): Promise<string> {
  await writeFile(join(cwd, path), "x\n")
  await plainGit(cwd, "add", path)
  await plainGit(cwd, "commit", "--quiet", `--message=${path}`)
  return plainGit(cwd, "rev-parse", "HEAD")
}

const tip = async (cwd: string, branch: string) =>
  plainGit(cwd, "--git-dir", FORGE, "rev-parse", `refs/heads/${branch}`)

test("the embedded forge is made once, and its branch follows the repository until they went apart", async () => {
  const cwd = await shop()
  await add(cwd)
  expect(await processed(cwd, "verify")).toMatchObject({ code: 0, stderr: "", processed: [] })
  expect(await tip(cwd, "next")).toBe(await plainGit(cwd, "rev-parse", "HEAD"))
  const second = await commit(cwd, "second")
  expect((await processed(cwd, "verify")).stderr).toBe("")
  expect([await tip(cwd, "next"), await tip(cwd, "main")]).toEqual([second, second])

  const review = join(await emptyFolder(), "review")
  await plainGit(cwd, "clone", "--quiet", "--branch=next", FORGE, review)
  const merged = await commit(review, "merged")
  await plainGit(review, "push", "--quiet")
  expect((await processed(cwd, "verify")).stderr).toBe("")
  await commit(cwd, "third")
  expect((await processed(cwd, "verify")).stderr).toContain("next in ")
  expect(await tip(cwd, "next")).toBe(merged)
  // Merged by a person, as the message says.
  await plainGit(cwd, "pull", "--quiet", "--no-edit", "--no-rebase", FORGE, "next")
  expect((await processed(cwd, "verify")).stderr).toBe("")
  expect(await tip(cwd, "next")).toBe(await plainGit(cwd, "rev-parse", "HEAD"))
  // Rewritten history is not taken over, and that is reported.
  await plainGit(cwd, "commit", "--quiet", "--amend", "--message=anew")
  expect((await processed(cwd, "verify")).stderr).toContain("does not have all that is on main")
})

test("in a folder of the repository, on no branch, and for another base", async () => {
  const root = await shop()
  await plainGit(root, "checkout", "--quiet", "--detach")
  await plainGit(root, "branch", "--quiet", "-D", "main")
  const cwd = join(root, "src")
  await add(cwd)
  expect(await processed(cwd, "verify", ["--base", "fixes"])).toMatchObject({ code: 0, stderr: "" })
  expect(await tip(cwd, "fixes")).toBe(await plainGit(root, "rev-parse", "HEAD"))
  expect(await processed(cwd, "verify", ["--base", "later"])).toMatchObject({ code: 0, stderr: "" })
  expect(await plainGit(root, "status", "--porcelain")).toBe("")
})

const TOKEN = "ghp_0123456789abcdefghijklmnopqrstuvwxyz"

test.each([
  [
    ["--forge", "github:acme/shop", "--base", "next"],
    {},
    "the environment variable GITHUB_TOKEN has no token",
  ],
  [["--forge", "github:acme/shop", "--base", "next", "--github-token-env", "MINE"], {}, "MINE has no token"],
  [["--forge", "github:acme", "--base", "next"], { GITHUB_TOKEN: TOKEN }, "--forge: expected owner/name"],
  [
    ["--forge", "github:acme/shop", "--base", "next", "--github-url", "http://example.com"],
    { GITHUB_TOKEN: TOKEN },
    "--github-url: expected an https address",
  ],
  [
    ["--forge", "github:acme/shop", "--base", "next"],
    { GITHUB_TOKEN: `${TOKEN} x` },
    "--github-token-env: expected a token",
  ],
  [["--forge", "github:acme/shop"], { GITHUB_TOKEN: TOKEN }, "--forge needs --base BRANCH"],
  [["--forge", "nowhere.git", "--base", "next"], {}, "--forge: expected the path of a bare git repository"],
  [
    ["--forge", "github:acme/shop", "--base", "next", "--github-app", "7"],
    {},
    "--github-app ID and --github-app-key FILE go together",
  ],
  [
    ["--forge", "github:acme/shop", "--base", "next", "--github-app", "7", "--github-app-key", "gone.pem"],
    {},
    "--github-app-key gone.pem: no such file or folder",
  ],
  [
    ["--forge", "local:nowhere.git", "--base", "next"],
    {},
    "--forge: expected the path of a bare git repository",
  ],
  [["--github-url", "https://example.com"], {}, "--github-url needs --forge github:OWNER/NAME"],
  [["--base", "main"], {}, "--base: expected a branch that is not the forge's default branch"],
  [["--base", "a..b"], {}, "--base"],
])("feedback verify %j is misuse: %s", async (args, env, said) => {
  const cwd = await shop()
  await add(cwd)
  const { code, stdout, stderr } = await call(["feedback", "verify", ...args], { cwd, env })
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" })
  expect(stderr).toContain(said)
  expect(stderr).not.toContain(TOKEN)
})

test("outside a repository, and without a commit, it says so", async () => {
  const cwd = await emptyFolder()
  await add(cwd)
  expect(await call(["feedback", "verify"], { cwd })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("is not in a git repository"),
  })
  await plainGit(cwd, "init", "--quiet")
  expect(await call(["feedback", "verify"], { cwd })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("has no commit yet"),
  })
})

test("a forge that is no repository any more is told by its flag", async () => {
  const cwd = await shop()
  await add(cwd)
  await processed(cwd, "verify")
  await rm(join(cwd, FORGE, "HEAD"))
  expect(await call(["feedback", "verify"], { cwd })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("bare git repository"),
  })
  expect(await readFile(join(cwd, FORGE, "config"), "utf8")).toContain("bare = true")
})
