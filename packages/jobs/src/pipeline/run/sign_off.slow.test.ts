import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { commitPaths, requireGit } from "@proofloop/foundation/git"
import { expect, test } from "vitest"
import { pipelineWith } from "../run.fixture.ts"
import { PLAN } from "../shop.fixture.ts"
import { createPipeline } from "./pipeline.ts"

const SIGNED = { switches: ["no_ci_watch", "no_self_review", "sign_off"] } as const
const SIGNER = "Ann <ann@example.org>"

test("every commit of a run is signed off, also the merge of its base branch and what takes it back", async () => {
  const check = `node --input-type=module -e "import { discount } from './src/price.mjs'"`
  const place = await pipelineWith({ plan: { tasks: PLAN.tasks.slice(1) }, check, signer: SIGNER })
  const { pipeline, begin, forge, folder, bare } = place
  await begin(SIGNED)
  const work = join(folder, "work")
  const stopped = createPipeline({
    ...place.options,
    async on_step(step) {
      if (step === "check") throw new Error("killed")
    },
  })
  expect((await stopped.drive("run-1")).error).toContain("killed")
  await writeFile(join(work, "NEWS.md"), "# News\n")
  await commitPaths(work, ["NEWS.md"], "somebody else's")
  await requireGit(work, ["push", "--quiet", bare, "HEAD:main"])
  await pipeline.drive("run-1")
  const { head } = await forge.pulls.get(1)
  await requireGit(work, ["fetch", "--quiet", bare, head])
  await requireGit(work, ["merge", "--quiet", "--no-ff", "--no-commit", "FETCH_HEAD"])
  await writeFile(join(work, "src/price.mjs"), "export const nothing = 1\n")
  await requireGit(work, ["commit", "--quiet", "--all", "-m", "Merge, resolved wrongly"])
  const made = await subjectsAndSigners(bare, `main..${head}`)
  await requireGit(work, ["push", "--quiet", bare, "HEAD:main"])
  expect((await pipeline.drive("run-1")).row.work.revert).toMatchObject({ url: expect.any(String) as string })
  expect([...made, ...(await subjectsAndSigners(bare, "main..auto/proofloop/revert-run-1"))]).toEqual([
    expect.stringMatching(/^Merge the base branch at [\da-f]{12}, Ann <ann@example.org>$/),
    `Describe how a discount is asked for, ${SIGNER}`,
    `Revert pull request 1, ${SIGNER}`,
  ])
})

test("a sign-off without a name is refused at the start, and on another machine", async () => {
  const { options, begin, store } = await pipelineWith({ signer: SIGNER })
  const unnamed = createPipeline({ ...options, signer: undefined })
  const asked = { url: "another repository", ...SIGNED }
  await expect(unnamed.begin(asked)).rejects.toThrow("signer: expected whose name")
  await begin(SIGNED)
  await expect(unnamed.drive("run-1")).rejects.toThrow("signer: expected whose name")
  expect(await store.get("run-1")).toMatchObject({ state: "queued", attempts: 0, error: null })
})

async function subjectsAndSigners(bare: string, range: string): Promise<readonly string[]> {
  const format = "--format=%s, %(trailers:key=Signed-off-by,valueonly,separator=%x2C)"
  const log = await requireGit(bare, ["log", format, range], { env: { GIT_DIR: bare } })
  return log.trim().split("\n")
}
