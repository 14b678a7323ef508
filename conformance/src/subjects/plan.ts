import { isTestPath } from "@proofloop/foundation/paths"
import { isRecord } from "@proofloop/foundation/text"
import { type Metric, type Plan, postProcessPlan } from "@proofloop/stdlib"
import { memoryFacts } from "@proofloop/stdlib/internal/critics"
import {
  countFailedPaths,
  failingTestFiles,
  failingTestNames,
  failureThreshold,
  inferSourceFiles,
  parsePlan,
  type PriorRun,
} from "@proofloop/stdlib/internal/planning"
import type { JsonObject } from "../json.ts"
import type { Subject } from "./subject.ts"

interface Input {
  /** Default "process". */
  readonly ask?: keyof typeof questions
  /** A plan, or in short the tasks by id, each a list of subtasks, each a list of hints. */
  readonly plan?: unknown
  readonly files?: Readonly<Record<string, string>>
  readonly metrics?: readonly Metric[]
  /** Bullets of a failed test run. */
  readonly failing?: readonly string[]
  readonly prior_runs?: readonly PriorRun[]
  readonly repository?: string
  readonly env?: Readonly<Record<string, string>>
  readonly tests?: readonly string[]
  readonly details?: string
  readonly paths?: readonly string[]
  readonly values?: readonly string[]
}

const questions = {
  process: processPlan,
  /** Through the post-processing again, as plain data. */
  async twice(input: Input) {
    const once = await processPlan(input)
    return processPlan({ ...input, plan: JSON.parse(JSON.stringify(once.plan)) })
  },
  parse: ({ plan }: Input) => shown(parsePlan(planOf(plan))),
  sources: async ({ tests, files = {} }: Input) => ({
    sources: await inferSourceFiles(tests ?? Object.keys(files).slice(0, 1), memoryFacts(files)),
  }),
  async failing_tests({ details = "", files = {} }: Input) {
    const names = failingTestNames(details)
    return { names, files: await failingTestFiles(names, memoryFacts(files)) }
  },
  test_like: ({ paths = [] }: Input) => Object.fromEntries(paths.map((path) => [path, isTestPath(path)])),
  count: ({ prior_runs = [], repository }: Input) =>
    Object.fromEntries(countFailedPaths(prior_runs, repository)),
  thresholds: ({ values = [] }: Input) =>
    values.map((value) => failureThreshold({ PROOFLOOP_OCCAM_FILTER_THRESHOLD: value })),
}

/** Plans: how they are read, and the filters of every plan. */
export const plan: Subject = {
  name: "plan",
  answer(given) {
    const input = given as Input
    return questions[input.ask ?? "process"](input)
  },
}

async function processPlan({
  plan: given,
  files = {},
  metrics = [],
  failing,
  prior_runs,
  repository,
  env = {},
}: Input) {
  const details = (failing ?? []).map((name) => `• ${name}`).join("\n")
  const tests: readonly Metric[] =
    failing === undefined ? [] : [{ name: "test_results", status: "fail", details }]
  const { plan: processed, events } = await postProcessPlan(planOf(given), {
    facts: memoryFacts(files),
    report: { metrics: [...metrics, ...tests] },
    prior_runs,
    repository,
    env,
  })
  return { ...shown(processed), events }
}

function planOf(given: unknown): unknown {
  if (!isRecord(given) || Object.hasOwn(given, "tasks")) return given
  return { tasks: Object.entries(given).map(([id, subtasks]) => taskOf(id, subtasks)) }
}

function taskOf(id: string, subtasks: unknown): JsonObject {
  const hints = Array.isArray(subtasks) ? subtasks : []
  return { id, title: id, subtasks: hints.map((file_hints: unknown) => ({ title: id, file_hints })) }
}

function shown(read: Plan) {
  const hints = read.tasks.map(
    ({ id, subtasks }) => [id, subtasks.map(({ file_hints }) => file_hints)] as const,
  )
  return { tasks: hints.map(([id]) => id), hints: Object.fromEntries(hints), plan: read }
}
