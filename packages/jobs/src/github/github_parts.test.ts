import { readdir, writeFile } from "node:fs/promises"
import { createServer } from "node:http"
import { join } from "node:path"
import { afterAll, describe, expect, it } from "vitest"
import { addFiles, folderWith } from "../../../foundation/src/files/workspace.fixture.ts"
import { HEAD, published, PULL_REQUEST, removeTemplate } from "../forge/forge.fixture.ts"
import { githubForge } from "./github_forge.ts"
import { githubServer, listening, TOKEN } from "./github_server.fixture.ts"
import type { GithubForgeOptions } from "./settings/settings.ts"

afterAll(removeTemplate)

/** A forge whose head branch is there. */
async function bench(more: Partial<GithubForgeOptions> = {}) {
  const made = await published()
  await addFiles(made.bare, { [`refs/heads/${HEAD}`]: `${made.base}\n` })
  const server = await githubServer(made.bare)
  const options = { repository: "acme/shop", base_url: server.url, remote_url: made.bare }
  const forge = githubForge({ ...options, token: TOKEN, ...more })
  return { ...made, server, forge }
}

describe("a pull request on GitHub", () => {
  it("tells whether its base takes it, once the service knows", async () => {
    const { forge, server } = await bench()
    await forge.pulls.open(PULL_REQUEST)
    const [pull] = server.pulls
    for (const [mergeable, told] of [
      [null, "unknown"],
      [true, "yes"],
      [false, "conflict"],
    ] as const) {
      Object.assign(pull ?? {}, { mergeable })
      expect(await forge.pulls.get(41)).toMatchObject({ mergeable: told })
    }
  })

  it("is no draft where there are none, when the caller says so", async () => {
    const { forge, server } = await bench()
    server.drafts = "refused"
    await expect(forge.pulls.open(PULL_REQUEST)).rejects.toMatchObject({
      problem: "no_drafts",
      retryable: false,
    })
    expect(await forge.pulls.open({ ...PULL_REQUEST, draft: false })).toMatchObject({ draft: false })
    expect(server.pulls).toHaveLength(1)
  })

  it("is found again after its repository was renamed", async () => {
    const { forge, server } = await bench()
    await forge.pulls.open(PULL_REQUEST)
    server.full_name = "shops/front"
    const later = githubForge({
      repository: "acme/shop",
      token: TOKEN,
      base_url: server.url,
      remote_url: "/x",
    })
    expect(await later.repository()).toBe(await forge.repository())
    const url = `${server.url}/shops/front/pull/41`
    expect(await later.pulls.find(HEAD)).toMatchObject({ number: 41, url })
    expect(await forge.pulls.get(41)).toMatchObject({ number: 41 })
    expect(await later.pulls.open(PULL_REQUEST)).toMatchObject({ number: 41, url })
    expect(later.targetOf(url)).toEqual({ kind: "pull_request", number: 41 })
    expect(later.targetOf(`${server.url}/acme/shop/issues/7`)).toEqual({ kind: "issue", number: 7 })
    expect(server.pulls).toHaveLength(1)
  })

  it("comes from a fork where there is one", async () => {
    const { forge, server } = await bench({ fork: "bot/shop" })
    const pull = await forge.pulls.open(PULL_REQUEST)
    expect(server.pulls).toMatchObject([{ head: { label: `bot:${HEAD}` } }])
    expect(pull).toMatchObject({ head: HEAD, head_repository: expect.stringMatching(/:42$/) })
    expect(pull.head_repository).not.toBe(await forge.repository())
    expect(await forge.pulls.find(HEAD)).toEqual(pull)
    const other = await bench({ fork: "acme/shop" })
    await expect(other.forge.pulls.find(HEAD)).rejects.toThrow("acme/shop is not a fork of acme/shop")
  })

  it("that did not change is not sent again", async () => {
    const { forge, server } = await bench()
    await forge.pulls.open(PULL_REQUEST)
    const first = await forge.pulls.get(41)
    expect(server.not_modified).toEqual([])
    expect(await forge.pulls.get(41)).toEqual(first)
    expect(server.not_modified).toEqual(["/repos/acme/shop/pulls/41"])
    Object.assign(server.pulls[0] ?? {}, { state: "closed" })
    expect(await forge.pulls.get(41)).toMatchObject({ state: "closed" })
  })

  it("that did not change is not sent to the next process either, with a folder for it", async () => {
    const cache_folder = join(await folderWith(), "cache")
    const { forge, server, bare } = await bench({ cache_folder })
    await forge.pulls.open(PULL_REQUEST)
    const first = await forge.pulls.get(41)
    const options = { repository: "acme/shop", base_url: server.url, remote_url: bare, token: TOKEN }
    const later = () => githubForge({ ...options, cache_folder })
    expect(await later().pulls.get(41)).toEqual(first)
    expect(server.not_modified).toEqual(["/repos/acme/shop", "/repos/acme/shop/pulls/41"])
    for (const name of await readdir(cache_folder)) await writeFile(join(cache_folder, name), "{}")
    expect(await later().pulls.get(41)).toEqual(first)
    expect(server.not_modified).toHaveLength(2)
  })
})

describe("checks on GitHub", () => {
  const SHA = "a".repeat(40)
  const run = { status: "completed", html_url: "https://ci.example/1", app: { slug: "github-actions" } }

  it("are the runs of apps, the statuses of services and what waits for a person", async () => {
    const { forge, server } = await bench()
    const conclusions = [
      "success",
      "skipped",
      "failure",
      "timed_out",
      "cancelled",
      "action_required",
      "constructor",
    ]
    const runs = conclusions.map((conclusion, at) => ({ ...run, id: at + 1, name: conclusion, conclusion }))
    const waiting = {
      ...run,
      id: 99,
      name: "later",
      status: "queued",
      conclusion: null,
      app: { slug: "other" },
    }
    server.told.set(`/commits/${SHA}/check-runs`, [...runs, waiting])
    server.told.set(`/commits/${SHA}/check-suites`, [
      { conclusion: "action_required", latest_check_runs_count: 0, app: { name: "GitHub Actions" } },
      { conclusion: "startup_failure", latest_check_runs_count: 0, app: { name: "Workflows" } },
      { conclusion: "failure", latest_check_runs_count: 0, app: { name: "Other workflows" } },
      {
        status: "queued",
        conclusion: null,
        latest_check_runs_count: 0,
        app: { slug: "github-actions", name: "Waiting workflows" },
      },
      { status: "queued", conclusion: null, latest_check_runs_count: 0, app: { slug: "idle", name: "Idle" } },
      { conclusion: "success", latest_check_runs_count: 3, app: { name: "GitHub Actions" } },
    ])
    server.told.set(`/commits/${SHA}/statuses`, [
      { context: "lint", state: "success", description: "fine", target_url: null },
      { context: "deploy", state: "pending", description: null, target_url: "https://d.example" },
      { context: "lint", state: "error", description: "older", target_url: null },
    ])
    const checks = await forge.checks.of(SHA)
    expect(checks.map(({ name, state }) => `${name} ${state}`).toSorted()).toEqual(
      [
        "success passed",
        "skipped skipped",
        "failure failed",
        "timed_out failed",
        "cancelled cancelled",
        "action_required needs_person",
        "constructor failed",
        "later pending",
        "GitHub Actions needs_person",
        "Workflows needs_person",
        "Other workflows needs_person",
        "Waiting workflows pending",
        "lint passed",
        "deploy pending",
      ].toSorted(),
    )
    expect(new Set(checks.map(({ commit }) => commit))).toEqual(new Set([SHA]))
    expect(checks.find(({ name }) => name === "failure")).toMatchObject({ kind: "run", log_id: "3" })
    expect(checks.find(({ name }) => name === "later")).toMatchObject({ told: "queued", log_id: null })
    expect(checks.find(({ name }) => name === "lint")).toMatchObject({ kind: "status", summary: "fine" })
    await expect(forge.checks.of("HEAD")).rejects.toMatchObject({ code: "forge_error", retryable: false })
  })

  it("are required by rules and by older protection, as far as the token may see", async () => {
    const { forge, server } = await bench()
    expect(await forge.checks.required("next")).toBeNull()
    const contexts = { required_status_checks: [{ context: "test" }, { context: "lint" }] }
    server.told.set("/rules/branches/next", [
      { type: "required_status_checks", parameters: contexts },
      { type: "deletion" },
    ])
    expect(await forge.checks.required("next")).toEqual(["test", "lint"])
    server.told.set("/branches/next", {
      protection: { required_status_checks: { contexts: ["lint", "old"] } },
    })
    expect(await forge.checks.required("next")).toEqual(["test", "lint", "old"])
  })

  it("have logs, which another host gives without the token, and whose middle is left out", async () => {
    const { forge, server } = await bench()
    const asked: Array<string | undefined> = []
    const lines = `first\n${"x".repeat(3 * 2 ** 20)}\nlast\n`
    const url = await listening(
      createServer((request, response) => {
        asked.push(request.headers.authorization)
        response.writeHead(200, { "content-type": "text/plain" }).end(lines)
      }),
    )
    server.told.set("log 3", `${url}/blob`)
    const log = await forge.checks.log("3")
    expect(log).toMatch(/^first\nx+\n\[\.\.\. \d+ bytes left out \.\.\.\]\nx+\nlast\n$/)
    expect(log.length).toBeLessThan(1.1 * 2 ** 20)
    expect(asked).toEqual([undefined])
    server.told.set("log 4", "ftp://elsewhere/blob")
    await expect(forge.checks.log("4")).rejects.toMatchObject({ code: "forge_error" })
    await expect(forge.checks.log("../1")).rejects.toThrow("there is no log")
  })
})

describe("what people say on GitHub", () => {
  const said = (databaseId: number, authorAssociation: string, body: string) => ({
    databaseId,
    author: { login: "ada" },
    authorAssociation,
    body,
    createdAt: "2026-01-01T00:00:00Z",
    url: `https://github.example/r${databaseId}`,
  })

  it("are comments with what their authors are to the repository", async () => {
    const { forge, server } = await bench()
    const issue = { kind: "issue", number: 7 } as const
    const user = { login: "ada" }
    const created_at = "2026-01-01T00:00:00Z"
    server.comments.set(7, [
      { id: 1, body: "approve", user, author_association: "MEMBER", created_at },
      { id: 2, body: "approve!", user, author_association: "FIRST_TIMER", created_at },
    ])
    await forge.comments.post(issue, "fb-1:opened", "Open.")
    expect(await forge.comments.list(issue)).toMatchObject([
      { id: "1", author: "ada", association: "member", body: "approve", at: created_at, is_own: false },
      { association: "none", is_own: false },
      { author: "ghost", is_own: true, url: expect.stringMatching(/issues\/7#issuecomment-1002$/) },
    ])
  })

  it("are reviews, without those that are not sent yet", async () => {
    const { forge, server } = await bench()
    const review = {
      user: { login: "ada" },
      author_association: "OWNER",
      submitted_at: "2026-01-01T00:00:00Z",
    }
    server.told.set("/pulls/41/reviews", [
      { ...review, id: 1, state: "CHANGES_REQUESTED", body: "no", commit_id: "b".repeat(40) },
      { ...review, id: 2, state: "PENDING", body: "draft" },
      { ...review, id: 3, state: "APPROVED", body: null },
    ])
    expect(await forge.reviews.list(41)).toMatchObject([
      {
        id: "1",
        author: "ada",
        association: "owner",
        state: "changes_requested",
        body: "no",
        commit: "b".repeat(40),
      },
      { id: "3", state: "approved", body: "", commit: null },
    ])
  })

  it("are threads, which are answered once and resolved", async () => {
    const { forge, server } = await bench()
    const at = { path: "src/price.mjs", line: 2, isResolved: false, isOutdated: false }
    server.threads.push(
      {
        ...at,
        id: "T1",
        comments: [said(10, "MEMBER", "why?"), said(11, "NONE", "yes"), said(12, "NONE", "no")],
      },
      { ...at, id: "T2", line: null, isOutdated: true, comments: [said(20, "OWNER", "rename")] },
      { ...at, id: "T3", isResolved: true, comments: [said(30, "OWNER", "done")] },
    )
    const threads = await forge.reviews.threads(41)
    expect(
      threads.map(({ id, line, is_resolved, is_outdated }) => [id, line, is_resolved, is_outdated]),
    ).toEqual([
      ["T1", 2, false, false],
      ["T2", null, false, true],
      ["T3", 2, true, false],
    ])
    const [first] = threads
    expect(first?.comments.map(({ body, association }) => [body, association])).toEqual([
      ["why?", "member"],
      ["yes", "none"],
      ["no", "none"],
    ])
    const answer = { key: "fb-1:thread", body: "Because." }
    const urls = [await forge.reviews.reply(41, first ?? never(), answer)]
    urls.push(await forge.reviews.reply(41, first ?? never(), answer))
    expect(new Set(urls).size).toBe(1)
    expect(server.threads[0]?.comments).toHaveLength(4)
    await forge.reviews.resolve(first ?? never())
    expect((await forge.reviews.threads(41))[0]).toMatchObject({ is_resolved: true })
    await expect(forge.reviews.threads(7)).rejects.toMatchObject({ problem: "missing", retryable: false })
  })
})

function never(): never {
  throw new Error("there is a thread")
}
