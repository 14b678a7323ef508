import { once } from "node:events"
import { mkdir, readFile, writeFile } from "node:fs/promises"
import { createServer } from "node:net"
import { join } from "node:path"
import { git, requireGit } from "@proofloop/foundation/git"
import { afterAll, describe, expect, it } from "vitest"
import { folderWith } from "../../../foundation/src/files/workspace.fixture.ts"
import { HEAD, published, removeTemplate } from "./forge.fixture.ts"
import { gitRemote } from "./git_remote.ts"

afterAll(removeTemplate)

describe("a remote", () => {
  it("does not use what the repository says of addresses", async () => {
    const { root, bare, base } = await published()
    await requireGit(root, ["config", "credential.helper", "!touch leaked; false"])
    await requireGit(root, ["config", "remote.origin.url", "ext::touch leaked"])
    expect(await gitRemote({ url: bare }).fetchBranch(root, "next")).toBe(base)
    await expect(gitRemote({ url: "ext::touch leaked" }).fetchBranch(root, "next")).rejects.toThrow(
      "not allowed",
    )
    expect((await git(root, ["status", "--porcelain"])).stdout).toBe("")
  })

  it("goes by no address or proxy of the repository's configuration", async () => {
    const { root, bare, base, tested } = await published()
    const elsewhere = await folderWith()
    await requireGit(elsewhere, ["init", "--quiet", "--bare"])
    const proxy = createServer((socket) => socket.destroy()).listen(0, "127.0.0.1")
    await once(proxy, "listening")
    let callers = 0
    proxy.on("connection", () => (callers += 1))
    const address = proxy.address()
    const port = typeof address === "object" ? address?.port : 0
    await requireGit(root, ["config", `url.${elsewhere}.insteadOf`, bare])
    await requireGit(root, ["config", "http.proxy", `http://127.0.0.1:${port}`])
    await requireGit(root, ["config", "http.sslVerify", "false"])
    await gitRemote({ url: bare }).push(root, tested, HEAD)
    expect(await requireGit(bare, ["rev-parse", HEAD], { env: { GIT_DIR: bare } })).toBe(`${tested}\n`)
    expect(await gitRemote({ url: bare }).fetchBranch(root, "next")).toBe(base)
    const guarded = gitRemote({ url: "https://127.0.0.1:1/a/b.git", authorization: "Basic c2VjcmV0" })
    await expect(guarded.push(root, tested, HEAD)).rejects.toMatchObject({ retryable: true })
    proxy.close()
    expect(callers).toBe(0)
  })

  it("works from a shallow clone and from a further work tree", async () => {
    const { root, bare, tested, rival } = await published()
    const remote = gitRemote({ url: bare })
    await remote.push(root, tested, HEAD)
    const clone = await folderWith()
    const args = ["clone", "--quiet", "--depth=1", `--branch=${HEAD}`, `file://${bare}`, "clone"]
    await requireGit(clone, args)
    await requireGit(join(clone, "clone"), ["worktree", "add", "--quiet", "--detach", "../tree", "HEAD"])
    await requireGit(join(clone, "tree"), ["commit", "--quiet", "--allow-empty", "-m", "more"])
    const more = (await requireGit(join(clone, "tree"), ["rev-parse", "HEAD"])).trim()
    await remote.push(join(clone, "tree"), more, HEAD)
    expect(await remote.fetchBranch(root, HEAD)).toBe(more)
    await remote.push(root, rival, HEAD)
    expect(await remote.fetchBranch(join(clone, "tree"), HEAD)).toBe(rival)
  })

  it("says that a forge out of reach may be there later, and nothing of the credential", async () => {
    const { root } = await published()
    const authorization = "Basic c2VjcmV0LXRva2VuLXZhbHVl"
    const remote = gitRemote({ url: "https://127.0.0.1:1/a/b.git", authorization })
    const error = await remote.fetchBranch(root, "next").catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: "forge_error", retryable: true })
    expect(String(error)).not.toContain("c2VjcmV0")
    await expect(gitRemote({ url: join(root, "gone") }).fetchBranch(root, "next")).rejects.toMatchObject({
      retryable: false,
    })
  })

  it("is interrupted", async () => {
    const { root, bare } = await published()
    const running = gitRemote({ url: bare }).fetchBranch(root, "next", AbortSignal.abort())
    await expect(running).rejects.toMatchObject({ retryable: true, message: "git was interrupted" })
  })

  it("pushes nothing once it was stopped, so that the next push is the last one", async () => {
    const { root, bare, fix, rival } = await published()
    const hook = `#!/bin/sh\nwhile read -r before commit name; do echo "$name $commit" >> pushed; done\n`
    await mkdir(join(bare, "hooks"), { recursive: true })
    await writeFile(join(bare, "hooks", "pre-receive"), hook, { mode: 0o755 })
    const remote = gitRemote({ url: bare })
    const stop = new AbortController()
    const stopped = remote.push(root, fix, HEAD, stop.signal)
    stop.abort()
    await expect(stopped).rejects.toMatchObject({ retryable: true, message: "git was interrupted" })
    await remote.push(root, rival, HEAD)
    await remote.push(root, rival, "topic")
    expect(await readFile(join(bare, "pushed"), "utf8")).toBe(
      [`refs/heads/${HEAD}`, `refs/proofloop/pushed/${HEAD}`, "refs/heads/topic"]
        .map((name) => `${name} ${rival}\n`)
        .join(""),
    )
  })
})
