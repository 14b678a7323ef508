import type { Feedback, Notice } from "../feedback/feedback.ts"
import { deferredNotices, isDeliverable } from "../machine/due.ts"
import { notify } from "../steps/notify.ts"
import { messageOf } from "./messages.ts"
import { type DriveStep, keep } from "./step.ts"

/**
 * Posts the message of the row's state, and those that could not be delivered before, each once. What still cannot is put
 * off; a row at its end waits for it `max_attempts` tries long.
 */
export const notifyStep: DriveStep = async (row, context) => {
  const { settings, signal } = context
  const message = messageOf(row)
  const waiting = deferredNotices(row)
  const notices = message === null ? waiting : [...waiting, message]
  const { posted, deferred } = await notify({ forge: settings.forge, feedback_id: row.id, notices, signal })
  for (const { key } of posted) context.tell("told", { key })
  const left = isAtEnd(row)
    ? deferred.map((notice) => (isDeliverable(notice) ? triedInVain(notice, settings.max_attempts) : notice))
    : deferred
  const for_good = (row.work.notices ?? []).filter((notice) => !waiting.includes(notice))
  const kept = [...for_good, ...left]
  // A forge that stays away is noted once.
  if (message === null && isSame(kept, row.work.notices ?? [])) {
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
}

function isAtEnd({ state }: Feedback): boolean {
  return state === "verified" || state === "rejected" || state === "failed"
}

function triedInVain(notice: Notice, max_attempts: number): Notice {
  const tries = (notice.tries ?? 0) + 1
  return { ...notice, tries, reason: tries < max_attempts ? notice.reason : `given up: ${notice.reason}` }
}

function isSame(some: readonly Notice[], others: readonly Notice[]): boolean {
  return JSON.stringify(some) === JSON.stringify(others)
}
