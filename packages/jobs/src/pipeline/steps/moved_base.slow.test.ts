import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { commitPaths, requireGit } from "@proofloop/foundation/git"
import { expect, test } from "vitest"
import { pipelineWith, type Place } from "../run.fixture.ts"
import { createPipeline } from "../run/pipeline.ts"
import { SHOP_FILES } from "../shop.fixture.ts"

const ALONE = { switches: ["no_ci_watch", "no_self_review"] } as const

/** Puts a commit on the base branch, as somebody else would. */
async function pushToBase({ folder, bare }: Place, path: string, text: string): Promise<void> {
  const work = join(folder, "work")
  await requireGit(work, ["pull", "--quiet", "--no-rebase", bare, "main"])
  await writeFile(join(work, path), text)
  await commitPaths(work, [path], "somebody else's")
  await requireGit(work, ["push", "--quiet", bare, "HEAD:main"])
}

test("killed after it opened its pull request, a run takes it although the base has moved on", async () => {
  const place = await pipelineWith()
  await place.begin(ALONE)
  const killed = createPipeline({
    ...place.options,
    forge: {
      ...place.forge,
      pulls: {
        ...place.forge.pulls,
        async open(...asked) {
          await place.forge.pulls.open(...asked)
          throw new Error("killed")
        },
      },
    },
  })
  expect((await killed.drive("run-1")).error).toContain("killed")
  await pushToBase(place, "NEWS.md", "# News\n")
  const { row: run } = await place.pipeline.drive("run-1")
  expect(run).toMatchObject({ state: "pr-open", work: { pull_request: { number: 1 } } })
  expect((await place.forge.pulls.get(1)).head_commit).toBe(run.work.head)
  expect(await place.forge.pulls.get(2).catch(() => null)).toBe(null)
})

test("a base branch that the work is worse with is not said to be in the pull request", async () => {
  const place = await pipelineWith({
    on_step: async (step, at) => {
      if (step !== "check" || at !== "after") return
      await pushToBase(place, "src/price.mjs", `${SHOP_FILES["src/price.mjs"]}\n\n\nexport const tax = 1\n`)
      // Breaks again what the run fixed, in a file that conflicts with none of its own.
      const redo = "export const discount = (price, percent) => price + percent\n"
      await pushToBase(place, "src/other.mjs", redo)
      await pushToBase(
        place,
        "tests/price.test.mjs",
        SHOP_FILES["tests/price.test.mjs"].replace("src/price.mjs", "src/other.mjs"),
      )
    },
  })
  await place.begin(ALONE)
  const { row: run } = await place.pipeline.drive("run-1")
  expect(run.state).toBe("pr-open")
  const { body } = await place.forge.pulls.get(1)
  expect(body).not.toContain("was merged in")
  expect(body).toContain(
    "The newest commit of the base branch is not in it: with what the base branch is now",
  )
})

test("what the run has mended and fails again after the merge is an alarm", async () => {
  const place = await pipelineWith()
  await place.begin(ALONE)
  const { row: run } = await place.pipeline.drive("run-1")
  const work = join(place.folder, "work")
  await requireGit(work, ["fetch", "--quiet", place.bare, run.work.branch ?? ""])
  await requireGit(work, ["merge", "--quiet", "--no-ff", "--no-commit", "FETCH_HEAD"])
  await writeFile(join(work, "src/price.mjs"), SHOP_FILES["src/price.mjs"])
  await requireGit(work, ["commit", "--quiet", "--all", "-m", "Merge, resolved wrongly"])
  await requireGit(work, ["push", "--quiet", place.bare, "HEAD:main"])
  const ended = await place.pipeline.drive("run-1")
  expect(ended.row.state).toBe("alarm")
})
