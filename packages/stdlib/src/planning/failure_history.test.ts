import { expect, test } from "vitest"
import { countFailedPaths, dropRepeatedFailures, failureThreshold } from "./failure_history.ts"
import { parsePlan } from "./plan_schema.ts"
import { planOf } from "./plans.fixture.ts"

function fails(...touched_files: readonly (string | null)[]) {
  return { outcome: "fail", touched_files }
}

test("failures are counted by path, successes and skips are not", () => {
  const runs = [
    fails("tests/test_db.py", "src/db.py"),
    fails("tests/test_db.py", "", null),
    fails("./tests/test_db.py", "tests/test_db.py"),
    { outcome: "success", touched_files: ["src/db.py"] },
    { outcome: "FAIL", touched_files: ["src/db.py"] },
    { outcome: "fail" },
    { outcome: "fail", touched_files: null },
  ]
  expect([...countFailedPaths(runs)]).toEqual([
    ["tests/test_db.py", 3],
    ["src/db.py", 1],
  ])
})

test("what failed elsewhere, or for a cause that is not of the path, counts for nothing", () => {
  const runs = [
    { ...fails("README.md"), repository: "me/other" },
    fails("README.md"),
    { ...fails("README.md"), repository: "me/app", failure_modes: ["json_emit"] },
    { ...fails("README.md"), repository: "me/app", failure_modes: ["json_emit", "ast_diff"] },
  ]
  expect(countFailedPaths(runs, "me/app").get("README.md")).toBe(1)
  expect(countFailedPaths(runs).get("README.md")).toBe(3)
})

test.each([
  [undefined, 2],
  ["5", 5],
  [" 3 ", 3],
  ["0", 2],
  ["-1", 2],
  ["nope", 2],
  ["2.5", 2],
])("a threshold of %s is %d", (given, threshold) => {
  expect(failureThreshold({ PROOFLOOP_OCCAM_FILTER_THRESHOLD: given })).toBe(threshold)
})

test("the worst hint decides, not the sum", () => {
  const plan = parsePlan(planOf([["a", "b"], ["c"], []], [["a"]]))
  const counts = new Map([
    ["a", 5],
    ["b", 1],
    ["c", 2],
  ])
  const { plan: kept, event } = dropRepeatedFailures(plan, { counts, threshold: 3, failing_sources: [] })
  expect(kept.tasks.map(({ subtasks }) => subtasks.map(({ id }) => id))).toEqual([["T001-S02", "T001-S03"]])
  expect(event).toEqual({
    type: "plan.occam_filter",
    filtered_subtasks: [
      { subtask_id: "T001-S01", title: "Change a b", file_hints: ["a", "b"], max_fail_count: 5 },
      { subtask_id: "T002-S01", title: "Change a", file_hints: ["a"], max_fail_count: 5 },
    ],
    tasks_dropped: [{ task_id: "T002", title: "Task 2" }],
    kept_subtasks: 2,
    total_subtasks: 4,
    threshold: 3,
  })
})

test("nothing dropped, nothing said; a source under failing tests stays however often it failed", () => {
  const plan = parsePlan(planOf([["a"]]))
  const counts = new Map([["a", 9]])
  const history = { counts, threshold: 2, failing_sources: ["a"] }
  expect(dropRepeatedFailures(plan, history)).toEqual({ plan, event: null })
  expect(dropRepeatedFailures(plan, { ...history, counts: new Map() })).toEqual({ plan, event: null })
})
