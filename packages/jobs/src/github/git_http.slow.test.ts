import { generateKeyPairSync } from "node:crypto"
import { requireGit } from "@proofloop/foundation/git"
import { afterAll, describe, expect, it, onTestFinished, vi } from "vitest"
import { HEAD, published, pushAs, removeTemplate } from "../forge/forge.fixture.ts"
import { HAS_BACKEND } from "./git_http.fixture.ts"
import { githubForge } from "./github_forge.ts"
import { githubServer, TOKEN } from "./github_server.fixture.ts"

afterAll(removeTemplate)

describe.skipIf(!HAS_BACKEND)("branches over http (needs git-http-backend)", () => {
  it("are pushed and fetched with the token, which stands in no message", async () => {
    const { root, bare, fix, tested, rival, base } = await published()
    const server = await githubServer(bare)
    const forge = githubForge({ repository: "acme/shop", token: TOKEN, base_url: server.url })
    await forge.git.push(root, fix, HEAD)
    await forge.git.push(root, tested, HEAD)
    expect(await forge.git.fetchBranch(root, HEAD)).toBe(tested)
    expect(await forge.git.fetchBranch(root, "next")).toBe(base)
    await forge.git.keep(root, rival, "fb-1/fix")
    const kept = ["rev-parse", "refs/proofloop/fb-1/fix"]
    expect((await requireGit(bare, kept, { env: { GIT_DIR: bare } })).trim()).toBe(rival)
    await pushAs(root, bare, rival, HEAD)
    await expect(forge.git.push(root, tested, HEAD)).rejects.toMatchObject({ problem: "branch_moved" })
    server.tokens.delete(TOKEN)
    const error = await forge.git.push(root, base, HEAD).catch((reason: unknown) => reason)
    expect(error).toMatchObject({ problem: "credential", retryable: false })
    expect(String(error)).not.toContain(TOKEN)
  })

  it("are pushed with the token of an app's installation, and with its next one once that runs out", async () => {
    const { root, bare, fix, tested } = await published()
    const server = await githubServer(bare)
    server.tokens.clear()
    const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 })
    const private_key = String(privateKey.export({ type: "pkcs8", format: "pem" }))
    const app = { app_id: "Iv1.0123456789abcdef", private_key }
    const forge = githubForge({ repository: "acme/shop", app, base_url: server.url })
    await forge.git.push(root, fix, HEAD)
    expect(await forge.git.fetchBranch(root, HEAD)).toBe(fix)
    expect(server.requests.filter((line) => line.startsWith("POST"))).toHaveLength(1)
    expect(server.git_requests.length).toBeGreaterThan(3)
    // A token lasts an hour, and is renewed a minute before.
    server.tokens.clear()
    const begun = Date.now()
    vi.useFakeTimers({ toFake: ["Date"], now: begun + 58 * 60_000 })
    onTestFinished(() => void vi.useRealTimers())
    await expect(forge.defaultBranch()).rejects.toMatchObject({ problem: "credential" })
    vi.setSystemTime(begun + 60 * 60_000)
    expect(await forge.defaultBranch()).toBe("main")
    await forge.git.push(root, tested, HEAD)
    expect(await forge.git.fetchBranch(root, HEAD)).toBe(tested)
    expect(server.requests.filter((line) => line.startsWith("POST"))).toHaveLength(2)
  })
})
