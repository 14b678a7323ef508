import { cutCodePoints, inMarkdown } from "@proofloop/foundation/text"
import { promptLine } from "@proofloop/stdlib/internal/llm"
import type { Forge } from "../../forge/forge.ts"
import { ForgeError } from "../../forge/forge_error.ts"
import type { Feedback, Notice } from "../feedback.ts"
import { deferredNotices, isDeliverable, messageKey } from "../states.ts"
import { type FeedbackStep, keep } from "./step.ts"

export interface NotifyOptions {
  readonly forge: Forge
  /** Keeps messages of different feedback about one issue apart. */
  readonly feedback_id: string
  readonly notices: readonly Notice[]
  readonly signal?: AbortSignal | undefined
}

export interface Notified {
  readonly posted: ReadonlyArray<{ readonly key: string; readonly url: string }>
  /** A message for a later try, with the reason: `no-context-url`, `unknown-context`, or `forge: …` and its words. */
  readonly deferred: readonly Notice[]
}

/**
 * Posts messages to their pull requests and issues, each once even after retries. Never rejects for an error of a
 * forge.
 * @requirement self-correction.notice
 */
export async function notify({ forge, feedback_id, notices, signal }: NotifyOptions): Promise<Notified> {
  const posted: Array<{ readonly key: string; readonly url: string }> = []
  const deferred: Notice[] = []
  for (const notice of notices) {
    const { key, body, context_url } = notice
    const target = context_url === null ? null : forge.targetOf(context_url)
    if (target === null) {
      deferred.push({ ...notice, reason: context_url === null ? "no-context-url" : "unknown-context" })
      continue
    }
    try {
      posted.push({ key, url: await forge.comments.post(target, `${feedback_id}:${key}`, body, signal) })
    } catch (error) {
      if (!(error instanceof ForgeError)) throw error
      deferred.push({ ...notice, reason: `forge: ${cutCodePoints(error.message, 300)}` })
    }
  }
  return { posted, deferred }
}

/** Posts the message of the row's state and undelivered ones, each once; at its end a row tries up to `max_attempts` times. */
export const notifyStep: FeedbackStep = {
  name: "notify",
  needs: ["forge"],
  async run(row, context) {
    const { settings, signal } = context
    const message = messageOf(row)
    const waiting = deferredNotices(row)
    const notices = message === null ? waiting : [...waiting, message]
    const { posted, deferred } = await notify({ forge: settings.forge, feedback_id: row.id, notices, signal })
    for (const { key } of posted) context.tell("told", { key })
    const left =
      row.state === "verified" || row.state === "rejected" || row.state === "failed"
        ? deferred.map((notice) =>
            isDeliverable(notice) ? triedInVain(notice, settings.max_attempts) : notice,
          )
        : deferred
    const for_good = (row.work.notices ?? []).filter((notice) => !waiting.includes(notice))
    const kept = [...for_good, ...left]
    // A forge that stays away is noted once.
    if (message === null && JSON.stringify(kept) === JSON.stringify(row.work.notices ?? [])) {
      return { row, next: "on" }
    }
    const told = [...(row.work.told ?? []), ...(message === null ? [] : [message.key])]
    return keep(context, row, {
      work: { told, notices: kept.length === 0 ? null : kept },
      note: {
        step: "notify",
        posted,
        put_off: left.map(({ key, reason }) => ({ key, reason })),
      },
    })
  },
}

/** The message to the sender of a feedback about its state; null where there is nothing to say, or it was said. */
function messageOf(row: Feedback): Notice | null {
  const key = messageKey(row)
  if (key === null || (row.work.told ?? []).includes(key)) return null
  // Errors are told where somebody sees them.
  const is_bad = row.state === "regression-alarm" || row.state === "failed"
  const context_url = row.context_url ?? (is_bad ? row.fix_pr_url : null)
  return { key, body: bodyOf(row), context_url, reason: "" }
}

function bodyOf(row: Feedback): string {
  const { id, state, fix_pr_url, regression_test_path, work } = row
  const name = `Feedback \`${id}\``
  const test = `its regression test \`${promptLine(regression_test_path ?? "").replaceAll("`", "'")}\``
  switch (state) {
    case "fix-pr-open":
      if (work.conflict !== undefined) {
        return `${name}: the fix proposed in ${fix_pr_url} conflicts with its base at ${work.conflict.base_commit}, and could not follow: ${said(work.conflict.reason)} A person has to bring it up to date, or close it.`
      }
      return `${name}: a fix is proposed in ${fix_pr_url}. A person decides about it.`
    case "verified":
      return `${name} is fixed: ${test} passes on ${work.merged_commit}.`
    case "regression-alarm":
      return `**Regression alarm**, severity critical. ${name}: ${test} does not pass on ${work.alarm_commit}, after ${fix_pr_url} was merged: ${said(row.error)}`
    case "failed":
      return `${name} failed and waits for a person to take it up again: ${said(row.error)}`
    default:
      return `${name} is not taken up: ${said(work.rejection ?? null)}`
  }
}

function said(text: string | null): string {
  return inMarkdown(promptLine(text ?? "no reason was given", 1000), 2000)
}

function triedInVain(notice: Notice, max_attempts: number): Notice {
  const tries = (notice.tries ?? 0) + 1
  return { ...notice, tries, reason: tries < max_attempts ? notice.reason : `given up: ${notice.reason}` }
}
