import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { commitPaths, requireGit } from "@proofloop/foundation/git"
import { ModelError } from "@proofloop/runtime"
import { scriptedModel } from "@proofloop/runtime/testing"
import { openObservationLedger } from "@proofloop/stdlib"
import { expect, test } from "vitest"
import { pipelineWith, type Place } from "../run.fixture.ts"
import type { SubtaskOutcome } from "../run.ts"
import { GOOD_WORK, PLAN } from "../shop.fixture.ts"
import { createPipeline } from "./pipeline.ts"

const CI = { wait_for: ["ci"] }
const UNWATCHED = { switches: ["no_ci_watch"] } as const

test("a subtask that nobody does is told with the worker's words, and the others go on", async () => {
  const { pipeline, begin, forge } = await pipelineWith({
    work: { ...GOOD_WORK, "Write a usage page": [{ text: "I cannot." }, { text: "I cannot." }] },
  })
  await begin()
  const { row: run } = await pipeline.drive("run-1")
  expect(run.work.outcomes).toMatchObject([
    { status: "completed" },
    { status: "skipped", error: "I cannot." },
  ])
  expect((await forge.pulls.get(1)).body).toContain(
    "- [ ] `T002-S01` Write a usage page: nothing was changed. The worker says: I cannot.",
  )
})

test("a subtask whose edits were all refused has failed, whatever the worker says of it", async () => {
  const broken = { path: "docs/usage.json", content: "{ discount" }
  const { pipeline, begin, forge, folder } = await pipelineWith({
    work: {
      ...GOOD_WORK,
      "Write a usage page": [
        { tool_calls: [{ name: "write_file", arguments: broken }] },
        { text: "The page is written." },
      ],
    },
  })
  await begin(UNWATCHED)
  const { row: run } = await pipeline.drive("run-1")
  expect(run.work.outcomes?.[1]).toMatchObject({
    status: "failed",
    rejections: [{ by: "G2" }, { by: "G2" }],
    error: expect.stringContaining("nothing was changed in the end. It said: The page is written.") as string,
  })
  expect((await forge.pulls.get(1)).body).toContain(
    "- [ ] `T002-S01` Write a usage page: failed: it was sent back",
  )
  const ledger = openObservationLedger(join(folder, "state", "observations.jsonl"))
  expect((await ledger.query({})).observations.map(({ outcome }) => outcome)).toContain("fail")
})

test("what a later subtask breaks again is no failure that was there before", async () => {
  const { pipeline, begin } = await pipelineWith({
    work: {
      ...GOOD_WORK,
      "Write a usage page": [
        {
          tool_calls: [
            {
              name: "edit_file",
              arguments: { path: "src/price.mjs", old_text: "price - (price", new_text: "price + (price" },
            },
          ],
        },
        { text: "Written." },
        { text: "It is written." },
        { text: "It is still written." },
        { text: "Believe me." },
      ],
    },
  })
  await begin()
  const { row: run } = await pipeline.drive("run-1")
  const [, second] = run.work.outcomes as readonly SubtaskOutcome[]
  expect(second).toMatchObject({ status: "failed", commit: null })
  expect(second?.rejections.every(({ by }) => by === "check")).toBe(true)
  expect(run.work.head_check?.outcome).toBe("green")
})

test("a subtask that leaves a red check as it was is committed, and its proof says what still fails", async () => {
  const { pipeline, begin } = await pipelineWith({ plan: { tasks: PLAN.tasks.slice(1) } })
  await begin(UNWATCHED)
  const { row: run } = await pipeline.drive("run-1")
  expect(run).toMatchObject({ state: "pr-open", work: { base_check: { outcome: "red" } } })
  const outcome = run.work.outcomes?.find(({ id }) => id === "T002-S01")
  expect(outcome).toMatchObject({ status: "completed", proof: { exit_code: 1 } })
  expect(outcome?.proof?.caveat).toContain("still fails as before the change")
})

test("what critics object to when a subtask is said to be done is told of it", async () => {
  const careful = GOOD_WORK["Subtract the discount"] ?? []
  const rename = { path: "src/price.mjs", old_text: "discount(", new_text: "reduce(" }
  const back = { path: "src/price.mjs", old_text: "reduce(", new_text: "discount(" }
  const { pipeline, begin, forge } = await pipelineWith({
    work: {
      ...GOOD_WORK,
      "Subtract the discount": [
        { tool_calls: [{ name: "edit_file", arguments: rename }] },
        { text: "Done." },
        { tool_calls: [{ name: "edit_file", arguments: back }] },
        ...careful,
      ],
    },
  })
  await begin(UNWATCHED)
  const { row: run } = await pipeline.drive("run-1")
  expect(run.work.outcomes?.[0]).toMatchObject({
    status: "completed",
    rejections: [{ by: "G7-TS", path: "src/price.mjs" }],
  })
  expect((await forge.pulls.get(1)).body).toContain("sent back once (G7-TS)")
})

test("without a commit the run fails, and a retry takes up what failed", async () => {
  const script: Record<string, (typeof GOOD_WORK)[string]> = {
    "Subtract the discount": [{ text: "No." }],
    "Write a usage page": [{ text: "No." }],
  }
  const { pipeline, begin } = await pipelineWith({ work: script })
  await begin()
  const failed = await pipeline.drive("run-1")
  expect(failed.row).toMatchObject({ state: "failed", failed_in: "working", work: {} })
  expect(failed.error).toContain("no subtask came to a commit")
  await expect(pipeline.drive("run-1")).rejects.toThrow("this one is failed: retry it first")
  Object.assign(script, GOOD_WORK)
  expect(await pipeline.retry("run-1")).toMatchObject({ state: "working", work: { outcomes: [] } })
  const { row: run } = await pipeline.drive("run-1", CI)
  expect(run.state).toBe("pr-open")
})

test("what makes the check worse after the merge is an alarm with a draft that takes it back", async () => {
  const check = `node --input-type=module -e "import { discount } from './src/price.mjs'"`
  const place = await pipelineWith({ plan: { tasks: PLAN.tasks.slice(1) }, check })
  await place.begin({ switches: ["no_ci_watch"] })
  await place.pipeline.drive("run-1")
  const work = join(place.folder, "work")
  const { head } = await place.forge.pulls.get(1)
  await requireGit(work, ["fetch", "--quiet", place.bare, head])
  await requireGit(work, ["merge", "--quiet", "--no-ff", "--no-commit", "FETCH_HEAD"])
  await writeFile(join(work, "src/price.mjs"), "export const nothing = 1\n")
  await requireGit(work, ["commit", "--quiet", "--all", "-m", "Merge, resolved wrongly"])
  await requireGit(work, ["push", "--quiet", place.bare, "HEAD:main"])
  const { row: run } = await place.pipeline.drive("run-1")
  expect(run).toMatchObject({ state: "alarm", work: { verification: { outcome: "red" } } })
  expect(run.work.revert).toMatchObject({ url: expect.stringContaining("/pulls/2.md") as string })
  expect((await place.pipeline.cancel("run-1", "mended by hand")).state).toBe("done")
})

test("after a merge that dropped the work the alarm says so, and ends with a base branch that has it", async () => {
  const place = await pipelineWith()
  await place.begin(UNWATCHED)
  await place.pipeline.drive("run-1")
  const work = join(place.folder, "work")
  const { head, head_commit } = await place.forge.pulls.get(1)
  await requireGit(work, ["fetch", "--quiet", place.bare, head])
  await requireGit(work, ["merge", "--quiet", "--no-ff", "-s", "ours", "-m", "Merge", "FETCH_HEAD"])
  await requireGit(work, ["push", "--quiet", place.bare, "HEAD:main"])
  const { row: run } = await place.pipeline.drive("run-1")
  expect(run).toMatchObject({ state: "alarm", work: { verification: { outcome: "red" } } })
  expect(run.work.revert).toEqual({
    problem: `the merge ${run.work.merged_commit?.slice(0, 12)} kept nothing of the work, so there is nothing to take back`,
  })
  await requireGit(work, ["checkout", "--quiet", head_commit, "--", "."])
  await requireGit(work, ["commit", "--quiet", "--all", "-m", "Take the work after all"])
  await requireGit(work, ["push", "--quiet", place.bare, "HEAD:main"])
  place.skip(10 * 60_000)
  expect((await place.pipeline.drive("run-1")).row.state).toBe("done")
})

test("a merge that nobody can verify is given up, and another run may begin there", async () => {
  const place = await pipelineWith()
  await place.begin(UNWATCHED)
  await place.pipeline.drive("run-1")
  await place.forge.markReady(1)
  await place.forge.merge(1)
  const away = createPipeline({
    ...place.options,
    on_step(step, at) {
      if (step === "verify" && at === "before") throw new Error("the machine is gone")
    },
  })
  expect((await away.drive("run-1")).row.state).toBe("verifying")
  expect(await place.pipeline.cancel("run-1", "no Go is here")).toMatchObject({
    state: "done",
    work: { ending: { how: "merged", why: "merged; nobody waits for it to be verified: no Go is here" } },
  })
  expect((await place.begin({ id: "run-2" })).state).toBe("queued")
})

test("another machine goes on from a fresh clone, without a second commit or pull request", async () => {
  const place = await pipelineWith()
  await place.begin(UNWATCHED)
  let left = 4
  const stopping = createPipeline({
    ...place.options,
    on_step(step, at) {
      if (step === "work" && at === "after" && (left -= 2) === 2) throw new Error("the machine is gone")
    },
  })
  expect((await stopping.drive("run-1")).error).toContain("the machine is gone")
  const known = (await place.store.get("run-1")).work.outcomes?.[0]?.commit
  const other = createPipeline({ ...place.options, state_dir: join(place.folder, "other machine") })
  const { row: run } = await other.drive("run-1")
  expect(run.state).toBe("pr-open")
  expect(run.work.outcomes?.map(({ status }) => status)).toEqual(["completed", "completed"])
  expect(run.work.outcomes?.[0]?.commit).toBe(known)
  const log = await requireGit(place.bare, ["log", "--format=%H", `main..${run.work.branch}`], {
    env: { GIT_DIR: place.bare },
  })
  expect(log.trim().split("\n")).toEqual(run.work.outcomes?.map(({ commit }) => commit).toReversed())
  expect(await place.forge.pulls.get(2).catch(() => null)).toBe(null)
})

/** Puts a commit on the base branch, as somebody else would. */
async function pushToBase({ folder, bare }: Place, path: string, text: string): Promise<void> {
  const work = join(folder, "work")
  await requireGit(work, ["pull", "--quiet", "--no-rebase", bare, "main"])
  await writeFile(join(work, path), text)
  await commitPaths(work, [path], "somebody else's")
  await requireGit(work, ["push", "--quiet", bare, "HEAD:main"])
}

test("a base branch that has moved on is merged in before the pull request is opened", async () => {
  const place = await pipelineWith({
    on_step: async (step, at) => {
      if (step === "check" && at === "after") await pushToBase(place, "NEWS.md", "# News\n")
    },
  })
  await place.begin(UNWATCHED)
  const { row: run, steps } = await place.pipeline.drive("run-1")
  expect(steps.slice(-6)).toEqual([
    "publish",
    "update_base",
    "publish",
    "describe",
    "self_review",
    "await_merge",
  ])
  const pull = await place.forge.pulls.get(1)
  expect(pull.mergeable).toBe("yes")
  expect(pull.body).toContain("its newest commit was merged in")
  expect(pull.body).toContain(
    `| ${run.work.head?.slice(0, 12)} | the base branch at ${run.work.base_head?.slice(0, 12)}, merged in | – | the check |`,
  )
  const files = await requireGit(place.bare, ["ls-tree", "--name-only", run.work.head ?? ""], {
    env: { GIT_DIR: place.bare },
  })
  expect(files).toContain("NEWS.md")
})

test("a conflict with the base branch is handed to a person once, and told in the pull request", async () => {
  const place = await pipelineWith()
  await place.begin(UNWATCHED)
  await place.pipeline.drive("run-1")
  await pushToBase(
    place,
    "src/price.mjs",
    "export const discount = (price, percent) => price * (1 - percent / 100)\n",
  )
  const { row: run, wait } = await place.pipeline.drive("run-1")
  expect(run.work.handed_over?.why).toMatch(/the changes conflict with it in src\/price\.mjs$/)
  expect(wait?.for).toBe("merge")
  await place.pipeline.drive("run-1")
  const comments = await place.forge.comments.list({ kind: "pull_request", number: 1 })
  expect(comments.filter(({ body }) => body.includes("This needs a person"))).toHaveLength(1)
})

test("commits of somebody else on its branch become its head, and a closed pull request ends it", async () => {
  const place = await pipelineWith()
  await place.begin(UNWATCHED)
  const { row: run } = await place.pipeline.drive("run-1")
  const work = join(place.folder, "work")
  await requireGit(work, ["pull", "--quiet", "--no-rebase", place.bare, run.work.branch ?? ""])
  await writeFile(join(work, "NEWS.md"), "# News\n")
  const commit = await commitPaths(work, ["NEWS.md"], "a reviewer's")
  await requireGit(work, ["push", "--quiet", place.bare, `HEAD:${run.work.branch}`])
  expect((await place.pipeline.drive("run-1")).row.work.head).toBe(commit)
  await place.forge.close(1)
  expect((await place.pipeline.drive("run-1")).row).toMatchObject({
    state: "done",
    work: { ending: { how: "closed" } },
  })
})

test("a limit of the run fails it with what to raise, and with a higher one it goes on", async () => {
  const place = await pipelineWith({ limits: { max_tokens: 1 } })
  await place.begin(UNWATCHED)
  const { row: run, error } = await place.pipeline.drive("run-1")
  expect(run).toMatchObject({ state: "failed", failed_in: "working" })
  expect(error).toMatch(/has used \d+ tokens, all of limits\.max_tokens: raise it and resume the run/)
  const richer = createPipeline({ ...place.options, limits: { max_tokens: 1_000_000 } })
  await richer.retry("run-1")
  expect((await richer.drive("run-1")).row.state).toBe("pr-open")
})

test("a stop file holds every run still without failing one, and the day's money does, too", async () => {
  const place = await pipelineWith()
  await place.begin(UNWATCHED)
  const stop = join(place.folder, "state", "stop")
  await place.pipeline.drive("run-1", { signal: AbortSignal.abort() }).catch(() => undefined)
  await writeFile(stop, "")
  const held = await place.pipeline.drive("run-1")
  expect(held.suspended).toMatchObject({ environment: "budget" })
  expect(held.row).toMatchObject({ state: "queued", attempts: 0 })
})

test.each(["authentication", "rate_limit", "provider_5xx"] as const)(
  "a model that is away (%s) suspends the run and fails nothing; back again it goes on",
  async (kind) => {
    let is_away = true
    const planner = scriptedModel(() => {
      if (is_away) throw new ModelError("no answer", { kind })
      return { text: JSON.stringify(PLAN) }
    })
    const place = await pipelineWith({ models: { planner } })
    await place.begin({ switches: ["dry_run"] })
    const { row: run, error, suspended } = await place.pipeline.drive("run-1")
    expect(suspended).toMatchObject({
      environment: "model",
      reason: expect.stringContaining("no answer") as string,
    })
    expect({ error, run }).toMatchObject({
      error: null,
      run: { state: "planning", attempts: 0, error: null },
    })
    is_away = false
    place.skip(3_600_000)
    expect((await place.pipeline.drive("run-1")).row.state).toBe("done")
  },
)

test("no more pull requests are open than the owner allows", async () => {
  const place = await pipelineWith({ limits: { max_open_pulls: 1 } })
  await place.begin(UNWATCHED)
  await place.pipeline.drive("run-1")
  await place.begin({ id: "run-2", base: "main", ...UNWATCHED })
  expect(await place.pipeline.drive("run-2")).toMatchObject({
    wait: { for: "cap" },
    run: { state: "queued" },
  })
})

test("a limit of the day holds every run until midnight, and fails none", async () => {
  const place = await pipelineWith({ limits: { max_tokens_a_day: 1 } })
  await place.begin(UNWATCHED)
  const { row: run, suspended } = await place.pipeline.drive("run-1")
  expect(run).toMatchObject({ state: "working", attempts: 0, error: null })
  expect(suspended).toMatchObject({ environment: "budget" })
  expect(suspended?.reason).toContain("all of limits.max_tokens_a_day")
  expect(suspended?.until.slice(11)).toMatch(/^00:00:0/)
})

test("what failed here before is not planned again", async () => {
  const place = await pipelineWith()
  await place.begin({ switches: ["dry_run"] })
  const ledger = openObservationLedger(join(place.folder, "state", "observations.jsonl"))
  for (const run_id of ["old-1", "old-2"]) {
    await ledger.append({
      run_id,
      agent: "proofloop pipeline",
      subtask_id: "T002-S01",
      model: "m",
      branch: "b",
      commit_sha: null,
      outcome: "fail",
      touched_files: ["docs/usage.md"],
      failure_modes: ["test_regression"],
      confidence: 0.3,
      repository: await place.forge.repository(),
    })
  }
  const { row: run } = await place.pipeline.drive("run-1")
  expect(run.work.plan?.tasks.map(({ id }) => id)).toEqual(["T001"])
})
