import { describe, expect, test } from "vitest"
import type { Plan } from "./plan.ts"
import { contextOf, failed, failingTests, planOf } from "./plans.fixture.ts"
import { postProcessPlan } from "./post_process_plan.ts"

function hintsOf(plan: Plan) {
  return plan.tasks.map(({ id, subtasks }) => [id, ...subtasks.map(({ file_hints }) => file_hints.join(" "))])
}

async function processed(...[plan, context]: Parameters<typeof postProcessPlan>) {
  const result = await postProcessPlan(plan, context)
  return { hints: hintsOf(result.plan), events: result.events }
}

describe("Layer-A", () => {
  test("a plan that leaves failing tests alone gets a task for their sources, first", async () => {
    const plan = planOf([["docs/guide.md"]])
    expect(await processed(plan, contextOf({ report: failingTests }))).toEqual({
      hints: [
        ["T000", "src/db.py"],
        ["T001", "docs/guide.md"],
      ],
      events: [
        {
          type: "plan.real_bug_synthesized",
          synthesized_task_id: "T000",
          failing_test_count: 1,
          failing_test_sample: ["tests/test_db.py"],
          source_files: ["src/db.py"],
          subtasks_created: 1,
        },
      ],
    })
  })

  test.each([
    ["the tests pass", { metrics: [] }, planOf([["docs/guide.md"]])],
    ["nothing can be read", { metrics: [failed("test_results", "exit 1")] }, planOf([["docs/guide.md"]])],
    ["the plan is about the source", failingTests, planOf([["docs/guide.md", "./src/db.py"]])],
    ["the plan is empty", failingTests, planOf()],
  ])("not when %s", async (_, report, plan) => {
    const { events } = await processed(plan, contextOf({ report }))
    expect(events).toEqual([])
  })
})

describe("Layer-2", () => {
  test("a first task about tests alone is aimed at the sources, when another task is about one already", async () => {
    const plan = planOf([["tests/test_db.py"], ["tests/test_db.py", "tests/conftest.py"]], [["src/db.py"]])
    expect(await processed(plan, contextOf({ report: failingTests }))).toEqual({
      hints: [
        ["T001", "src/db.py", "src/db.py"],
        ["T002", "src/db.py"],
      ],
      events: [
        {
          type: "plan.occam_rewrite",
          before: ["tests/test_db.py", "tests/conftest.py"],
          after: ["src/db.py"],
          task_id: "T001",
          subtasks_rewritten: 2,
        },
      ],
    })
  })

  test.each([
    ["one hint is a source", planOf([["tests/test_db.py"], ["src/net.py"]], [["src/db.py"]])],
    ["there are no hints", planOf([[]], [["src/db.py"]])],
  ])("not when %s", async (_, plan) => {
    const { events } = await processed(plan, contextOf({ report: failingTests }))
    expect(events).toEqual([])
  })
})

describe("Layer-B", () => {
  test("a subtask about the README alone goes, and its task with it when nothing is left", async () => {
    const plan = planOf([["README.md"], ["README.md", "src/db.py"], []], [["README.md", "docs/Readme.md"]])
    expect(await processed(plan, contextOf())).toEqual({
      hints: [["T001", "README.md src/db.py", ""]],
      events: [
        {
          type: "plan.readme_banished",
          dropped_subtasks: [
            { task_id: "T001", subtask_id: "T001-S01", title: "Change README.md", file_hints: ["README.md"] },
            {
              task_id: "T002",
              subtask_id: "T002-S01",
              title: "Change README.md docs/Readme.md",
              file_hints: ["README.md", "docs/Readme.md"],
            },
          ],
          drop_count: 2,
          tasks_removed: 1,
        },
      ],
    })
  })

  test.each([failed("documentation", "The README is thin"), failed("docs", "no readme"), failed("readme")])(
    "not when the audit found fault with it: $name $details",
    async (metric) => {
      const { hints } = await processed(planOf([["README.md"]]), contextOf({ report: { metrics: [metric] } }))
      expect(hints).toEqual([["T001", "README.md"]])
    },
  )

  test("a failing measure of documentation that does not cite it lifts nothing", async () => {
    const report = { metrics: [failed("documentation", "docs/ is empty")] }
    expect((await processed(planOf([["README.md"]]), contextOf({ report }))).hints).toEqual([])
  })
})

test("a scope keeps its own metrics and drops what is about anything else", async () => {
  const plan = planOf([["docs/a.md"], ["docs/a.md", "src/db.py"]], [["src/db.py"], []])
  const report = { metrics: [...failingTests.metrics, failed("documentation")] }
  const { hints, events } = await processed(plan, contextOf({ report, scope: "docs" }))
  expect(hints).toEqual([
    ["T001", "docs/a.md"],
    ["T002", ""],
  ])
  expect(events).toMatchObject([
    { type: "scope.metrics_filtered", scope: "docs", kept: ["documentation"], dropped: ["test_results"] },
    { type: "scope.plan_filtered", drop_count: 2, tasks_removed: 0 },
  ])
})

test("the steps come in their order: Layer-A, then Layer-B, then scope, then G9", async () => {
  const plan = planOf([["README.md"]], [["src/net.py"]], [["ci.yml"]])
  const prior_runs = [1, 2].map(() => ({ outcome: "fail", touched_files: ["ci.yml"] }))
  const { hints, events } = await processed(plan, contextOf({ report: failingTests, prior_runs }))
  expect(hints).toEqual([
    ["T000", "src/db.py"],
    ["T002", "src/net.py"],
  ])
  expect(events.map(({ type }) => type)).toEqual([
    "plan.real_bug_synthesized",
    "plan.readme_banished",
    "plan.occam_filter",
  ])
})

test("a task that becomes the first one is looked at too", async () => {
  const plan = planOf([["README.md"]], [["tests/test_db.py"]], [["src/db.py"]])
  const { hints } = await processed(plan, contextOf({ report: failingTests }))
  expect(hints).toEqual([
    ["T002", "src/db.py"],
    ["T003", "src/db.py"],
  ])
})

test("what is completed is a record: neither dropped nor aimed elsewhere", async () => {
  const done = { status: "completed" }
  const plan = {
    tasks: [
      {
        title: "done",
        subtasks: [
          { title: "a", file_hints: ["README.md"], ...done },
          { title: "b", file_hints: ["tests/test_db.py"], ...done },
        ],
      },
      { title: "open", subtasks: [{ title: "c", file_hints: ["src/db.py"] }] },
    ],
  }
  const prior_runs = [1, 2].map(() => ({ outcome: "fail", touched_files: ["tests/test_db.py"] }))
  const { hints, events } = await processed(plan, contextOf({ report: failingTests, prior_runs }))
  expect(hints).toEqual([
    ["T001", "README.md", "tests/test_db.py"],
    ["T002", "src/db.py"],
  ])
  expect(events).toEqual([])
})
