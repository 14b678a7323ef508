import { join } from "node:path"
import { requireGit } from "@proofloop/foundation/git"
import { expect, test } from "vitest"
import type { Forge } from "../../forge/forge.ts"
import type { LocalForge } from "../../forge/local_forge.ts"
import { pipelineWith, type Place } from "../run.fixture.ts"
import { createPipeline, type Pipeline } from "../run/pipeline.ts"
import { openRunStore } from "../run_store.ts"

const ALONE = { switches: ["no_ci_watch", "no_self_review"] } as const

/** Another machine with its own store over the same repository, whose planner makes the same plan. */
async function otherMachine(
  place: Place,
  seen: (forge: LocalForge) => Forge = (one) => one,
): Promise<Pipeline> {
  const store = await openRunStore(join(place.folder, "other.db"))
  place.closing(store)
  const state_dir = join(place.folder, "other machine")
  const pipeline = createPipeline({ ...place.options, store, forge: seen(place.forge), state_dir })
  await pipeline.begin({ id: "run-2", url: place.bare, ...ALONE })
  return pipeline
}

const tipOf = async ({ bare }: Place, branch: string): Promise<string> =>
  (await requireGit(bare, ["rev-parse", branch], { env: { GIT_DIR: bare } })).trim()

test("two machines that push before either opens its pull request replace nothing of each other", async () => {
  const place = await pipelineWith({
    seen: (forge) => ({
      ...forge,
      pulls: {
        ...forge.pulls,
        // Between the push of this one and its pull request.
        async open(...asked) {
          await other.drive("run-2")
          return forge.pulls.open(...asked)
        },
      },
    }),
  })
  const other = await otherMachine(place)
  await place.begin(ALONE)
  const { row: run } = await place.pipeline.drive("run-1")
  const second = (await other.drive("run-2")).row
  expect(second.work.head).not.toBe(run.work.head)
  expect(second.work.branch).toBe(`${run.work.branch}-2`)
  for (const { work } of [run, second]) {
    expect(await tipOf(place, work.branch ?? "")).toBe(work.head)
    expect((await place.forge.pulls.get(work.pull_request?.number ?? 0)).head_commit).toBe(work.head)
  }
})

test("the pull request that another machine has opened meanwhile ends a run of the same plan", async () => {
  const place = await pipelineWith()
  await place.begin(ALONE)
  const other = await otherMachine(place, (forge) => ({
    ...forge,
    git: {
      ...forge.git,
      async advance(...asked) {
        await place.pipeline.drive("run-1")
        return forge.git.advance(...asked)
      },
    },
  }))
  const { row: run } = await other.drive("run-2")
  expect(run).toMatchObject({ state: "done", work: { ending: { how: "duplicate" } } })
  const first = await place.store.get("run-1")
  expect((await place.forge.pulls.get(1)).head_commit).toBe(first.work.head)
  expect(await place.forge.pulls.get(2).catch(() => null)).toBe(null)
})
