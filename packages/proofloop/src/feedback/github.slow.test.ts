import { join } from "node:path"
import { expect, test } from "vitest"
import { githubServer, TOKEN } from "../../../jobs/src/github/github_server.fixture.ts"
import { call } from "../console/io.fixture.ts"
import { emptyFolder, shop } from "../verdicts/shop.fixture.ts"
import { serveRepair } from "./answers.fixture.ts"
import { add, plainGit, processed } from "./feedback.fixture.ts"

async function bench() {
  const cwd = await shop()
  const bare = join(await emptyFolder(), "shop.git")
  await plainGit(cwd, "clone", "--quiet", "--bare", "--no-local", cwd, bare)
  await plainGit(cwd, "--git-dir", bare, "branch", "next", "main")
  // As files, where the server looks for them.
  for (const branch of ["main", "next"])
    await plainGit(cwd, "push", "--quiet", "--force", bare, `HEAD:refs/heads/${branch}`)
  const server = await githubServer(bare)
  const at = ["--github-url", server.url, "--github-remote", bare]
  await add(cwd, "--on", `${server.url}/acme/shop/issues/7`)
  return { cwd, bare, server, at: ["--forge", "github:acme/shop", "--base", "next", ...at] }
}

test("a draft pull request on GitHub, merged there, is verified, and its issue told", async () => {
  const { cwd, bare, server, at } = await bench()
  const { env } = await serveRepair()
  const with_token = { ...env, GITHUB_TOKEN: TOKEN }
  const made = await processed(cwd, "process", ["--no-verifiers", ...at], with_token)
  expect(made).toMatchObject({
    code: 0,
    processed: [{ to: "fix-pr-open", pull_request: { number: 41, url: `${server.url}/acme/shop/pull/41` } }],
  })
  expect(server.pulls).toMatchObject([{ draft: true, base: { ref: "next" } }])
  expect(server.comments.get(7)?.map(({ body }) => body)).toEqual([expect.stringContaining("/pull/41")])

  const head = await plainGit(cwd, "--git-dir", bare, "rev-parse", "refs/heads/auto/proofloop/fb-1")
  await plainGit(cwd, "push", "--quiet", bare, `${head.trim()}:refs/heads/next`)
  const merged = { state: "closed", merged_at: "2026-01-01T00:00:00Z", merge_commit_sha: head.trim() }
  Object.assign(server.pulls[0] ?? {}, merged)
  expect(await processed(cwd, "verify", at, with_token)).toMatchObject({
    code: 0,
    processed: [{ from: "fix-pr-open", to: "closed", error: null }],
  })
  expect(server.comments.get(7)).toHaveLength(2)
})

test("a repository without drafts gets an ordinary pull request, or with --draft always none", async () => {
  const { cwd, server, at } = await bench()
  const { env } = await serveRepair()
  const with_token = { ...env, GITHUB_TOKEN: TOKEN }
  server.drafts = "refused"
  const args = ["--no-verifiers", ...at]
  const refused = await processed(cwd, "process", ["--draft", "always", ...args], with_token)
  expect(refused).toMatchObject({
    code: 1,
    processed: [{ to: "failed", error: expect.stringContaining("Draft pull requests are not supported") }],
  })
  expect(await processed(cwd, "process", ["fb-1", "--retry", ...args], with_token)).toMatchObject({ code: 0 })
  expect(server.pulls).toMatchObject([
    { draft: false, body: expect.stringContaining("this repository has no drafts") },
  ])
})

test("a large job is answered by a comment on its issue, of somebody who may decide", async () => {
  const { cwd, server, at } = await bench()
  const { env } = await serveRepair()
  const args = ["--no-verifiers", "--large-job-always", "tool", ...at]
  const go = async () => processed(cwd, "process", args, { ...env, GITHUB_TOKEN: TOKEN })
  expect(await go()).toMatchObject({ code: 3, processed: [{ to: "awaiting-approval" }] })
  const comment = (author_association: string) => {
    const there = server.comments.get(7) ?? []
    const said = { body: "/proofloop approve fb-1", author_association, user: { login: "mia" } }
    const created_at = new Date().toISOString()
    server.comments.set(7, [...there, { id: 2000 + there.length, created_at, ...said }])
  }
  comment("CONTRIBUTOR")
  expect(await go()).toMatchObject({ code: 3, processed: [{ to: "awaiting-approval" }] })
  comment("MEMBER")
  expect(await go()).toMatchObject({ code: 0, processed: [{ to: "fix-pr-open" }] })
  const { stdout } = await call(["feedback", "show", "fb-1", "--json"], { cwd })
  expect(JSON.parse(stdout)).toMatchObject({
    approvals: [
      { answer: "approved", answered_by: expect.stringMatching(/^mia \(http.*#issuecomment-\d+\)$/) },
    ],
  })
})

test("a token that is refused is told with what to do, and is in no message", async () => {
  const { cwd, at } = await bench()
  const { env } = await serveRepair()
  const wrong = TOKEN.toUpperCase()
  const args = ["feedback", "process", "--no-verifiers", "--unsafe-host-runner", ...at]
  const { code, stdout, stderr } = await call(args, { cwd, env: { ...env, GITHUB_TOKEN: wrong } })
  expect(code).not.toBe(0)
  expect(`${stdout}${stderr}`).toContain("401 Bad credentials (the token is wrong or expired")
  expect(`${stdout}${stderr}`).not.toContain(wrong)
})
