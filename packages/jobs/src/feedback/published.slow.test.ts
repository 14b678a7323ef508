import { cp, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { checkOut, commitPaths, requireGit } from "@proofloop/foundation/git"
import { describe, expect, test } from "vitest"
import { localForge } from "../forge/local_forge.ts"
import { openFeedbackStore } from "./feedback_store.ts"
import { commentsOn, type Loop, loopWith, mergePull, PROJECT_FILES } from "./loop.fixture.ts"
import { createSelfCorrection } from "./run/self_correction.ts"

const PATH = "src/price.mjs"
const CONFLICTING = PROJECT_FILES[PATH].replace("price + (price", "price + 2 * (price")

/** Somebody commits a file on a branch of the forge. */
async function commitOn({ root, bare }: Loop, branch: string, path: string, text: string): Promise<string> {
  await requireGit(root, ["fetch", "--quiet", bare, branch])
  const tree = await checkOut(root, "FETCH_HEAD")
  try {
    await writeFile(join(tree.root, path), text)
    const commit = (await commitPaths(tree.root, [path], "by hand")) ?? ""
    await requireGit(root, ["push", "--quiet", bare, `${commit}:refs/heads/${branch}`])
    return commit
  } finally {
    await tree.remove()
  }
}

async function opened(
  options: Parameters<typeof loopWith>[1] = {},
): Promise<Loop & { readonly number: number }> {
  const loop = await loopWith({}, options)
  await loop.add()
  const [done] = await loop.loop.process()
  expect(done).toMatchObject({ to: "fix-pr-open", error: null })
  return { ...loop, number: done?.row?.work.pull_request?.number ?? 0 }
}

describe("another forge", () => {
  test("whose pull request of the same number is merged says nothing about a row", async () => {
    const loop = await opened()
    const other = await opened()
    await mergePull(other.forge, other.number)
    expect(other.number).toBe(loop.number)
    const elsewhere = createSelfCorrection({ ...loop.options, forge: other.forge })
    expect(await elsewhere.verify()).toEqual([])
    await expect(elsewhere.verify("fb-1")).rejects.toThrow(/this one belongs to local:/)
    expect(await loop.store.get("fb-1")).toMatchObject({ state: "fix-pr-open", attempts: 0 })
  })

  test("in the place of the first one raises no alarm", async () => {
    const loop = await opened()
    const other = await opened()
    await mergePull(other.forge, other.number)
    await requireGit(loop.root, ["clone", "--quiet", "--bare", "--template=", other.bare, `${loop.bare}.new`])
    await cp(join(other.bare, "proofloop", "pulls"), join(`${loop.bare}.new`, "proofloop", "pulls"), {
      recursive: true,
    })
    const made_anew = createSelfCorrection({
      ...loop.options,
      forge: localForge({ repository: `${loop.bare}.new` }),
    })
    expect(await made_anew.verify()).toEqual([])
    expect(await loop.store.get("fb-1")).toMatchObject({ state: "fix-pr-open" })
  })

  test("is told apart by what was published as well", async () => {
    const loop = await opened()
    const { base_commit = "" } = (await loop.store.get("fb-1")).work
    const args = ["push", "--quiet", "--force", loop.bare, `${base_commit}:refs/heads/auto/proofloop/fb-1`]
    await requireGit(loop.root, args)
    const [done] = await loop.loop.verify()
    expect(done?.error).toMatch(/does not build on .*, which was published/)
  })
})

describe("a base branch that moves", () => {
  test("before the fix is published is followed, and its test and review are made anew", async () => {
    const reviewed: string[] = []
    let loop: Loop | null = null
    let head = ""
    loop = await loopWith(
      {},
      {
        review: async ({ base_commit }) => {
          reviewed.push(base_commit)
          if (loop !== null && head === "") head = await commitOn(loop, "develop", "NEWS.md", "More\n")
          return { overall: "pass", passes: [], confidence: null }
        },
      },
    )
    await loop.add()
    const [done] = await loop.loop.process()
    expect(done?.steps.slice(4)).toEqual([
      "write_test",
      "differential",
      "review",
      "publish",
      "rebase",
      "differential",
      "review",
      "publish",
      "notify",
      "await_merge",
    ])
    const { work } = await loop.store.get("fb-1")
    expect(work.base_commit).toBe(head)
    expect(reviewed).toHaveLength(2)
    expect(reviewed[1]).toBe(head)
    const published = await requireGit(loop.root, [
      "--git-dir",
      loop.bare,
      "show",
      "auto/proofloop/fb-1:NEWS.md",
    ])
    expect(published).toBe("More\n")
  })

  test("and conflicts with an open pull request is told once, where the fix is", async () => {
    const loop = await opened()
    await commitOn(loop, "develop", PATH, CONFLICTING)
    const [done] = await loop.loop.process()
    expect(done).toMatchObject({ to: "fix-pr-open", error: null })
    expect(done?.steps).toEqual(["await_merge", "rebase", "notify", "await_merge"])
    const { work } = await loop.store.get("fb-1")
    expect(work.conflict?.reason).toMatch(/does not apply there any more: src\/price\.mjs$/)
    expect((await commentsOn(loop)).map((key) => key.replace(/-[0-9a-f]{40}$/, ""))).toEqual([
      `fb-1:opened-${loop.number}`,
      "fb-1:conflict",
    ])
    expect((await loop.loop.process())[0]?.steps).toEqual(["await_merge"])
  })
})

test("a conflict is a person's where somebody has put commits on the branch", async () => {
  const loop = await opened()
  await commitOn(loop, "auto/proofloop/fb-1", "REVIEW.md", "Please\n")
  await commitOn(loop, "develop", PATH, CONFLICTING)
  const [done] = await loop.loop.process()
  expect(done?.steps).toEqual(["await_merge", "notify", "await_merge"])
  const { work } = await loop.store.get("fb-1")
  expect(work.conflict?.reason).toBe("somebody has put commits on its branch")
})

describe("another machine", () => {
  test("goes on from a fresh clone in another folder, with the store and the forge alone", async () => {
    const loop = await loopWith(
      {},
      {
        on_step: (step, at) => {
          if (step === "differential" && at === "before") throw new Error("the machine is gone")
        },
      },
    )
    await loop.add()
    const [left] = await loop.loop.process()
    expect(left).toMatchObject({ to: "in-fix", error: "the machine is gone" })
    await loop.store.close()
    const elsewhere = join(loop.folder, "elsewhere")
    await requireGit(loop.folder, ["clone", "--quiet", "--template=", loop.bare, elsewhere])
    const store = await openFeedbackStore(join(loop.folder, "feedback.db"))
    const { on_step: _, ...options } = loop.options
    const there = createSelfCorrection({ ...options, store, root: elsewhere })
    const [done] = await there.process()
    expect(done).toMatchObject({ from: "in-fix", to: "fix-pr-open", error: null })
    expect(done?.steps.slice(0, 3)).toEqual(["differential", "review", "publish"])
    await mergePull(loop.forge, done?.row?.work.pull_request?.number ?? 0)
    expect(await there.verify()).toMatchObject([{ to: "closed", error: null }])
    await store.close()
  })
})
