import { cutCodePoints, oneLine } from "@proofloop/foundation/text"
import * as z from "zod"
import { isCommitId } from "../../forge/branch_name.ts"
import type { Check, Checks } from "../../forge/checks.ts"
import { CONCLUSIONS } from "../../forge/conclusions.ts"
import { ForgeError } from "../../forge/forge_error.ts"
import type { Client } from "../client/client.ts"
import { inShape } from "../client/in_shape.ts"
import type { Context } from "./context.ts"

const text = z.string().nullish()
const runList = z.array(
  z.object({
    id: z.int().min(1),
    name: z.string(),
    status: z.string(),
    conclusion: text,
    html_url: text,
    app: z.object({ slug: text }).nullish(),
    output: z.object({ title: text, summary: text }).nullish(),
  }),
)
const suiteList = z.array(
  z.object({
    status: text,
    conclusion: text,
    latest_check_runs_count: z.int().default(0),
    app: z.object({ slug: text, name: text }).nullish(),
  }),
)
const statusList = z.array(
  z.object({ context: z.string(), state: z.string(), description: text, target_url: text }),
)

/** Check runs of apps and workflows, and the statuses that other services set. */
export function githubChecks({ client, repositories }: Context): Checks {
  return {
    async of(commit, signal) {
      if (!isCommitId(commit))
        throw new ForgeError(`${commit} is not the full id of a commit`, { retryable: false })
      const { path } = (await repositories(signal)).upstream
      const at = `${path}/commits/${commit}`
      const all = async <Value>(
        shape: z.ZodType<readonly Value[]>,
        of: string,
      ): Promise<readonly Value[]> => {
        const found: Value[] = []
        for await (const page of client.pages({ path: `${at}/${of}` }, signal))
          found.push(...inShape(shape, page))
        return found
      }
      const runs = (await all(runList, "check-runs")).map(checkOfRun)
      const suites = await all(suiteList, "check-suites")
      const statuses = (await all(statusList, "statuses")).map(checkOfStatus)
      const found = [...runs, ...suites.flatMap(heldBack), ...newestOfEach(statuses)]
      return found.map((check) => ({ ...check, commit }))
    },
    async required(base, signal) {
      const { path } = (await repositories(signal)).upstream
      return requiredChecks(client, path, base, signal)
    },
    async log(log_id, signal) {
      if (!/^[1-9]\d{0,15}$/.test(log_id))
        throw new ForgeError(`there is no log ${log_id}`, { retryable: false })
      const { path } = (await repositories(signal)).upstream
      return client.log(`${path}/actions/jobs/${log_id}/logs`, signal)
    },
  }
}

/** All of it was requested by its commit. */
type CheckOfCommit = Omit<Check, "commit">

function checkOfRun({
  id,
  name,
  status,
  conclusion,
  html_url,
  app,
  output,
}: z.infer<typeof runList>[number]): CheckOfCommit {
  const told = status === "completed" ? (conclusion ?? "neutral") : status
  return {
    name,
    kind: "run",
    state: status === "completed" ? stateOf(told) : "pending",
    told,
    summary: summaryOf([output?.title, output?.summary]),
    url: html_url ?? null,
    // The run of a job has the job's number.
    log_id: app?.slug === "github-actions" ? String(id) : null,
  }
}

function stateOf(told: string): Check["state"] {
  return Object.hasOwn(CONCLUSIONS, told) ? (CONCLUSIONS[told]?.state ?? "failed") : "failed"
}

/**
 * A workflow without a run waits for a person (as for a first contribution) or for its concurrency group, or its file
 * is invalid. Other apps leave suites behind that never have a run.
 */
function heldBack({
  status,
  conclusion,
  latest_check_runs_count,
  app,
}: z.infer<typeof suiteList>[number]): readonly CheckOfCommit[] {
  if (latest_check_runs_count > 0) return []
  const known = HELD_BACK.get(conclusion ?? "")
  const is_waiting = conclusion == null && status != null && status !== "completed"
  const waiting = { told: status ?? "", summary: "a workflow has yet to begin its jobs" }
  const found = known ?? (is_waiting && app?.slug === "github-actions" ? waiting : null)
  if (found === null) return []
  const state = known === undefined ? "pending" : stateOf(found.told)
  return [{ name: app?.name ?? "workflows", kind: "run", state, ...found, url: null, log_id: null }]
}

const INVALID = { told: "startup_failure", summary: "a workflow could not start: its file is not valid" }

const HELD_BACK: ReadonlyMap<string, Pick<Check, "told" | "summary">> = new Map([
  ["action_required", { told: "action_required", summary: "a person has to let the workflows run" }],
  ["startup_failure", INVALID],
  ["failure", INVALID],
])

function checkOfStatus({
  context,
  state,
  description,
  target_url,
}: z.infer<typeof statusList>[number]): CheckOfCommit {
  return {
    name: context,
    kind: "status",
    state: stateOf(state),
    told: state,
    summary: summaryOf([description]),
    url: target_url ?? null,
    log_id: null,
  }
}

/** Statuses of a name are told newest first. */
function newestOfEach(statuses: readonly CheckOfCommit[]): readonly CheckOfCommit[] {
  return [...new Map(statuses.toReversed().map((status) => [status.name, status])).values()]
}

function summaryOf(parts: ReadonlyArray<string | null | undefined>): string {
  return cutCodePoints(oneLine(parts.filter((part) => part != null && part !== "").join(": ")), 1000)
}

const ruleList = z.array(z.object({ type: z.string(), parameters: z.unknown().optional() }))
const checksOfRule = z.object({ required_status_checks: z.array(z.object({ context: z.string() })) })
const branchShape = z.object({
  protection: z
    .object({ required_status_checks: z.object({ contexts: z.array(z.string()).default([]) }).nullish() })
    .nullish(),
})

/** The checks that a branch's rules and older protection demand; null when the token may see neither. */
async function requiredChecks(
  client: Client,
  repository: string,
  branch: string,
  signal?: AbortSignal,
): Promise<readonly string[] | null> {
  const name = encodeURIComponent(branch)
  const told = [
    await orNothing(async () => {
      const found: string[] = []
      const path = `${repository}/rules/branches/${name}`
      for await (const page of client.pages({ path }, signal)) {
        for (const { type, parameters } of inShape(ruleList, page)) {
          if (type !== "required_status_checks") continue
          const { required_status_checks } = inShape(checksOfRule, parameters)
          found.push(...required_status_checks.map(({ context }) => context))
        }
      }
      return found
    }),
    await orNothing(async () => {
      const asked = client.ask({ method: "GET", path: `${repository}/branches/${name}` }, signal)
      return inShape(branchShape, await asked).protection?.required_status_checks?.contexts ?? []
    }),
  ].filter((names) => names !== null)
  return told.length === 0 ? null : [...new Set(told.flat())]
}

async function orNothing(read: () => Promise<readonly string[]>): Promise<readonly string[] | null> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof ForgeError && (error.problem === "missing" || error.problem === "credential"))
      return null
    throw error
  }
}
