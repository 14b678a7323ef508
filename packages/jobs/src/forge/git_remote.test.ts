import { git, requireGit } from "@proofloop/foundation/git"
import { afterAll, describe, expect, it } from "vitest"
import { folderWith } from "../../../foundation/src/files/workspace.fixture.ts"
import { isBranchName, isCommitId } from "./branch_name.ts"
import { HEAD, published, pushAs, removeTemplate } from "./forge.fixture.ts"
import { gitRemote } from "./git_remote.ts"

afterAll(removeTemplate)

describe("a remote", () => {
  it("overwrites a branch of a fix, and no other one", async () => {
    const { root, bare, fix, rival, base, tested } = await published()
    const remote = gitRemote({ url: bare })
    await remote.push(root, fix, HEAD)
    await remote.push(root, rival, HEAD)
    expect(await remote.fetchBranch(root, HEAD)).toBe(rival)
    await remote.push(root, fix, "topic")
    await remote.push(root, fix, "topic")
    // A fast-forward would be a merge.
    for (const branch of ["next", "topic"]) {
      await expect(remote.push(root, tested, branch)).rejects.toMatchObject({
        code: "forge_error",
        retryable: false,
      })
    }
    expect(await remote.fetchBranch(root, "next")).toBe(base)
  })

  it("loses no commit of a reviewer, and goes on from it", async () => {
    const { root, bare, fix, tested, rival, unrelated } = await published()
    const remote = gitRemote({ url: bare })
    await remote.push(root, fix, HEAD)
    // A reviewer's push, on top of the pushed commit and beside it.
    for (const theirs of [tested, rival]) {
      await pushAs(root, bare, theirs, HEAD)
      const overwritten = remote.push(root, unrelated, HEAD)
      await expect(overwritten).rejects.toMatchObject({ problem: "branch_moved", retryable: false })
      expect(await remote.fetchBranch(root, HEAD)).toBe(theirs)
    }
    await pushAs(root, bare, fix, HEAD)
    await remote.push(root, tested, HEAD)
    await remote.push(root, tested, HEAD)
    await requireGit(root, ["push", "--quiet", bare, `:refs/heads/${HEAD}`])
    await remote.push(root, rival, HEAD)
    expect(await remote.fetchBranch(root, HEAD)).toBe(rival)
  })

  it("advances a branch, and replaces nothing that another machine has pushed", async () => {
    const { root, bare, fix, tested, rival, unrelated } = await published()
    const remote = gitRemote({ url: bare })
    await remote.advance(root, fix, HEAD)
    await remote.advance(root, fix, HEAD)
    await remote.advance(root, tested, HEAD)
    for (const other of [rival, unrelated, fix]) {
      const overwritten = remote.advance(root, other, HEAD)
      await expect(overwritten).rejects.toMatchObject({ problem: "branch_moved", retryable: false })
    }
    expect(await remote.fetchBranch(root, HEAD)).toBe(tested)
    await expect(remote.advance(root, tested, "topic")).rejects.toThrow("is not a branch of a fix")
  })

  it("lets one of two that push a new branch at once have it", async () => {
    const { root, bare, fix, rival } = await published()
    const remote = gitRemote({ url: bare })
    const both = await Promise.allSettled([fix, rival].map((commit) => remote.advance(root, commit, HEAD)))
    expect(both.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"])
    expect(both.find(({ status }) => status === "rejected")).toMatchObject({
      reason: { problem: "branch_moved" },
    })
    const first = both[0]?.status === "fulfilled" ? fix : rival
    expect(await remote.fetchBranch(root, HEAD)).toBe(first)
  })

  it("knows on another machine what was pushed from here, and keeps commits for it", async () => {
    const { root, bare, fix, rival, tested } = await published()
    await gitRemote({ url: bare }).push(root, fix, HEAD)
    await gitRemote({ url: bare }).keep(root, tested, "fb-1/test")
    await gitRemote({ url: bare }).keep(root, rival, "fb-1/test")
    const other = await folderWith()
    await requireGit(other, ["init", "--quiet"])
    const remote = gitRemote({ url: bare })
    await remote.fetchCommit(other, rival)
    await remote.push(other, rival, HEAD)
    expect(await remote.fetchBranch(other, HEAD)).toBe(rival)
    const branches = await requireGit(bare, ["branch", "--list"], { env: { GIT_DIR: bare } })
    expect(branches.split("\n").filter((line) => line !== "")).toHaveLength(3)
    const kept = ["rev-parse", "refs/proofloop/fb-1/test", `refs/proofloop/pushed/${HEAD}`]
    expect(await requireGit(bare, kept, { env: { GIT_DIR: bare } })).toBe(`${rival}\n${rival}\n`)
    await expect(remote.keep(root, rival, "../x")).rejects.toThrow("cannot name a branch")
    const record = remote.keep(root, fix, `pushed/${HEAD}`)
    await expect(record).rejects.toThrow("is not the name of a row and a step")
  })

  it("brings what a repository lacks", async () => {
    const { root, bare, tested, rival } = await published()
    const remote = gitRemote({ url: bare })
    await remote.push(root, tested, HEAD)
    const other = await folderWith()
    await requireGit(other, ["init", "--quiet"])
    expect(await remote.fetchBranch(other, HEAD)).toBe(tested)
    expect((await git(other, ["cat-file", "-e", tested])).exit_code).toBe(0)
    expect(await requireGit(other, ["for-each-ref"])).toBe("")
    await expect(remote.fetchBranch(other, "fb-1")).rejects.toThrow("the forge has no branch fb-1")
    await expect(remote.fetchCommit(other, rival)).rejects.toMatchObject({ code: "forge_error" })
  })

  it.each([["-x"], ["a..b"], ["a b"], ["HEAD"], ["a/.b"], ["a.lock"], ["x:y"], [""], ["a//b"]])(
    "refuses the branch %j",
    async (branch) => {
      const remote = gitRemote({ url: "/nowhere" })
      expect(isBranchName(branch)).toBe(false)
      await expect(remote.push("/", "a".repeat(40), branch)).rejects.toThrow("cannot name a branch")
      await expect(remote.fetchBranch("/", branch)).rejects.toThrow("cannot name a branch")
    },
  )

  it("takes a commit by its full id alone", async () => {
    expect(isCommitId("a".repeat(64))).toBe(true)
    for (const commit of ["HEAD", "--all", "a".repeat(39), "A".repeat(40)]) {
      await expect(gitRemote({ url: "/nowhere" }).push("/", commit, HEAD)).rejects.toThrow(
        "full id of a commit",
      )
      await expect(gitRemote({ url: "/nowhere" }).fetchCommit("/", commit)).rejects.toThrow(
        "full id of a commit",
      )
    }
  })
})
