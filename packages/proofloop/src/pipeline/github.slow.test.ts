import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { sha256Hex } from "@proofloop/foundation/text"
import { expect, test } from "vitest"
import { githubServer, TOKEN } from "../../../jobs/src/github/github_server.fixture.ts"
import { call } from "../console/io.fixture.ts"
import { bench, FAST, paste, plainGit, ROLES, serveShop, suggestedIn } from "./pipeline.fixture.ts"

test("a repository on GitHub gets a draft, and its token is in no output", async () => {
  const { root, state } = await bench()
  const bare = join(root, "../shop.git")
  // Its branch is a file then, where the server looks for it.
  await plainGit(root, "init", "--quiet", "--bare", "--initial-branch=main", bare)
  await plainGit(root, "push", "--quiet", bare, "HEAD:refs/heads/main")
  const server = await githubServer(bare)
  const { flags } = await serveShop()
  const at = ["--github-url", server.url, "--github-remote", bare, "--state", state]
  const args = ["pipeline", "run", "github:acme/shop", ...FAST, ...ROLES, ...flags, ...at, "--no-ci-watch"]
  const { code, stdout, stderr } = await call(args, { env: { GITHUB_TOKEN: TOKEN } })
  expect({ code, stdout }).toEqual({
    code: 3,
    stdout: expect.stringContaining(`${server.url}/acme/shop/pull/41\n`),
  })
  expect(server.pulls).toMatchObject([{ draft: true, base: { ref: "main" } }])
  expect(`${stdout}${stderr}`).not.toContain(TOKEN)
})

test("a token that is refused fails nothing, waits for a person, and a new one is tried at once", async () => {
  const { root, state } = await bench()
  const bare = join(root, "../shop.git")
  await plainGit(root, "clone", "--quiet", "--bare", "--no-local", root, bare)
  const server = await githubServer(bare)
  const at = ["--github-url", server.url, "--github-remote", bare, "--state", state]
  const model = ["--model", "m", "--base-url", "http://127.0.0.1:9/v1"]
  const args = ["pipeline", "run", "github:acme/shop", ...FAST, ...model, ...at]
  const { code, stdout } = await call(args, { env: { GITHUB_TOKEN: "ghp_wrong" } })
  expect({ code, stdout }).toEqual({ code: 3, stdout: expect.stringMatching(/state +queued\n/) })
  const status = await call(["pipeline", "status", "--state", state])
  expect(status.stdout).toMatch(/queued[^]*waits for a person, for \d+s: forge github/)
  // Of the account, told by a digest of its token: every repository of it waits.
  const account = `${new URL(server.url).host} token ${sha256Hex("ghp_wrong").slice(0, 12)}`
  expect(status.stdout).toContain(`forge github ${account} needs a person: GET acme/shop: 401 `)
  expect(status.stdout).not.toContain("ghp_wrong")
  const page = join(state, "page.html")
  await call(["pipeline", "status", "--html", page, "--state", state])
  expect(await readFile(page, "utf8")).toContain("1 open, 1 waiting for a person")
  const [resume = ""] = suggestedIn(stdout)
  const resumed = await paste(resume, { more: ["--time-limit", "0"], env: { GITHUB_TOKEN: TOKEN } })
  expect(resumed.stderr).toContain("begun  forge github")
  expect(resumed.stdout).not.toContain("401")
})

test("a repository that the token may not see waits for a person, and another run is begun in its place", async () => {
  const { root, state } = await bench()
  const bare = join(root, "../shop.git")
  await plainGit(root, "clone", "--quiet", "--bare", "--no-local", root, bare)
  const server = await githubServer(bare)
  server.is_hidden = true
  const at = ["--github-url", server.url, "--github-remote", bare, "--state", state]
  const model = ["--model", "m", "--base-url", "http://127.0.0.1:9/v1"]
  const args = ["pipeline", "run", "github:acme/shop", ...FAST, ...model, ...at]
  const env = { GITHUB_TOKEN: TOKEN }
  const first = await call(args, { env })
  expect({ code: first.code, stdout: plainWords(first.stdout) }).toEqual({
    code: 3,
    stdout: expect.stringMatching(
      /state queued .*waits for a person.*: GET acme\/shop: 404 Not Found .*give it what it lacks, then npx proofloop pipeline resume/,
    ) as string,
  })
  server.is_hidden = false
  const again = await call(args, { env })
  expect(again.stderr).toContain("begun  forge github")
  const listed = JSON.parse((await call(["pipeline", "status", "--state", state, "--json"])).stdout) as {
    readonly runs: readonly { readonly state: string; readonly waits: { readonly for: string } | null }[]
    readonly breakers: readonly { readonly environment: string }[]
  }
  expect(listed.runs.map((run) => run.state)).toEqual(["cancelled", "planning"])
  expect(listed.breakers.map(({ environment }) => environment)).toEqual(["model"])
})

function plainWords(text: string): string {
  return text.replaceAll(/\s+/g, " ")
}
