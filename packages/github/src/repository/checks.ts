import { cutCodePoints, oneLine } from "@proofloop/foundation/text"
import { type Check, type Checks, ForgeError, isCommitId } from "@proofloop/jobs/forge"
import { z } from "zod"
import { inShape } from "../client/in_shape.ts"
import type { Context } from "./context.ts"
import { requiredChecks } from "./required_checks.ts"

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
    conclusion: text,
    latest_check_runs_count: z.int().default(0),
    app: z.object({ name: text }).nullish(),
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
      return [...runs, ...suites.flatMap(heldBack), ...newestOfEach(statuses)]
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

function checkOfRun({
  id,
  name,
  status,
  conclusion,
  html_url,
  app,
  output,
}: z.infer<typeof runList>[number]): Check {
  const told = status === "completed" ? (conclusion ?? "neutral") : status
  return {
    name,
    kind: "run",
    state: status === "completed" ? (STATES[told] ?? "failed") : "pending",
    told,
    summary: summaryOf([output?.title, output?.summary]),
    url: html_url ?? null,
    // The run of a job has the job's number.
    log_id: app?.slug === "github-actions" ? String(id) : null,
  }
}

/** https://docs.github.com/rest/guides/using-the-rest-api-to-interact-with-checks#about-check-suites */
const STATES: Readonly<Record<string, Check["state"]>> = {
  success: "passed",
  neutral: "passed",
  skipped: "passed",
  failure: "failed",
  timed_out: "failed",
  startup_failure: "failed",
  cancelled: "cancelled",
  stale: "cancelled",
  action_required: "needs_person",
}

/** A workflow that waits for a person has no run yet, as of a first contribution. */
function heldBack({
  conclusion,
  latest_check_runs_count,
  app,
}: z.infer<typeof suiteList>[number]): readonly Check[] {
  if (conclusion !== "action_required" || latest_check_runs_count > 0) return []
  const held = {
    kind: "run",
    state: "needs_person",
    told: "action_required",
    url: null,
    log_id: null,
  } as const
  return [{ ...held, name: app?.name ?? "workflows", summary: "a person has to let the workflows run" }]
}

function checkOfStatus({
  context,
  state,
  description,
  target_url,
}: z.infer<typeof statusList>[number]): Check {
  return {
    name: context,
    kind: "status",
    state: state === "success" ? "passed" : state === "pending" ? "pending" : "failed",
    told: state,
    summary: summaryOf([description]),
    url: target_url ?? null,
    log_id: null,
  }
}

/** Statuses of a name are told newest first. */
function newestOfEach(statuses: readonly Check[]): readonly Check[] {
  return [...new Map(statuses.toReversed().map((status) => [status.name, status])).values()]
}

function summaryOf(parts: ReadonlyArray<string | null | undefined>): string {
  return cutCodePoints(oneLine(parts.filter((part) => part != null && part !== "").join(": ")), 1000)
}
