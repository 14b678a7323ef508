import { createServer } from "node:http"
import { requireGit } from "@proofloop/foundation/git"
import { afterAll, describe, expect, it } from "vitest"
import { addFiles } from "../../../foundation/src/files/workspace.fixture.ts"
import { setEnvironment } from "../../../foundation/src/process/environment.fixture.ts"
import { HEAD, published, PULL_REQUEST, removeTemplate } from "../forge/forge.fixture.ts"
import type { NewPullRequest } from "../forge/pulls.ts"
import { githubForge } from "./github_forge.ts"
import { githubServer, listening, TOKEN } from "./github_server.fixture.ts"

afterAll(removeTemplate)

/** A forge whose head branch is there. */
async function bench() {
  const made = await published()
  // As a push leaves it.
  await addFiles(made.bare, { [`refs/heads/${HEAD}`]: `${made.base}\n` })
  const server = await githubServer(made.bare)
  const forge = githubForge({
    repository: "acme/shop",
    token: TOKEN,
    base_url: server.url,
    remote_url: made.bare,
  })
  return { ...made, server, forge }
}

/** A server that gives one answer to everything. */
async function answering(status: number, headers: Record<string, string>, body: string) {
  const requests: string[] = []
  const server = createServer((request, response) => {
    requests.push(`${request.url} ${request.headers.authorization}`)
    response.writeHead(status, headers).end(body)
  })
  const base_url = await listening(server)
  const forge = githubForge({
    repository: "acme/shop",
    token: TOKEN,
    base_url,
    remote_url: "/nowhere",
    timeout_ms: 1000,
  })
  return { forge, requests, base_url }
}

describe("a forge on GitHub", () => {
  it("pushes a branch, opens one draft, and finds it again", async () => {
    const { forge, server, root, bare, fix, ...made } = await bench()
    await forge.git.push(root, fix, "auto/proofloop/fb-2")
    expect(
      (await requireGit(root, ["ls-remote", bare, "refs/heads/auto/proofloop/fb-2"])).split("\t")[0],
    ).toBe(fix)
    expect(await forge.defaultBranch()).toBe("main")
    expect(await forge.pulls.find(HEAD)).toBeNull()
    const pull = await forge.pulls.open(PULL_REQUEST)
    const url = `${server.url}/acme/shop/pull/41`
    expect(pull).toEqual({
      ...PULL_REQUEST,
      number: 41,
      url,
      head_commit: made.base,
      head_repository: `github:${new URL(server.url).host}:1296269`,
      draft: true,
      state: "open",
      mergeable: "unknown",
      merged_commit: null,
    })
    expect(await forge.pulls.open(PULL_REQUEST)).toEqual(pull)
    expect(await forge.pulls.get(41)).toEqual(pull)
    expect(await forge.pulls.find(HEAD)).toEqual(pull)
    expect(server.requests.filter((line) => line.startsWith("POST"))).toHaveLength(1)
    await forge.pulls.rewrite(41, (body) => body)
    await forge.pulls.rewrite(41, (body) => `${body} And more.`)
    expect((await forge.pulls.get(41)).body).toBe("Because. And more.")
    expect(server.requests.filter((line) => line.startsWith("PATCH"))).toHaveLength(1)
  })

  it("takes the pull request of whoever was faster", async () => {
    const { forge, server } = await bench()
    let waiting = 0
    server.before_open = async () => {
      waiting += 1
      while (waiting < 2) await new Promise((resolve) => setTimeout(resolve, 5))
    }
    const [one, other] = await Promise.all([forge.pulls.open(PULL_REQUEST), forge.pulls.open(PULL_REQUEST)])
    expect(other).toEqual(one)
    expect(server.pulls).toHaveLength(1)
    expect(server.requests.filter((line) => line.startsWith("POST"))).toHaveLength(2)
  })

  it("says what a merged, a closed and another's pull request are", async () => {
    const { forge, server } = await bench()
    await forge.pulls.open(PULL_REQUEST)
    const [pull] = server.pulls
    Object.assign(pull ?? {}, { state: "closed" })
    expect(await forge.pulls.find(HEAD)).toMatchObject({ state: "closed", merged_commit: null })
    Object.assign(pull ?? {}, { merged_at: "2026-01-01T00:00:00Z", merge_commit_sha: "a".repeat(40) })
    expect(await forge.pulls.get(41)).toMatchObject({ state: "merged", merged_commit: "a".repeat(40) })
    // The service gives every pull request for a filter it does not understand; a fork's branch has the same name.
    Object.assign(pull ?? {}, { head: { ...pull?.head, repo: { id: 7, full_name: "mallory/shop" } } })
    expect(await forge.pulls.find(HEAD)).toBeNull()
    expect(await forge.pulls.open(PULL_REQUEST).catch((error: unknown) => error)).toMatchObject({
      number: 42,
    })
  })

  it("says why a pull request is refused", async () => {
    const { forge, server } = await bench()
    const refusals: ReadonlyArray<readonly [Partial<NewPullRequest>, string]> = [
      [{ head: "auto/proofloop/gone" }, "422 Validation Failed: head is invalid"],
      [{ base: "gone" }, "422 Validation Failed: base is invalid"],
      [{ base: HEAD }, "cannot be opened"],
      [{ head: "a..b" }, "cannot be opened"],
      [{ title: "" }, "422 Validation Failed: title is missing_field"],
    ]
    for (const [change, reason] of refusals) {
      await expect(forge.pulls.open({ ...PULL_REQUEST, ...change })).rejects.toMatchObject({
        code: "forge_error",
        retryable: false,
        message: expect.stringContaining(reason),
      })
    }
    expect(server.pulls).toEqual([])
  })

  it("posts a comment once a key, also when the first is pages away", async () => {
    const { forge, server } = await bench()
    const target = forge.targetOf(`${server.url}/acme/shop/issues/7#x`) ?? { kind: "pull_request", number: 0 }
    const first = await forge.comments.post(target, "fb-1:opened", "A draft is open.")
    const others = Array.from({ length: 230 }, (_, id) => ({ id: id + 1, body: "talk" }))
    const [own] = server.comments.get(7) ?? []
    server.comments.set(7, [...others, ...(own === undefined ? [] : [own])])
    expect(await forge.comments.post(target, "fb-1:opened", "A draft is open.")).toBe(first)
    expect(first).toBe(`${server.url}/acme/shop/issues/7#issuecomment-1000`)
    expect(server.comments.get(7)).toHaveLength(231)
    expect(own?.body).toMatch(/^<!-- proofloop [\da-f]{32} -->\nA draft is open\.$/)
    await forge.comments.post(target, "fb-1:verified", "Verified.")
    expect(server.comments.get(7)).toHaveLength(232)
    await expect(forge.comments.post({ kind: "issue", number: 8 }, "k", "x")).rejects.toMatchObject({
      retryable: false,
      message: expect.stringContaining("404 Not Found"),
    })
  })

  it("knows addresses of its repository alone", () => {
    const forge = githubForge({ repository: "acme/shop", token: TOKEN })
    expect(forge.targetOf("https://github.com/Acme/Shop/pull/3/files")).toEqual({
      kind: "pull_request",
      number: 3,
    })
    expect(forge.targetOf("https://github.com/acme/shop/issues/4?x#y")).toEqual({ kind: "issue", number: 4 })
    for (const url of [
      "https://github.com/acme/shop2/pull/3",
      "https://github.com.evil.example/acme/shop/pull/3",
      "http://github.com/acme/shop/pull/3",
      "https://me@github.com/acme/shop/pull/3",
      "https://github.com/acme/shop/pull/3x",
      "https://github.com/acme/shop/discussions/3",
      "acme/shop#3",
    ]) {
      expect(forge.targetOf(url)).toBeNull()
    }
    const enterprise = { repository: "a/b", token: TOKEN, base_url: "https://git.example/api/v3/" }
    expect(githubForge(enterprise).targetOf("https://git.example/a/b/pull/1")).not.toBeNull()
  })
})

describe("a service in trouble", () => {
  it("is asked again when nothing can happen twice", async () => {
    const { forge, server } = await bench()
    server.faults.push({ of: "GET", status: 502, body: "<html>Bad gateway</html>" })
    expect(await forge.defaultBranch()).toBe("main")
    server.faults.push({ of: "POST", status: 502 })
    await expect(forge.pulls.open(PULL_REQUEST)).rejects.toMatchObject({
      retryable: true,
      retry_after_ms: null,
    })
    expect(await forge.pulls.open(PULL_REQUEST)).toMatchObject({ number: 41 })
    expect(server.pulls).toHaveLength(1)
  })

  it("that loses an answer has made no second pull request or comment when it is asked again", async () => {
    const { forge, server } = await bench()
    const target = { kind: "issue", number: 7 } as const
    server.lost.push("POST /repos/acme/shop/pulls", "POST /repos/acme/shop/issues")
    await expect(forge.pulls.open(PULL_REQUEST)).rejects.toMatchObject({ retryable: true })
    await expect(forge.comments.post(target, "fb-1:opened", "Open.")).rejects.toMatchObject({
      retryable: true,
    })
    expect(await forge.pulls.open(PULL_REQUEST)).toMatchObject({ number: 41 })
    await forge.comments.post(target, "fb-1:opened", "Open.")
    expect(server.pulls).toHaveLength(1)
    expect(server.comments.get(7)).toHaveLength(1)
  })

  it.each([
    [403, { "retry-after": "30" }, "You have exceeded a secondary rate limit.", 30_000],
    [403, {}, "You have exceeded a secondary rate limit.", 60_000],
    [429, {}, "Too many requests", 60_000],
    [
      403,
      { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "9999999999" },
      "API rate limit exceeded",
      3_600_000,
    ],
    [503, { "retry-after": "99999" }, "Down", 3_600_000],
  ])("asks with %d and %j to wait", async (status, headers, message, retry_after_ms) => {
    const { forge, requests } = await answering(status, headers, JSON.stringify({ message }))
    await expect(forge.defaultBranch()).rejects.toMatchObject({
      code: "forge_error",
      retryable: true,
      retry_after_ms,
      message: expect.stringContaining(`${status} ${message}`),
    })
    expect(requests).toHaveLength(1)
  })

  it.each([
    [401, "Bad credentials"],
    [403, "Resource not accessible by integration"],
    [404, "Not Found"],
    [422, `${TOKEN} is bad`],
  ])("is not asked again after a %d", async (status, message) => {
    const { forge, requests } = await answering(status, {}, JSON.stringify({ message }))
    const error = await forge.pulls.get(1).catch((reason: unknown) => reason)
    expect(error).toMatchObject({
      retryable: false,
      message: expect.stringContaining(`GET acme/shop: ${status} `),
    })
    expect(String(error)).not.toContain(TOKEN)
    expect(requests).toHaveLength(1)
  })

  it.each([
    ["Unable to create comment because issue is locked.", "refused"],
    ["User is blocked", "refused"],
    ["Resource not accessible by integration", "credential"],
  ])("is told by a 403 %j of one conversation from one of the credential", async (message, problem) => {
    const { forge } = await answering(403, {}, JSON.stringify({ message }))
    await expect(forge.pulls.get(1)).rejects.toMatchObject({ retryable: false, problem })
  })

  it("does not get the token to another host", async () => {
    const other = await answering(200, {}, "{}")
    const moved = { location: `${other.base_url}/repos/acme/shop` }
    const { forge } = await answering(302, moved, "")
    await expect(forge.defaultBranch()).rejects.toThrow("redirects to http://127.0.0.1:")
    const listing = await bench()
    const headers = { link: `<${other.base_url}/x>; rel="next"` }
    listing.server.faults.push({ of: "GET /repos/acme/shop/pulls", status: 200, headers, body: "[]" })
    await expect(listing.forge.pulls.find(HEAD)).rejects.toThrow("an address on another host")
    expect(other.requests).toEqual([])
  })

  it("is followed to where it moved on its own host, three times at most", async () => {
    const { forge, server } = await bench()
    server.faults.push({ of: "GET", status: 301, headers: { location: "/repos/acme/shop" } })
    expect(await forge.defaultBranch()).toBe("main")
    const circle = await answering(307, { location: "/x" }, "")
    await expect(circle.forge.defaultBranch()).rejects.toThrow("redirects in a circle")
    expect(circle.requests).toHaveLength(4)
  })

  it.each([
    ['{"id":1,"full_name":"a/b","default_branch":7}', "answers in another form: default_branch"],
    ["null", "answers in another form: Invalid input"],
    [`"${"x".repeat(11 * 2 ** 20)}"`, "the answer is longer than 10485760 bytes"],
  ])("is not believed when it says %.20s", async (body, reason) => {
    const { forge } = await answering(200, {}, body)
    await expect(forge.defaultBranch()).rejects.toMatchObject({
      retryable: false,
      message: expect.stringContaining(reason),
    })
  })

  it("is away while a proxy answers in its place", async () => {
    const page = await answering(200, { "content-type": "text/html" }, "<html>Sign in</html>")
    await expect(page.forge.defaultBranch()).rejects.toMatchObject({
      problem: "unreachable",
      message: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+ answers with text\/html: a proxy/) as string,
    })
  })

  it("does not hold a caller up", async () => {
    const base_url = await listening(createServer(() => undefined))
    const options = { repository: "acme/shop", token: TOKEN, base_url, remote_url: "/nowhere" }
    const late = githubForge({ ...options, timeout_ms: 20 }).pulls.get(1)
    await expect(late).rejects.toMatchObject({
      retryable: true,
      message: expect.stringContaining("no answer in 20 ms"),
    })
    const aborted = githubForge(options).pulls.get(1, AbortSignal.abort())
    await expect(aborted).rejects.toMatchObject({ retryable: true, message: "the request was interrupted" })
    const gone = githubForge({ ...options, base_url: "http://127.0.0.1:1" }).pulls.get(1)
    await expect(gone).rejects.toMatchObject({
      retryable: true,
      message: expect.stringContaining("cannot be reached"),
    })
  })
})

describe("options of a forge on GitHub", () => {
  it.each([
    [{ repository: "shop" }, "repository: expected owner/name"],
    [{ repository: "acme/.." }, "repository: expected owner/name"],
    [{ repository: "acme/shop/x" }, "repository: expected owner/name"],
    [{ token: undefined }, "token: expected one of token, token_env and app"],
    [{ token_env: "HOME" }, "token: expected one of token, token_env and app"],
    [{ token: "two words" }, "token: expected a token without spaces"],
    [
      { token: undefined, token_env: "NO_SUCH_TOKEN" },
      "token_env: expected the name of a variable that holds a token",
    ],
    [{ base_url: "http://api.github.com" }, "base_url: expected an https address"],
    [{ base_url: "https://me:pw@api.github.com" }, "base_url: expected an https address"],
    [{ base_url: "nothing" }, "base_url: expected an https address"],
    [{ remote_url: "https://me:pw@github.com/a/b.git" }, "remote_url: expected an https address"],
    [{ remote_url: "file:///srv/shop.git" }, "or an absolute path: give /srv/shop.git"],
    [{ remote_url: "ext::sh -c x" }, "remote_url: expected an https address"],
    [{ timeout_ms: 0 }, "timeout_ms: expected a whole number"],
  ])("%j are refused", (change, reason) => {
    const make = () => githubForge({ repository: "acme/shop", token: TOKEN, ...change })
    expect(make).toThrow(reason)
    expect(make).not.toThrow(/two words|:pw@/)
  })

  it("take a token from the environment", () => {
    setEnvironment({ PROOFLOOP_TEST_TOKEN: TOKEN })
    expect(githubForge({ repository: "acme/shop", token_env: "PROOFLOOP_TEST_TOKEN" }).name).toBe("github")
  })
})
