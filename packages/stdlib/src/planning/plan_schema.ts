import { posix } from "node:path"
import { InvalidOptionError, nearestName } from "@proofloop/foundation/errors"
import * as z from "zod"
import { type Plan, type PlanTask, STATUSES, SUBTASK_ACTIONS } from "./plan.ts"
import { REAL_BUG_TASK_ID } from "./real_bug_task.ts"

/** Most tasks read of a plan, and most subtasks of a task; the task made for failing tests comes on top. */
export const MAX_TASKS = 8
export const MAX_SUBTASKS = 4
const MAX_HINTS = 50

const text = z.string().catch("")
const status = z.enum(STATUSES).default("pending")
const id = z.preprocess((given) => given ?? "", z.string())

const subtaskSchema = z.object({
  id,
  title: z.string().trim().min(1, "a title"),
  description: text,
  file_hints: z.preprocess((given) => given ?? [], z.array(z.string())),
  action: z.preprocess((given) => given ?? "modify", z.enum(SUBTASK_ACTIONS)),
  status,
  commit_sha: text,
  error: text,
})

const taskSchema = z.object({
  id,
  title: z.string().trim().min(1, "a title"),
  priority: z.number().optional().catch(undefined),
  metric: text,
  description: text,
  subtasks: z.preprocess((given) => given ?? [], z.array(z.unknown())),
  status,
})

const planSchema = z.object({ tasks: z.array(z.unknown()) })

/**
 * At most 8 tasks of 4 subtasks of 50 hints, by priority; ids are plain and unique. Throws InvalidOptionError.
 * @requirement critics.plan
 */
export function parsePlan(value: unknown, name = "plan"): Plan {
  const { tasks } = parse(planSchema, value, name)
  const capped: unknown[] = []
  for (const task of tasks) {
    const is_made = isMadeTask(task)
    if (is_made || capped.filter((other) => !isMadeTask(other)).length < MAX_TASKS) capped.push(task)
  }
  const taken = { tasks: new Set<string>(), subtasks: new Set<string>() }
  const read = capped.map((task, index) => readTask(task, `${name}.tasks.${index}`, index, taken))
  return { tasks: read.toSorted((a, b) => a.priority - b.priority) }
}

function isMadeTask(task: unknown): boolean {
  return typeof task === "object" && task !== null && "id" in task && task.id === REAL_BUG_TASK_ID
}

interface TakenIds {
  readonly tasks: Set<string>
  /** Unique over all tasks, because outcomes are kept by the subtask's id alone. */
  readonly subtasks: Set<string>
}

function readTask(value: unknown, place: string, index: number, taken: TakenIds): PlanTask {
  const { subtasks, priority, id: given, ...task } = parse(taskSchema, value, place)
  const task_id = freeId(given, index + 1, taken.tasks, (number) => `T${padded(number, 3)}`)
  return {
    ...task,
    id: task_id,
    priority: Math.max(1, Math.round(priority ?? index + 1)),
    subtasks: subtasks.slice(0, MAX_SUBTASKS).map((given_subtask, at) => {
      const {
        id: own,
        file_hints,
        ...subtask
      } = parse(subtaskSchema, given_subtask, `${place}.subtasks.${at}`)
      return {
        ...subtask,
        id: freeId(own, at + 1, taken.subtasks, (number) => `${task_id}-S${padded(number, 2)}`),
        file_hints: [...new Set(file_hints.map(plainPath).filter((hint) => hint !== ""))].slice(0, MAX_HINTS),
      }
    }),
  }
}

/** The given id if it is a plain, free name, else the first free one from `number` on. */
function freeId(given: string, number: number, taken: Set<string>, idOf: (number: number) => string): string {
  let id = PLAIN_ID.test(given.trim()) ? given.trim() : ""
  for (let next = number; id === "" || taken.has(id); next += 1) id = idOf(next)
  taken.add(id)
  return id
}

/** Ids go into names of references and into messages of commits. */
const PLAIN_ID = /^[A-Za-z0-9][\w-]{0,63}$/

function padded(number: number, digits: number): string {
  return String(number).padStart(digits, "0")
}

/** "./src//a.ts" and "src\\a.ts" are src/a.ts: hints are compared with paths. */
function plainPath(hint: string): string {
  const trimmed = hint.trim()
  return trimmed === "" ? "" : posix.normalize(trimmed.replaceAll("\\", "/"))
}

function parse<Schema extends z.ZodType>(schema: Schema, value: unknown, place: string): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const path = issue?.path.map(String) ?? []
  const got = path.reduce(member, value)
  const options = issue?.code === "invalid_value" ? issue.values.map(String) : []
  throw new InvalidOptionError({
    option: [place, ...path].join("."),
    expected: options.length > 0 ? `one of ${options.join(", ")}` : expectedOf(issue),
    got,
    did_you_mean: typeof got === "string" ? nearestName(got, options) : null,
  })
}

function expectedOf(issue: z.core.$ZodIssue | undefined): string {
  if (issue?.code === "invalid_type") return ARTICLES[issue.expected] ?? issue.expected
  return issue?.message ?? "a plan"
}

const ARTICLES: Readonly<Record<string, string>> = {
  array: "a list",
  object: "an object",
  string: "a string",
}

function member(value: unknown, key: string): unknown {
  if (typeof value !== "object" || value === null) return undefined
  return Object.entries(value).find(([name]) => name === key)?.[1]
}
