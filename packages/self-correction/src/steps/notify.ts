import { cutCodePoints } from "@proofloop/foundation/text"
import { type Forge, ForgeError } from "@proofloop/jobs/forge"
import type { Notice } from "../feedback/feedback.ts"

export interface NotifyOptions {
  readonly forge: Forge
  /** Messages of different feedback about one issue are not taken for each other. */
  readonly feedback_id: string
  readonly notices: readonly Notice[]
  readonly signal?: AbortSignal | undefined
}

export interface Notified {
  readonly posted: ReadonlyArray<{ readonly key: string; readonly url: string }>
  /**
   * What is to be kept for a later try, with the reason: `no-context-url`, `unknown-context`, or `forge: …` and what it
   * said.
   */
  readonly deferred: readonly Notice[]
}

/**
 * Posts messages to the pull requests and issues they belong to, each once, however often it is tried. Never rejects for
 * what a forge says. @requirement self-correction.notice
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
