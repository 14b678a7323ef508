import { type ModelRequest, scriptedModel } from "@proofloop/runtime"
import { expect, test } from "vitest"
import { createPlan } from "./create_plan.ts"
import { contextOf, failingTests, planOf } from "./plans.fixture.ts"

const reply = JSON.stringify(planOf([["README.md"]], [["ci.yml"]], [["src/net.py"]]))

/** A model that replies with these texts, and the requests it got. */
function modelOf(...texts: readonly string[]) {
  const requests: ModelRequest[] = []
  const model = scriptedModel(
    (request, turn) => {
      requests.push(request)
      return { text: texts[turn - 1] ?? "" }
    },
    { model_name: "qwen3-8b" },
  )
  return { model, requests }
}

test("a model is asked, and its plan goes through every step", async () => {
  const { model, requests } = modelOf(reply)
  const told: string[] = []
  const { plan } = await createPlan(model, {
    ...contextOf({ report: failingTests }),
    repository: "me/app",
    thinking: { word: true },
    on_event: ({ type }) => told.push(type),
    log: ({ since, repository }) =>
      Promise.resolve(
        since === "7d"
          ? [1, 2].map(() => ({ outcome: "fail", touched_files: ["ci.yml"], repository }))
          : [{ outcome: "fail", touched_files: ["seen.yml"], repository }],
      ),
  })
  expect(plan.tasks.map(({ id }) => id)).toEqual(["T000", "T003"])
  expect(told).toEqual(["plan.real_bug_synthesized", "plan.readme_banished", "plan.occam_filter"])
  const asked = requests[0]?.messages.at(-1)?.content ?? ""
  expect(asked).toContain("FAILING TESTS")
  expect(asked).toContain("- seen.yml")
  expect(asked).not.toContain("- ci.yml")
  expect(asked.endsWith("\n/no_think")).toBe(true)
})

test("a log that cannot be read is an empty one", async () => {
  const { model } = modelOf(reply)
  const { plan } = await createPlan(model, { ...contextOf(), log: () => Promise.reject(new Error("down")) })
  expect(plan.tasks.map(({ id }) => id)).toEqual(["T002", "T003"])
})

test("a reply that is no plan is asked for again, with what is wrong", async () => {
  const { model, requests } = modelOf('{"tasks": [{"subtasks": []}]}', reply)
  const { plan } = await createPlan(model, contextOf())
  expect(plan.tasks).toHaveLength(2)
  expect(requests[1]?.messages.at(-1)?.content).toContain("plan.tasks.0.title")
})

test("a scope is planned for with its own measures only", async () => {
  const { model, requests } = modelOf(reply)
  await createPlan(model, { ...contextOf({ report: failingTests }), scope: "docs" })
  expect(requests[0]?.messages.at(-1)?.content).not.toContain("test_results")
})

test("the environment names the scope, the threshold and whether a planner thinks aloud; options go before it", async () => {
  const env = {
    PROOFLOOP_SCOPE: "docs",
    PROOFLOOP_OCCAM_FILTER_THRESHOLD: "1",
    PROOFLOOP_PLANNER_DISABLE_THINKING: "1",
  }
  const log = () => Promise.resolve([{ outcome: "fail", touched_files: ["docs/a.md"] }])
  const docs = JSON.stringify(planOf([["docs/a.md"]], [["docs/b.md"]], [["src/net.py"]]))
  const { model, requests } = modelOf(docs, docs)
  const { plan } = await createPlan(model, { ...contextOf({ env }), log })
  expect(plan.tasks.map(({ id }) => id)).toEqual(["T002"])
  expect(requests[0]?.messages.at(-1)?.content.endsWith("\n/no_think")).toBe(true)
  const options = { scope: null, failure_threshold: 2, thinking: {} }
  const asked = await createPlan(model, { ...contextOf({ env, ...options }), thinking: {}, log })
  expect(asked.plan.tasks).toHaveLength(3)
  expect(requests[1]?.messages.at(-1)?.content.endsWith("\n/no_think")).toBe(false)
})
