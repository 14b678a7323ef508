import { oneLine } from "@proofloop/foundation/text"
import type { Feedback, FeedbackState, FeedbackStore } from "@proofloop/jobs/feedback"
import { FEEDBACK_STATES, type FeedbackSeverity, SEVERITIES } from "@proofloop/jobs/internal/feedback"
import { readCount } from "../arguments/numbers.ts"
import type { Input } from "../arguments/verb.ts"
import { EXIT_CODES } from "../console/exit_code.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { userName } from "../console/user_name.ts"
import { answerPlan, readApproval, requireReason } from "../jobs/answer.ts"
import { breakerText } from "../rows/shown.ts"
import { createStyle } from "../terminal/style.ts"
import { openWithoutModel } from "./process.ts"
import { listText, showText } from "./report.ts"
import { shownFeedback } from "./shown_feedback.ts"
import { withFoundStore, withStore } from "./store.ts"

export { showInbox } from "./inbox.ts"
export { processFeedback, revertFeedback, verifyFeedback } from "./process.ts"

export async function addFeedback(input: Input, io: Io): Promise<number> {
  const [body = ""] = input.positionals
  if (body.trim() === "") throw new Misuse("feedback add: TEXT is empty")
  const severity = readSeverity(input)
  if (severity === undefined) throw new Misuse(`feedback add needs --severity ${SEVERITIES.join("|")}`)
  return withStore(input, io, async (store) => {
    const id = input.text("id")
    const row = await store.add({
      body,
      severity,
      from_handle: input.text("from") ?? userName(),
      context_url: input.text("on") ?? null,
      success_criterion: input.text("criterion") ?? null,
      ...(id === undefined ? {} : { id }),
    })
    io.stdout.write(
      input.json ? `${JSON.stringify({ ...row, store: store.path })}\n` : `${row.id} is pending\n`,
    )
    return EXIT_CODES.clean
  })
}

export async function listFeedback(input: Input, io: Io): Promise<number> {
  const state = readState(input)
  const severity = readSeverity(input)
  const tell = (rows: readonly Feedback[]): number => {
    io.stdout.write(
      input.json ? `${JSON.stringify({ feedback: rows })}\n` : listText(rows, createStyle(io.stdout, io.env)),
    )
    return EXIT_CODES.clean
  }
  const limit = readCount(input, "limit") ?? Number.POSITIVE_INFINITY
  const first = input.text("after")
  return withFoundStore(
    input,
    io,
    async (store) => {
      for (const breaker of await store.breakers())
        io.stderr.write(`proofloop: ${oneLine(breakerText(breaker))}\n`)
      const rows: Feedback[] = []
      for (let after = first; rows.length < limit; after = rows.at(-1)?.id) {
        const page = await store.list({ state, severity, after, limit: Math.min(limit - rows.length, PAGE) })
        if (page.length === 0) return tell(rows)
        rows.push(...page)
      }
      const last = rows.at(-1)?.id
      io.stderr.write(`proofloop: there may be more: --after ${last}\n`)
      return tell(rows)
    },
    () => tell([]),
  )
}

const PAGE = 1000

export async function showFeedback(input: Input, io: Io): Promise<number> {
  const [id = ""] = input.positionals
  const show = async (store: FeedbackStore): Promise<number> => {
    const row = await store.get(id)
    const [notes, approvals] = [await store.notes(id), await store.approvals(id)]
    const [holder, wait = null] = [await store.holder(id), (await store.waits()).get(id)]
    const shown = shownFeedback(row, { source: "feedback", holder, wait, now: Date.now() })
    io.stdout.write(
      input.json
        ? `${JSON.stringify({ ...row, notes, approvals })}\n`
        : showText(shown, notes, approvals, createStyle(io.stdout, io.env)),
    )
    return EXIT_CODES.clean
  }
  return withFoundStore(input, io, show)
}

export async function approveFeedback(input: Input, io: Io): Promise<number> {
  const given = readApproval(input)
  return withFoundStore(input, io, (store) => answerPlan(store, given, { input, io, next: NEXT }))
}

/** `feedback reject`: refuses a waiting plan, or gives up work. */
export async function rejectFeedback(input: Input, io: Io): Promise<number> {
  const [id = ""] = input.positionals
  const reason = requireReason(input, "feedback reject")
  const reject = async (store: FeedbackStore, root: string): Promise<number> => {
    const { state } = await store.get(id)
    if (state === "awaiting-approval")
      return answerPlan(store, { answer: "rejected", reply: reason }, { input, io, next: NEXT })
    const row = await (await openWithoutModel(input, io, { store, root })).giveUp(id, reason)
    io.stdout.write(input.json ? `${JSON.stringify(row)}\n` : `${id}: ${row.state}\n`)
    return EXIT_CODES.clean
  }
  return withFoundStore(input, io, reject)
}

const NEXT = "npx proofloop feedback process"

function readSeverity(input: Input): FeedbackSeverity | undefined {
  return SEVERITIES.find((one) => one === input.text("severity"))
}

function readState(input: Input): FeedbackState | undefined {
  const text = input.text("state")
  const state = FEEDBACK_STATES.find((one) => one === text)
  if (text === undefined || state !== undefined) return state
  throw new Misuse(`--state: expected one of ${FEEDBACK_STATES.join(", ")}, got "${text}"`, {
    name: text,
    known: FEEDBACK_STATES,
  })
}
