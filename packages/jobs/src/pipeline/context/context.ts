import { existsSync } from "node:fs"
import { basename, join } from "node:path"
import { sha256Hex } from "@proofloop/foundation/text"
import type { Model } from "@proofloop/runtime"
import type { ObservationLedger } from "@proofloop/stdlib"
import { patientModel } from "@proofloop/stdlib/internal/llm"
import { EnvironmentFault } from "../../drive/fault.ts"
import { requireSpace } from "../../drive/space.ts"
import type { JobStep, StepContext, StepOutcome } from "../../drive/step.ts"
import { analyse } from "../analyse/analyse.ts"
import type { MetricReport } from "../analyse/metric.ts"
import { type CheckRun, findCheck, runCheck } from "../check/run_check.ts"
import type { PipelineRun, RunState } from "../run.ts"
import type { RunTypes } from "../run_store.ts"
import type { ModelRole, PipelineSettings } from "../settings.ts"
import { meteredModel, type Spending } from "../spending/spending.ts"
import type { Place } from "../tree/place.ts"

export interface RunSettings extends PipelineSettings {
  readonly root: string
  readonly ledger: ObservationLedger
  readonly spending: Spending
}

export type RunStep = JobStep<PipelineRun, RunSettings>
export type RunContext = StepContext<RunSettings>
export type RunOutcome = StepOutcome<PipelineRun>

/** Writes the product of a step; the row stays in its state, in which nothing has failed yet. */
export async function keep(
  { settings: { store }, part, keeps_parts }: RunContext,
  row: PipelineRun,
  change: RunTypes["change"],
): Promise<RunOutcome> {
  const written = await part("write", async () => {
    const now = keeps_parts ? await store.get(row.id) : row
    // An earlier try has written it, and did not come to tell the engine.
    if (now.revision !== row.revision) return now
    return store.change(row.id, { attempts: 0, error: null, ...change })
  })
  return { row: written, next: "on" }
}

export async function moveTo(
  to: RunState,
  context: RunContext,
  row: PipelineRun,
  change: RunTypes["change"],
): Promise<RunOutcome> {
  return keep(context, row, { ...change, to })
}

/** A row that waits; looked at again at this time in milliseconds, or whenever somebody looks. */
export function waitFor(
  row: PipelineRun,
  what: string,
  {
    look_at = null,
    deadline = null,
  }: { readonly look_at?: number | null; readonly deadline?: number | null } = {},
): RunOutcome {
  const iso = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())
  return { row, next: "wait", wait: { for: what, look_at: iso(look_at), deadline: iso(deadline) } }
}

/** The branch that the pull request of a run goes to. */
export async function baseOf({ settings, signal }: RunContext, row: PipelineRun): Promise<string> {
  return row.place?.base ?? row.base ?? settings.forge.defaultBranch(signal)
}

/** A model for a run: it waits out passing errors, and its calls are counted. */
export function modelOf(context: Pick<RunContext, "settings">, row: PipelineRun, role: ModelRole): Model {
  return forRun(context.settings.modelFor(role), context, row)
}

/** The models that read the pull request of a run, alike; each call is a part. */
export function reviewersFor(context: RunContext, row: PipelineRun): readonly Model[] {
  return context.settings.reviewers.map((model) => modelInParts(forRun(model, context, row), context))
}

/** The same model, each call of it a part of the step. An answer is never taken for that to another question. */
export function modelInParts(model: Model, { part }: Pick<RunContext, "part">): Model {
  const asked: Model = async (request, options) => {
    const digest = sha256Hex(JSON.stringify(request)).slice(0, 16)
    return part(`model:${digest}`, async () => model(request, options))
  }
  const { model_name, provider, timeout_ms } = model
  return Object.assign(asked, { model_name, provider, timeout_ms })
}

function forRun(model: Model, { settings }: Pick<RunContext, "settings">, { id }: PipelineRun): Model {
  const { model_timeout_ms, clock } = settings
  return meteredModel(patientModel(model, model_timeout_ms, clock), settings, id)
}

/** Runs the repository's check by its command from before the run: no work may change its judge. null: it has none. */
export async function checkIn(
  place: Place,
  { settings, signal }: RunContext,
  { work }: Pick<PipelineRun, "work">,
): Promise<CheckRun | null> {
  const command = settings.check ?? work.base_check?.command ?? (await findCheck(place.root))
  if (command === null) return null
  const run = await runCheck(place, { command, timeout_ms: settings.check_timeout_ms, signal })
  if (run.outcome !== "green") await requireSpace(settings.state_dir)
  return run
}

/** The analysers' findings in a place where the check has run already. */
export async function measure(
  { root, runner }: Place,
  { signal }: Pick<RunContext, "signal">,
  { url, commit, check }: { readonly url: string; readonly commit: string; readonly check: CheckRun | null },
): Promise<MetricReport> {
  const failing_tests = check === null || check.outcome === "unable" ? null : check.failing
  return { ...(await analyse(root, { repository: nameOf(url), runner, failing_tests, signal })), commit }
}

/** "owner/name" on GitHub, else the name of the folder. */
function nameOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname.slice(1) : basename(url, ".git")
}

/** Throws while the state's folder holds a file `stop`; then nothing begins. */
export function requireGo({ state_dir }: Pick<PipelineSettings, "state_dir">): void {
  const path = join(state_dir, STOP_FILE)
  if (existsSync(path)) throw new EnvironmentFault("budget", `${path} exists: all runs are held`, STOPPED)
}

export const STOP_FILE = "stop"

/** Looked at again after a minute. */
const STOPPED = { retry_after_ms: 60_000 }
