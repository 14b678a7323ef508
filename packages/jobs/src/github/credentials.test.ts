import { generateKeyPairSync } from "node:crypto"
import { createServer } from "node:http"
import { afterAll, describe, expect, it } from "vitest"
import { published, removeTemplate } from "../forge/forge.fixture.ts"
import { gitRemote } from "../forge/git_remote.ts"
import { githubForge } from "./github_forge.ts"
import { githubServer, listening, TOKEN } from "./github_server.fixture.ts"
import { listRepositories } from "./repository/list_repositories.ts"

afterAll(removeTemplate)

const KEY = generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey.export({
  type: "pkcs1",
  format: "pem",
})

it("a token lists what a person owns where there is no organisation of the name", async () => {
  const server = await githubServer("/nowhere")
  const shop = {
    full_name: "mia/shop",
    html_url: "https://github.com/mia/shop",
    default_branch: "main",
    fork: true,
  }
  server.lists.set("/users/mia/repos", [shop])
  const listed = await listRepositories({ owner: "mia", token: TOKEN, base_url: server.url })
  expect(listed).toMatchObject([{ full_name: "mia/shop", is_fork: true }])
  await expect(
    listRepositories({ owner: "noone", token: TOKEN, base_url: server.url }),
  ).rejects.toMatchObject({
    problem: "missing",
  })
})

describe("an app", () => {
  const app = { app_id: 7, private_key: String(KEY) }

  it("finds its installation and works with a token of that", async () => {
    const server = await githubServer("/nowhere")
    const forge = githubForge({ repository: "acme/shop", app, base_url: server.url, remote_url: "/nowhere" })
    expect(await forge.defaultBranch()).toBe("main")
    expect(await forge.defaultBranch()).toBe("main")
    expect(server.requests).toEqual([
      "GET /repos/acme/shop/installation",
      "POST /app/installations/9/access_tokens",
      "GET /repos/acme/shop",
      "GET /repos/acme/shop",
    ])
  })

  it("lists the repositories of its installation, on every page, and leaves out those of others", async () => {
    const server = await githubServer("/nowhere")
    const named = (full_name: string, more = {}) => ({
      full_name,
      html_url: `https://github.com/${full_name}`,
      default_branch: "main",
      ...more,
    })
    const many = Array.from({ length: 150 }, (_, number) => named(`acme/shop-${100 + number}`))
    server.lists.set("/installation/repositories", [
      ...many,
      named("other/shop"),
      named("Acme/a", { archived: true }),
    ])
    const listed = await listRepositories({ owner: "acme", app, base_url: server.url })
    expect(listed).toHaveLength(151)
    expect(listed[0]).toEqual({
      full_name: "Acme/a",
      url: "https://github.com/Acme/a",
      default_branch: "main",
      is_archived: true,
      is_fork: false,
    })
    expect(server.requests.slice(0, 2)).toEqual([
      "GET /users/acme/installation",
      "POST /app/installations/9/access_tokens",
    ])
  })

  it("shares its account with its other repositories, and with no other owner's", () => {
    const account = (repository: string) => githubForge({ repository, app }).account
    expect(account("acme/shop")).toBe("api.github.com app 7 acme")
    expect(account("Acme/other")).toBe(account("acme/shop"))
    expect(account("else/shop")).not.toBe(account("acme/shop"))
    expect(githubForge({ repository: "acme/shop", token: "secret-1" }).account).not.toContain("secret-1")
  })

  it("that is not installed is told so, and no part of its key", async () => {
    const server = await githubServer("/nowhere")
    server.faults.push({ of: "GET", status: 404, body: "{}" })
    const options = { repository: "acme/shop", base_url: server.url, remote_url: "/nowhere" }
    await expect(githubForge({ ...options, app }).defaultBranch()).rejects.toMatchObject({
      problem: "hidden",
      message: expect.stringContaining("GET acme/shop/installation: 404"),
    })
    const bad = {
      ...app,
      private_key: "-----BEGIN RSA PRIVATE KEY-----\nc2VjcmV0\n-----END RSA PRIVATE KEY-----",
    }
    const error = await githubForge({ ...options, app: bad })
      .defaultBranch()
      .catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: "forge_error", retryable: false })
    expect(String(error)).not.toContain("c2VjcmV0")
    for (const change of [{ private_key: "c2VjcmV0" }, { app_id: "" }, { installation_id: 0 }]) {
      expect(() => githubForge({ ...options, app: { ...app, ...change } })).toThrow(/^app\./)
    }
  })
})

describe("a refusal", () => {
  async function refusal(status: number, headers: Record<string, string>, message: string) {
    const server = await githubServer("/nowhere")
    server.faults.push({ of: "GET", status, headers, body: JSON.stringify({ message }) })
    const forge = githubForge({
      repository: "acme/shop",
      token: TOKEN,
      base_url: server.url,
      remote_url: "/x",
    })
    return forge.defaultBranch().catch((reason: unknown) => reason)
  }

  it.each([
    [401, {}, "make a new one"],
    [404, {}, "a private repository needs a token that was given access to it"],
    [
      403,
      { "x-github-sso": "required; url=https://github.com/orgs/acme/sso?authorization_request=A1" },
      "authorise the token for single sign-on at https://github.com/orgs/acme/sso?authorization_request=A1",
    ],
    [403, { "x-accepted-github-permissions": "pull_requests=write" }, "the token needs pull_requests=write"],
    [403, {}, "the token lacks a permission"],
  ])("with %d and %j says what to do", async (status, headers, hint) => {
    expect(await refusal(status, headers, "No")).toMatchObject({
      retryable: false,
      message: expect.stringContaining(hint),
    })
  })

  const basic = Buffer.from(`x-access-token:${TOKEN}`).toString("base64")

  it.each([
    ["as it is", TOKEN],
    ["URL-encoded", encodeURIComponent(`a ${TOKEN}`)],
    ["in base64", Buffer.from(TOKEN).toString("base64")],
    ["in a header", `Authorization: Basic ${basic}`],
    ["as a user's password", Buffer.from(`user:${TOKEN}`).toString("base64url")],
    ["before more", Buffer.from(`xy${TOKEN}:x-oauth-basic`).toString("base64")],
    ["in hexadecimal", Buffer.from(TOKEN).toString("hex")],
  ])("holds no token that the service sends back %s", async (_, echoed) => {
    const text = String(await refusal(422, {}, `you sent ${echoed} to us`))
    expect(text).toContain("[redacted]")
    for (const form of [TOKEN, TOKEN.slice(4, 24), echoed]) expect(text).not.toContain(form)
  })
})

describe("a company's proxy", () => {
  it("is used for the API and for git, and not for what it is not for", async () => {
    const { root } = await published()
    const asked: string[] = []
    const server = createServer()
    server.on("connect", (request, socket) => {
      asked.push(request.url ?? "")
      socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n")
    })
    const proxy = await listening(server)
    const env = { HTTPS_PROXY: proxy, NO_PROXY: "direct.example" }
    const forge = githubForge({
      repository: "acme/shop",
      token: TOKEN,
      base_url: "https://api.shop.example",
      env,
    })
    await expect(forge.defaultBranch()).rejects.toMatchObject({ retryable: true })
    expect(new Set(asked)).toEqual(new Set(["api.shop.example:443"]))
    asked.length = 0
    const remote = gitRemote({ url: "https://git.shop.example/acme/shop.git" }, { env })
    await expect(remote.fetchBranch(root, "next")).rejects.toMatchObject({ code: "forge_error" })
    expect(asked).toEqual(["git.shop.example:443"])
    const direct = gitRemote({ url: "https://direct.example/acme/shop.git" }, { env })
    await expect(direct.fetchBranch(root, "next")).rejects.toMatchObject({ code: "forge_error" })
    expect(asked).toHaveLength(1)
  })

  it("is not asked for what is on this machine", async () => {
    const server = await githubServer("/nowhere")
    const env = { HTTP_PROXY: "http://127.0.0.1:1", HTTPS_PROXY: "http://127.0.0.1:1" }
    const options = { repository: "acme/shop", token: TOKEN, base_url: server.url, remote_url: "/x", env }
    expect(await githubForge(options).defaultBranch()).toBe("main")
  })
})
