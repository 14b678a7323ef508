import { cp, readFile, rm, symlink, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { commitPaths, requireGit } from "@proofloop/foundation/git"
import { afterAll, describe, expect, it } from "vitest"
import { addFiles, folderWith } from "../../../foundation/src/files/workspace.fixture.ts"
import { HEAD, published, PULL_REQUEST, pushAs, removeTemplate, withPull } from "./forge.fixture.ts"
import { type LocalForge, localForge } from "./local_forge.ts"
import type { NewPullRequest } from "./pulls.ts"

afterAll(removeTemplate)

async function opened() {
  const bench = await withPull()
  const forge = localForge({ repository: bench.bare })
  return { ...bench, forge, url: pathToFileURL(join(bench.bare, "proofloop/pulls/1.md")).href }
}

function fileOf(forge_folder: string, name: string): Promise<string> {
  return readFile(join(forge_folder, "proofloop", name), "utf8")
}

describe("a local forge", () => {
  it("opens a draft that a person can read", async () => {
    const { forge, url, bare, tested } = await opened()
    const pull = await forge.pulls.get(1)
    expect(pull).toEqual({
      ...PULL_REQUEST,
      number: 1,
      url,
      draft: true,
      head_commit: tested,
      head_repository: await forge.repository(),
      state: "open",
      mergeable: "yes",
      merged_commit: null,
    })
    expect(await forge.pulls.find(HEAD)).toEqual(pull)
    expect(await forge.pulls.find("auto/proofloop/other")).toBeNull()
    expect(await forge.defaultBranch()).toBe("main")
    expect(await fileOf(bare, "pulls/1.md")).toContain(
      "# fix(doc): feedback fb-1 (#1)\n\n`auto/proofloop/fb-1` → `next`\n\nA draft.",
    )
  })

  it("opens one pull request for a head, also when asked by several at once", async () => {
    const { forge, bare, tested, root } = await opened()
    await forge.git.push(root, tested, "auto/proofloop/fb-2")
    const others = { ...PULL_REQUEST, head: "auto/proofloop/fb-2" }
    const second = localForge({ repository: bare })
    const made = await Promise.all([forge, second, forge].map((one) => one.pulls.open(others)))
    expect(made.map(({ number }) => number)).toEqual([2, 2, 2])
    expect(await second.pulls.open(PULL_REQUEST)).toMatchObject({ number: 1 })
  })

  it("gives each of many a number of its own", async () => {
    const { bare } = await published()
    const made = await Promise.all(
      ["a", "b", "c", "d", "e"].map((title) => localForge({ repository: bare }).openIssue(title, "text")),
    )
    expect(made.map(({ number }) => number).toSorted((one, other) => one - other)).toEqual([1, 2, 3, 4, 5])
  })

  it("refuses a pull request that a hosting service refuses", async () => {
    const { bare, root, tested } = await published()
    const forge = localForge({ repository: bare })
    await pushAs(root, bare, tested, HEAD)
    const refusals: ReadonlyArray<readonly [Partial<NewPullRequest>, string]> = [
      [{ head: "auto/proofloop/gone" }, "the forge has no branch auto/proofloop/gone; push it first"],
      [{ base: "gone" }, "the forge has no branch gone"],
      [{ base: HEAD }, `${HEAD} cannot go to itself`],
      [{ head: "main" }, "main has no commit that next lacks"],
      [{ title: "" }, "title: "],
      [{ body: "x".repeat(70_000) }, "body: "],
    ]
    for (const [change, reason] of refusals) {
      await expect(forge.pulls.open({ ...PULL_REQUEST, ...change })).rejects.toMatchObject({
        code: "forge_error",
        retryable: false,
        message: expect.stringContaining(reason),
      })
    }
    expect(await forge.pulls.find(HEAD)).toBeNull()
  })

  it("posts a comment once a key", async () => {
    const { forge, bare, url } = await opened()
    const target = forge.targetOf(url) ?? { kind: "issue", number: 0 }
    const addresses = await Promise.all(
      ["k", "k", "l"].map((key) => forge.comments.post(target, key, `said ${key}`)),
    )
    expect(new Set(addresses).size).toBe(2)
    const page = await fileOf(bare, "pulls/1.md")
    expect(page.match(/said k/g)).toHaveLength(1)
    expect(page).toContain("said l")
    const issue = await forge.openIssue("Prices are wrong", "See.")
    await forge.comments.post({ kind: "issue", number: issue.number }, "k", "on it")
    expect(await fileOf(bare, "issues/1.md")).toMatch(/^# Prices are wrong \(#1\)[^]*on it/)
    await expect(forge.comments.post({ kind: "issue", number: 9 }, "k", "x")).rejects.toThrow(
      "9.json is not there",
    )
  })

  it("knows its own addresses", async () => {
    const { forge, bare, url } = await opened()
    expect(forge.targetOf(`${url}#comment-1`)).toEqual({ kind: "pull_request", number: 1 })
    const at = (path: string) => pathToFileURL(join(bare, "proofloop", path)).href
    expect(forge.targetOf(at("issues/7.json"))).toBeNull()
    await forge.openIssue("one", "")
    expect(forge.targetOf(at("issues/7.json"))).toEqual({ kind: "issue", number: 7 })
    for (const other of [at("pulls/0.md"), at("pulls/1.txt"), at("1.md"), at("pulls/1/2.md"), "", "no url"]) {
      expect(forge.targetOf(other)).toBeNull()
    }
    expect(forge.targetOf("https://github.com/a/b/pull/1")).toBeNull()
    expect(forge.targetOf("file://host/pulls/1.md")).toBeNull()
  })
})

describe("what has become of a pull request on a local forge", () => {
  async function becomes(forge: LocalForge) {
    const { state, merged_commit } = await forge.pulls.get(1)
    return { state, merged_commit }
  }

  it("is read from git: a fast-forward", async () => {
    const { forge, root, bare, tested, unrelated } = await opened()
    await pushAs(root, bare, unrelated, "next")
    expect(await becomes(forge)).toEqual({ state: "open", merged_commit: null })
    await pushAs(root, bare, tested, "next")
    expect(await becomes(forge)).toEqual({ state: "merged", merged_commit: tested })
  })

  it("is read from git: a person's merge, with work before and after it, and the branch gone", async () => {
    const { forge, root, bare, merge, rival } = await opened()
    await requireGit(root, ["reset", "--quiet", "--hard", merge])
    await requireGit(root, ["merge", "--quiet", "--no-ff", "-s", "ours", "-m", "later", rival])
    await requireGit(root, ["push", "--quiet", bare, "HEAD:refs/heads/next", `:refs/heads/${HEAD}`])
    expect(await becomes(forge)).toEqual({ state: "merged", merged_commit: merge })
  })

  it.each([false, true])("is merged by a person once it is no draft; squash: %s", async (squash) => {
    const { forge, bare } = await opened()
    await expect(forge.merge(1, { squash })).rejects.toThrow("is a draft")
    await forge.markReady(1)
    const commit = await forge.merge(1, { squash })
    expect(await becomes(forge)).toEqual({ state: "merged", merged_commit: commit })
    const shown = await requireGit(bare, ["log", "-1", "--format=%s|%P", "next"], { env: { GIT_DIR: bare } })
    expect(shown.trim().split("|")[1]?.split(" ")).toHaveLength(squash ? 1 : 2)
    await expect(forge.close(1)).rejects.toThrow("pull request 1 is merged")
  })

  it("stays as it was when its branch is taken for a new try", async () => {
    const { forge, root, bare, tested, rival } = await opened()
    await pushAs(root, bare, tested, "next")
    await forge.git.push(root, rival, HEAD)
    expect(await becomes(forge)).toEqual({ state: "merged", merged_commit: tested })
    expect(await forge.pulls.open(PULL_REQUEST)).toMatchObject({ number: 2, state: "open" })
    expect(await forge.pulls.find(HEAD)).toMatchObject({ number: 2 })
  })

  it("is closed by a person, and refuses a merge that conflicts", async () => {
    const { forge, root, bare, rival } = await opened()
    await pushAs(root, bare, rival, "next")
    await forge.markReady(1)
    expect(await forge.pulls.get(1)).toMatchObject({ state: "open", mergeable: "conflict" })
    await expect(forge.merge(1)).rejects.toThrow("it conflicts with its base")
    await forge.close(1)
    expect(await becomes(forge)).toEqual({ state: "closed", merged_commit: null })
    expect(await forge.pulls.open(PULL_REQUEST)).toMatchObject({ number: 2 })
  })

  it("is closed when its branch is deleted without a merge, and open again with it", async () => {
    const { forge, root, bare, tested } = await opened()
    await requireGit(root, ["push", "--quiet", bare, `:refs/heads/${HEAD}`])
    expect(await becomes(forge)).toEqual({ state: "closed", merged_commit: null })
    await pushAs(root, bare, tested, HEAD)
    expect(await becomes(forge)).toEqual({ state: "open", merged_commit: null })
  })

  it.each(["merged", "closed"] as const)(
    "is %s at what was last pushed, where the branch is gone",
    async (how) => {
      const { forge, root, bare, tested } = await opened()
      await requireGit(root, ["checkout", "--quiet", "--detach", tested])
      await addFiles(root, { "later.md": "later\n" })
      const later = (await commitPaths(root, ["later.md"], "later")) ?? ""
      await forge.git.advance(root, later, HEAD)
      if (how === "merged") await pushAs(root, bare, later, "next")
      await requireGit(root, ["push", "--quiet", bare, `:refs/heads/${HEAD}`])
      expect(await forge.pulls.get(1)).toMatchObject({ state: how, head_commit: later })
    },
  )

  it("is never a merge that git does not know", async () => {
    const { forge, bare, tested } = await opened()
    const path = join(bare, "proofloop/pulls/1.json")
    const record = JSON.parse(await readFile(path, "utf8")) as Record<string, unknown>
    await writeFile(path, JSON.stringify({ ...record, state: "merged", merged_commit: tested }))
    await expect(forge.pulls.get(1)).rejects.toThrow(`merged as ${tested}, which is not on next`)
    await writeFile(path, JSON.stringify({ ...record, state: "merged" }))
    await expect(forge.pulls.get(1)).rejects.toThrow("merged_commit goes with the state merged")
  })
})

it("a local forge is told from one that is made in its place", async () => {
  const { bare, forge } = await opened()
  const identity = await forge.repository()
  expect(identity).toMatch(/^local:[\da-f-]{36}$/)
  const again = await Promise.all([0, 1].map(() => localForge({ repository: bare }).repository()))
  expect(again).toEqual([identity, identity])
  await rm(bare, { recursive: true })
  await cp((await published()).bare, bare, { recursive: true })
  expect(await localForge({ repository: bare }).repository()).not.toBe(identity)
})

it("a local forge reads no record that is broken or a link", async () => {
  const { forge, bare } = await opened()
  await symlink(join(bare, "proofloop/pulls/1.json"), join(bare, "proofloop/pulls/2.json"))
  await expect(forge.pulls.get(2)).rejects.toMatchObject({ code: "forge_error" })
  const broken = [
    ["no json", "1.json cannot be read: Unexpected token"],
    ['{"number":1}', "1.json cannot be read: title"],
    ["null", "1.json cannot be read: "],
  ] as const
  for (const [text, message] of broken) {
    await addFiles(bare, { "proofloop/pulls/1.json": text })
    const read = forge.pulls.find(HEAD)
    await expect(read).rejects.toMatchObject({
      code: "forge_error",
      message: expect.stringContaining(message),
    })
  }
})

it.each([[""], ["/nowhere"], [undefined]])("a local forge needs a bare repository, not %j", (repository) => {
  expect(() => localForge({ repository: repository as string })).toThrow(
    "repository: expected the path of a bare git",
  )
})

it("a work tree is no bare repository", async () => {
  const { root } = await published()
  expect(() => localForge({ repository: root })).toThrow("repository: expected the path of a bare git")
})

it("a forge may keep its pages elsewhere", async () => {
  const { bare } = await published()
  const folder = await folderWith()
  const { url } = await localForge({ repository: bare, folder }).openIssue("a", "b")
  expect(url).toBe(pathToFileURL(join(folder, "issues/1.md")).href)
})
