import { cutCodePoints, oneLine } from "@proofloop/foundation/text"
import { faultOf, reasonOf } from "../../drive/fault.ts"
import { workOf } from "../../drive/step.ts"
import { ForgeError } from "../../forge/forge_error.ts"
import { code, paragraph, quoted } from "../../forge/page_text.ts"
import type { ReviewThread } from "../../forge/reviews.ts"
import type { RunContext } from "../context/context.ts"
import type { AnsweredRequest, PipelineRun, ReviewRequest } from "../run.ts"
import type { Integrated } from "./integrate_request.ts"

/**
 * Posts the outcome of a request at its source, once each, and resolves its thread when a commit was made. A
 * permanent refusal of the forge, as for a locked conversation, is told in the answer; an unreachable forge rejects
 * with ForgeError.
 */
export async function answerRequest(
  request: ReviewRequest,
  { thread, done }: { readonly thread: ReviewThread | null; readonly done: Integrated },
  row: PipelineRun,
  context: RunContext,
): Promise<AnsweredRequest> {
  const { settings, signal } = context
  const { reviews, comments } = settings.forge
  const { number } = workOf(row, "pull_request").pull_request
  const { commit } = done
  // A try without a commit may, after a kill, be repeated with one; that is another answer.
  const key = `${row.id}:answer:${request.id}${commit === null ? ":unchanged" : ""}`
  const words = wordsOf(done)
  try {
    if (reviews !== null && thread !== null) {
      await reviews.reply(number, thread, { key, body: answerText(done, row) }, signal)
      if (commit !== null) await reviews.resolve(thread, signal)
    } else {
      const about = `${quoted(cutCodePoints(request.body, MAX_QUOTED))}\n\n`
      const target = { kind: "pull_request", number } as const
      await comments.post(target, key, `${about}${answerText(done, row)}`, signal)
    }
    return { id: request.id, commit, answer: words }
  } catch (error) {
    if (!(error instanceof ForgeError) || error.retryable || faultOf(error) !== null) throw error
    return {
      id: request.id,
      commit,
      answer: cutCodePoints(`${words} (not told: ${reasonOf(error)})`, MAX_ANSWER),
    }
  }
}

/** Quotes the comment that an answer on the whole pull request is about. */
const MAX_QUOTED = 300

/** Kept in the row for each request. */
const MAX_ANSWER = 300

function wordsOf({ commit, why }: Integrated): string {
  const text = commit === null ? `nothing was changed: ${oneLine(why)}` : `done in ${commit}`
  return cutCodePoints(text, MAX_ANSWER)
}

function answerText({ commit, after, why }: Integrated, row: PipelineRun): string {
  const run = `Run ${code(row.id)}, a program.`
  if (commit === null) return `Nothing was changed: ${paragraph(why, 1000)}\n\n${run}`
  const check = after === null ? "" : ` ${code(after.command, 300)} is ${after.outcome} with it.`
  const caveat = why === "" ? "" : `\n\n${paragraph(why, 600)}`
  return `Done in ${commit}.${check}${caveat}\n\n${run}`
}
