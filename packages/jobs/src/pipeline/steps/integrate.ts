import { workOf } from "../../drive/step.ts"
import type { ReviewThread } from "../../forge/reviews.ts"
import { keep, type RunContext, type RunOutcome, type RunStep } from "../context/context.ts"
import { answerRequest } from "../review/answer_request.ts"
import { type Integrated, integrateRequest } from "../review/integrate_request.ts"
import { isCommitOf, tipOf } from "../review/own_commit.ts"
import type { PipelineRun, ReviewRequest } from "../run.ts"
import { pushHead } from "./push_head.ts"

/**
 * One request of a reviewer: fulfilled by a loop behind the gate, pushed, and answered at its source. A commit for it
 * that was pushed before a kill is taken. Where the pull request is over, or somebody has pushed, the requests are
 * read anew.
 */
export const integrateStep: RunStep = {
  name: "integrate",
  repeats: true,
  needs: ["forge", "model", "runner"],
  in_parts: true,
  async run(row, context) {
    const { tell, part } = context
    const { requests, head } = workOf(row, "requests", "head")
    const [request, ...left] = requests
    if (request === undefined) throw new Error("no request is open")
    const { tip, pushed, thread } = await part("look", async () => look(request, row, context))
    if (tip !== head && pushed === null) return readAnew(row, context, "the pull request is not what it was")
    const is_over = pushed === null && request.thread !== null && thread?.is_resolved !== false
    const done = pushed ?? (is_over ? OVER : await integrateRequest(request, thread, row, context))
    const { commit, after } = done
    const answer = async () => {
      const answered = is_over
        ? { id: request.id, commit, answer: done.why }
        : await answerRequest(request, { thread, done }, row, context)
      return {
        requests: left.length === 0 ? null : left,
        answered: [...(row.work.answered ?? []), answered],
        ...(after === null ? {} : { head_check: after }),
      }
    }
    const note = { step: "integrate", request: request.id, commit, why: done.why }
    const outcome =
      commit === null
        ? await keep(context, row, { work: await part("answer", answer), note })
        : await pushHead(row, context, { commit, onPushed: answer, note })
    if (commit === null || outcome.row.work.head === commit)
      tell("integrated", { request: request.id, commit })
    return outcome
  },
}

interface Look {
  /** null: the pull request is over, or its branch is gone. */
  readonly tip: string | null
  /** A commit for the request that was pushed before a kill. */
  readonly pushed: Integrated | null
  readonly thread: ReviewThread | null
}

async function look(request: ReviewRequest, row: PipelineRun, context: RunContext): Promise<Look> {
  const { settings, signal } = context
  const { head, pull_request } = workOf(row, "head", "pull_request")
  const { state } = await settings.forge.pulls.get(pull_request.number, signal)
  const tip = state === "open" ? await tipOf(row, context) : null
  const pushed = tip === null || tip === head ? null : await ownCommit(tip, request, row, context)
  return { tip, pushed, thread: tip === null ? null : await threadOf(request, row, context) }
}

const OVER: Integrated = { commit: null, after: null, why: "its thread was resolved or removed" }

async function readAnew(row: PipelineRun, context: RunContext, why: string): Promise<RunOutcome> {
  return keep(context, row, { work: { requests: null }, note: { step: "integrate", read_anew: why } })
}

async function ownCommit(
  commit: string,
  { id }: ReviewRequest,
  row: PipelineRun,
  { settings }: RunContext,
): Promise<Integrated | null> {
  const { head } = workOf(row, "head")
  const is_ours = await isCommitOf(settings.root, commit, { head, run_id: row.id, request_id: id })
  return is_ours ? { commit, after: null, why: "" } : null
}

/** The thread as it is now; null for a comment on the whole pull request, and for a deleted thread. */
async function threadOf(
  request: ReviewRequest,
  row: PipelineRun,
  { settings, signal }: RunContext,
): Promise<ReviewThread | null> {
  const { reviews } = settings.forge
  if (request.thread === null || reviews === null) return null
  const { number } = workOf(row, "pull_request").pull_request
  return (await reviews.threads(number, signal)).find(({ id }) => id === request.thread) ?? null
}
