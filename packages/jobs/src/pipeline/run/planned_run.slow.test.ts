import { scriptedModel } from "@proofloop/runtime/testing"
import { expect, test } from "vitest"
import { ForgeError } from "../../forge/forge_error.ts"
import { pipelineInbox } from "../inbox.ts"
import { pipelineWith } from "../run.fixture.ts"
import { PLAN, textOf } from "../shop.fixture.ts"
import { createPipeline } from "./pipeline.ts"

const CI = { wait_for: ["ci"] }

test("a dry run ends with its plan, and an empty plan with nothing to do", async () => {
  const dry = await pipelineWith()
  await dry.begin({ switches: ["dry_run"] })
  expect((await dry.pipeline.drive("run-1")).row).toMatchObject({
    state: "done",
    work: {
      ending: { how: "dry_run" },
      report: { repository: "shop" },
      plan: { tasks: [{ id: "T001" }, { id: "T002" }] },
    },
  })
  const empty = await pipelineWith({ plan: { tasks: [] }, check: "true" })
  await empty.begin()
  expect((await empty.pipeline.drive("run-1")).row.work.ending?.how).toBe("nothing_to_do")
  expect(await dry.forge.pulls.find("main")).toBe(null)
})

test("a planner that answers in no usable form is asked three times, and the run fails at once", async () => {
  let asked = 0
  const planner = scriptedModel(() => {
    asked += 1
    return { text: "I cannot plan this." }
  })
  const { pipeline, begin } = await pipelineWith({ models: { planner } })
  await begin()
  const { row: run, error } = await pipeline.drive("run-1")
  expect([asked, run.state, run.failed_in, run.attempts]).toEqual([3, "failed", "planning", 1])
  expect(error).toContain("Could not obtain valid JSON from LLM after 3 attempt(s): I cannot plan this.")
  await pipeline.retry("run-1")
  await pipeline.drive("run-1")
  expect(asked).toBe(6)
})

test("what no patch may touch becomes no subtask: the planner is told, the run leaves it to a person", async () => {
  const asked: string[] = []
  const workflow = {
    title: "Run the tests on pull requests",
    description: "Nothing runs them.",
    file_hints: [".github/workflows/ci.yml"],
    action: "create",
  }
  const [first] = PLAN.tasks
  const lock = { ...workflow, title: "Renew the lockfile", file_hints: ["package-lock.json"] }
  const plan = { tasks: [{ ...first, subtasks: [...(first?.subtasks ?? []), workflow, lock] }] }
  const place = await pipelineWith({
    models: {
      planner: scriptedModel((request) => {
        asked.push(textOf(request))
        return { text: JSON.stringify(plan) }
      }),
    },
  })
  await place.begin({ switches: ["no_self_review", "no_ci_watch"] })
  const { row: run } = await place.pipeline.drive("run-1")
  expect(asked[0]).toMatch(
    /FOR SUBTASKS, the most useful first:\n- \[test_results, fail\][^]*FOR A PERSON[^\n]*\n- \[ci, fail\] [^\n]*\.github\/workflows\//,
  )
  const dropped = place.events.find(({ type }) => type === "plan.denied_filter")
  expect(dropped).toMatchObject({ drop_count: 2, denied_by: [".github/workflows", "package-lock.json"] })
  expect(run.work.outcomes?.map(({ id }) => id)).toEqual(["T001-S01"])
  const left = run.work.for_person?.map(({ title, files }) => `${title}: ${files.join()}`)
  expect(left).toContain("Renew the lockfile: package-lock.json")
  // The analysers asked for the workflow already.
  expect(left?.filter((text) => text.endsWith("ci.yml"))).toHaveLength(1)
  const planned = place.events.find(({ type }) => type === "pipeline.planned")
  expect(planned?.["for_person"]).toContain("Renew the lockfile (package-lock.json)")
  const { body } = await place.forge.pulls.get(1)
  expect(body).toContain("## For a person\n\n- ")
  expect(body).toContain("- Renew the lockfile (`package-lock.json`): Nothing runs them.")
  const only = await pipelineWith({ plan: { tasks: [{ ...first, subtasks: [lock] }] }, check: "true" })
  await only.begin()
  const { ending } = (await only.pipeline.drive("run-1")).row.work
  expect(ending).toMatchObject({ how: "nothing_to_do" })
  expect(ending?.why).toMatch(/^the plan is empty, a person is needed for: .*ci\.yml/)
})

test("a plan waits for its approval; a wish makes another one, and a rejection ends the run", async () => {
  const { pipeline, begin, store } = await pipelineWith()
  await begin({ switches: ["needs_approval"] })
  expect((await pipeline.drive("run-1")).wait?.for).toBe("approval")
  expect((await store.approvals("run-1"))[0]?.body).toContain("### `T001` Take discounts off")
  await store.answer("run-1", { answer: "refine", reply: "Leave the page out.", by: "ann" })
  expect((await pipeline.drive("run-1")).steps).toEqual([
    "await_approval",
    "plan",
    "request_approval",
    "await_approval",
  ])
  await store.answer("run-1", { answer: "rejected", reply: "No.", by: "ann" })
  expect((await pipeline.drive("run-1")).row).toMatchObject({
    state: "done",
    work: { ending: { how: "rejected", why: "the plan was rejected: No." }, wishes: ["Leave the page out."] },
  })
})

test("two runs of one repository are told of each other, and a plan has one pull request", async () => {
  const { pipeline, begin, forge } = await pipelineWith()
  await begin()
  await expect(begin({ id: "run-2" })).rejects.toThrow("run-1 is queued: resume, reset or cancel it")
  await pipeline.drive("run-1")
  await pipeline.cancel("run-1", "begun twice")
  await begin({ id: "run-2" })
  const second = await pipeline.drive("run-2")
  expect(second.row.work.ending).toMatchObject({ how: "duplicate" })
  expect(await forge.pulls.get(2).catch(() => null)).toBe(null)
  await expect(pipeline.cancel("run-1", "again")).rejects.toThrow("this one is cancelled")
})

test("a forge that refuses its token before anything else suspends the run and no other one, and says so to a person", async () => {
  const place = await pipelineWith()
  await place.begin()
  const message = "GET acme/shop: 401 Bad credentials"
  const refuse = async () => {
    throw new ForgeError(message, { retryable: false, problem: "credential" })
  }
  const pipeline = createPipeline({ ...place.options, forge: { ...place.forge, repository: refuse } })
  const { row: run, suspended } = await pipeline.drive("run-1")
  expect(run).toMatchObject({ state: "queued", attempts: 0, error: null })
  expect(suspended).toMatchObject({ environment: "forge", reason: message })
  expect(await pipelineInbox(place.store)).toMatchObject([
    { text: expect.stringContaining(message) as string },
  ])
  await place.begin({ id: "run-2", url: "another repository", switches: ["dry_run"] })
  expect((await place.pipeline.drive("run-2")).row.state).toBe("done")
  place.skip(24 * 3_600_000)
  expect((await place.pipeline.drive("run-1", CI)).row.state).toBe("pr-open")
})
