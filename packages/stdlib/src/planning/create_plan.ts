import { isInvalidOptionError } from "@proofloop/foundation/errors"
import type { JsonObject } from "@proofloop/foundation/text"
import type { Message, Model } from "@proofloop/runtime"
import * as z from "zod"
import { chatJson } from "../llm_json/chat_json.ts"
import { type ThinkingSwitches, thinkingSwitches, withoutThinking } from "../prompts/thinking.ts"
import type { Plan } from "./plan.ts"
import { parsePlan } from "./plan_schema.ts"
import { type PlanBasis, postProcessPlan, type ProcessedPlan } from "./post_process_plan.ts"
import { FAILURE_WINDOW, type PriorRun, type PriorRunsWindow, PROMPT_WINDOW } from "./prior_runs.ts"
import { plannerPrompt } from "./prompts/planner_prompt.ts"
import { scopeFromEnvironment, scopeReport } from "./scope.ts"

/** Where earlier runs are read: a ledger's query, or a gateway's log. A rejection counts as an empty log. */
export type PriorRunsLog = (
  query: PriorRunsWindow & {
    /** Only runs of this repository. Default: all. */
    readonly repository?: string | undefined
  },
) => Promise<readonly PriorRun[]>

export interface CreatePlanOptions extends PlanBasis {
  /** Default: nothing was tried before. */
  readonly log?: PriorRunsLog | undefined
  /** Rules of the project, added to the prompt. Default: nothing. */
  readonly house_rules?: string | undefined
  /** Default: PROOFLOOP_PLANNER_DISABLE_THINKING and its kin decide; without them the model thinks as it likes. */
  readonly thinking?: ThinkingSwitches | undefined
  /** Called with each event of the planning. Default: none. */
  readonly on_event?:
    | ((
        event: JsonObject & {
          /** Name of the event, such as "plan.denied_filter". */
          readonly type: string
        },
      ) => void)
    | undefined
  /** Aborts the request. Default: none. */
  readonly signal?: AbortSignal | undefined
}

/** Asks a model for a plan and post-processes it. Rejects when the model cannot be asked, or ends without a plan. */
export async function createPlan(model: Model, options: CreatePlanOptions): Promise<ProcessedPlan> {
  const { log, facts, house_rules, on_event, signal, env = process.env } = options
  const { thinking = thinkingSwitches(env, "planner"), scope = scopeFromEnvironment(env) } = options
  const repository = options.repository ?? undefined
  const [recent, failures] = await Promise.all([
    readLog(log, { ...PROMPT_WINDOW, repository }),
    readLog(log, { ...FAILURE_WINDOW, repository }),
  ])
  const messages: readonly Message[] = await plannerPrompt({
    repository: repository ?? "this repository",
    report: scopeReport(options.report, scope).report,
    facts,
    prior_runs: recent,
    house_rules,
  })
  const asked = withoutThinking(messages, model.model_name ?? "", thinking)
  const plan = await chatJson(model, {
    messages: asked,
    schema: planReply,
    role: "planner",
    on_event,
    signal,
  })
  const processed = await postProcessPlan(plan, { ...options, prior_runs: failures })
  for (const event of processed.events) on_event?.(event)
  return processed
}

async function readLog(
  log: PriorRunsLog | undefined,
  query: Parameters<PriorRunsLog>[0],
): Promise<readonly PriorRun[]> {
  try {
    return (await log?.(query)) ?? []
  } catch {
    return []
  }
}

/** parsePlan words the problems of a reply. */
const planReply = z.unknown().transform((reply, context): Plan => {
  try {
    return parsePlan(reply)
  } catch (error) {
    if (!isInvalidOptionError(error)) throw error
    context.addIssue({ code: "custom", message: error.message })
    return z.NEVER
  }
})
