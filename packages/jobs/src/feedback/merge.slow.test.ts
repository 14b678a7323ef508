import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { checkOut, commitPaths, requireGit } from "@proofloop/foundation/git"
import { expect, test } from "vitest"
import { commentsOn, type Loop, loopWith, mergePull, PROJECT_FILES } from "./loop.fixture.ts"

const PATH = "src/price.mjs"

/** Somebody commits another text of the file on a branch of the forge. */
async function rewrite({ root, bare }: Loop, branch: string, text: string): Promise<string> {
  await requireGit(root, ["fetch", "--quiet", bare, branch])
  const tree = await checkOut(root, "FETCH_HEAD")
  try {
    await writeFile(join(tree.root, PATH), text)
    const commit = (await commitPaths(tree.root, [PATH], "by hand")) ?? ""
    await requireGit(root, ["push", "--quiet", bare, `${commit}:refs/heads/${branch}`])
    return commit
  } finally {
    await tree.remove()
  }
}

async function openedLoop(): Promise<Loop & { readonly number: number }> {
  const loop = await loopWith()
  await loop.add()
  const [done] = await loop.loop.process()
  return { ...loop, number: done?.row?.work.pull_request?.number ?? 0 }
}

test("a pull request that is closed unmerged rejects its feedback", async () => {
  const loop = await openedLoop()
  await loop.forge.close(loop.number)
  const [done] = await loop.loop.verify("fb-1")
  expect(done).toMatchObject({ from: "fix-pr-open", to: "closed", error: null })
  const { work } = await loop.store.get("fb-1")
  expect(work.rejection).toBe(`pull request ${loop.number} was closed without being merged`)
  expect(work).not.toHaveProperty("merged_commit")
  expect(await commentsOn(loop)).toEqual([`fb-1:opened-${loop.number}`, "fb-1:rejected"])
  expect(await loop.store.recall("failure_patterns", "discount")).toEqual([])
})

test("a red test on the merge is an alarm that stays until a later commit is green", async () => {
  const loop = await openedLoop()
  // On its way somebody takes the fix back.
  await rewrite(loop, "auto/proofloop/fb-1", PROJECT_FILES[PATH])
  const merged = await mergePull(loop.forge, loop.number)
  const [alarmed] = await loop.loop.process()
  expect(alarmed).toMatchObject({ from: "fix-pr-open", to: "regression-alarm" })
  expect(alarmed?.steps).toEqual(["await_merge", "verify_merge", "notify", "await_merge"])
  const row = await loop.store.get("fb-1")
  expect(row.work).toMatchObject({ merged_commit: merged, alarm_commit: merged })
  expect(row.error).not.toBeNull()
  expect(await loop.store.recall("failure_patterns", "discount")).toEqual([])
  expect(loop.events).toContainEqual(
    expect.objectContaining({ type: "feedback.regression_alarm", severity: "critical" }),
  )

  expect(await loop.loop.process()).toMatchObject([{ to: "regression-alarm", steps: ["await_merge"] }])
  const red = await rewrite(loop, "develop", "export function discount(price) {\n  return price\n}\n")
  expect(await loop.loop.process()).toMatchObject([
    { to: "regression-alarm", steps: ["await_merge", "verify_merge", "await_merge"] },
  ])
  expect((await loop.store.get("fb-1")).work.alarm_commit).toBe(red)
  expect(await loop.loop.verify("fb-1")).toMatchObject([
    { to: "regression-alarm", steps: ["verify_merge", "await_merge"] },
  ])

  const fixed = PROJECT_FILES[PATH].replace("price + (", "price - (")
  const green = await rewrite(loop, "develop", fixed)
  expect(await loop.loop.verify()).toMatchObject([{ from: "regression-alarm", to: "closed" }])
  expect((await loop.store.get("fb-1")).work.merged_commit).toBe(green)
  expect(await commentsOn(loop)).toEqual([
    `fb-1:opened-${loop.number}`,
    "fb-1:regression-alarm",
    "fb-1:verified",
  ])
  expect(await loop.store.recall("failure_patterns", "discount")).toHaveLength(1)
})
