import { expect, test } from "vitest"
import { parsePlan } from "./plan_schema.ts"

const task = (fields: object) => ({ title: "t", subtasks: [{ title: "s" }], ...fields })

test("eight tasks of four subtasks are read; the made task comes on top", () => {
  const subtasks = Array.from({ length: 6 }, () => ({ title: "s" }))
  const tasks = [task({ id: "T000", priority: 1 }), ...Array.from({ length: 10 }, () => task({ subtasks }))]
  const plan = parsePlan({ tasks })
  expect(plan.tasks).toHaveLength(9)
  expect(plan.tasks[1]?.subtasks.map(({ id }) => id)).toEqual([
    "T002-S01",
    "T002-S02",
    "T002-S03",
    "T002-S04",
  ])
})

test("tasks are sorted by priority, equal ones stay as they are, none is the position", () => {
  const plan = parsePlan({
    tasks: [
      task({ id: "a", priority: 3 }),
      task({ id: "b" }),
      task({ id: "c", priority: 1 }),
      task({ id: "d", priority: 1 }),
      task({ id: "e", priority: -7 }),
    ],
  })
  expect(plan.tasks.map(({ id, priority }) => [id, priority])).toEqual([
    ["c", 1],
    ["d", 1],
    ["e", 1],
    ["b", 2],
    ["a", 3],
  ])
})

test("an id that comes twice, or not at all, is the first free one", () => {
  const plan = parsePlan({ tasks: [task({ id: "T002" }), task({}), task({ id: "T002" })] })
  expect(plan.tasks.map(({ id }) => id)).toEqual(["T002", "T003", "T004"])
})

test("an id of a subtask is a plain name that no other task has", () => {
  const subtasks = [{ id: "S01", title: "s" }]
  const hostile = [{ id: "x/../../heads/main", title: "s" }]
  const plan = parsePlan({
    tasks: [task({ subtasks }), task({ subtasks }), task({ id: "a b\nc", subtasks: hostile })],
  })
  expect(plan.tasks.map(({ id }) => id)).toEqual(["T001", "T002", "T003"])
  expect(plan.tasks.flatMap((one) => one.subtasks.map(({ id }) => id))).toEqual([
    "S01",
    "T002-S01",
    "T003-S01",
  ])
})

test("hints are paths, each once; unknown fields and null lists are nothing", () => {
  const subtask = { title: "s", file_hints: ["./src//a.ts", "src/a.ts", " ", "src\\b.ts"], extra: 1 }
  const plan = parsePlan({ tasks: [task({ subtasks: [subtask] }), task({ subtasks: null })], more: true })
  expect(plan.tasks[0]?.subtasks[0]).not.toHaveProperty("extra")
  expect(plan.tasks[0]?.subtasks[0]?.file_hints).toEqual(["src/a.ts", "src/b.ts"])
  expect(plan.tasks[1]?.subtasks).toEqual([])
})
