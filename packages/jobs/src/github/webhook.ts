import { createHmac, timingSafeEqual } from "node:crypto"
import { InvalidOptionError } from "@proofloop/foundation/errors"
import * as z from "zod"
import { isCommitId } from "../forge/branch_name.ts"
import type { ForgeNews } from "../forge/news.ts"
import { identityOf } from "./repository/repository.ts"

export interface Delivery {
  /** By names in lower case, as node has them. */
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>
  /** As received: a body that was parsed and rewritten has another signature. */
  readonly body: Uint8Array
}

/** `refused`: answer 401 and do nothing. `ignored`: an event that no run waits for. */
export type WebhookReading =
  | {
      readonly status: "news"
      /** GitHub's name of the event: "check_run". */
      readonly event: string
      readonly news: ForgeNews
    }
  | {
      readonly status: "ignored"
      /** GitHub's name of the event: "star". */
      readonly event: string
    }
  | {
      readonly status: "refused"
      readonly why: string
    }

/**
 * Reads a webhook's delivery once its signature (HMAC-SHA-256 with the webhook's secret, X-Hub-Signature-256) is
 * right. Does not read a delivery with a wrong one. Throws InvalidOptionError for a secret of fewer than 16
 * characters.
 */
export function readWebhook({ headers, body }: Delivery, secret: string): WebhookReading {
  if (secret.length < MIN_SECRET) {
    // The given text may be most of a secret.
    throw new InvalidOptionError({
      option: "secret",
      expected: `${MIN_SECRET} characters or more`,
      got: "fewer",
    })
  }
  if (!isSigned(body, headers["x-hub-signature-256"], secret))
    return { status: "refused", why: "the signature is missing or wrong" }
  const event = headers["x-github-event"]
  const payload = jsonOf(body)
  if (typeof event !== "string" || payload === null)
    return { status: "refused", why: "it is not a JSON event" }
  const read = Object.hasOwn(READERS, event) ? (READERS[event]?.(payload) ?? null) : null
  const place = placeShape.safeParse(payload).data
  if (read === null || place === undefined) return { status: "ignored", event }
  const { id, html_url } = place.repository
  const repository = identityOf({ web: new URL(html_url).origin }, id)
  return { status: "news", event, news: { repository, ...NOTHING, ...read } }
}

const MIN_SECRET = 16

function isSigned(body: Uint8Array, given: Delivery["headers"][string], secret: string): boolean {
  const told = typeof given === "string" ? (/^sha256=([\da-f]{64})$/.exec(given)?.[1] ?? "") : ""
  const right = createHmac("sha256", secret).update(body).digest()
  const found = Buffer.from(told, "hex")
  return found.length === right.length && timingSafeEqual(found, right)
}

function jsonOf(body: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body)) as unknown
  } catch {
    return null
  }
}

const placeShape = z.object({ repository: z.object({ id: z.int().min(1), html_url: z.url() }) })

type Read = Partial<Omit<ForgeNews, "repository">>
const NOTHING = { numbers: [], commits: [], branches: [] }

const sha = z.string().refine(isCommitId)
const number = z.int().min(1)
/** Empty for those of a fork. */
const pulls = z
  .array(z.object({ number }))
  .nullish()
  .transform((list) => (list ?? []).map((pull) => pull.number))
const checked = z.object({ head_sha: sha, pull_requests: pulls })

/** What each event tells: https://docs.github.com/webhooks/webhook-events-and-payloads */
const READERS: Readonly<Record<string, (payload: unknown) => Read | null>> = {
  check_run: reader(z.object({ check_run: checked }), ({ check_run }) => ofCheck(check_run)),
  check_suite: reader(z.object({ check_suite: checked }), ({ check_suite }) => ofCheck(check_suite)),
  workflow_run: reader(z.object({ workflow_run: checked }), ({ workflow_run }) => ofCheck(workflow_run)),
  status: reader(z.object({ sha }), (status) => ({ commits: [status.sha] })),
  pull_request: reader(z.object({ pull_request: z.object({ number }) }), ofPull),
  pull_request_review: reader(z.object({ pull_request: z.object({ number }) }), ofPull),
  pull_request_review_comment: reader(z.object({ pull_request: z.object({ number }) }), ofPull),
  pull_request_review_thread: reader(z.object({ pull_request: z.object({ number }) }), ofPull),
  // A plain issue has the same event name.
  issue_comment: reader(
    z.object({ issue: z.object({ number, pull_request: z.object({}) }) }),
    ({ issue }) => ({
      numbers: [issue.number],
    }),
  ),
  push: reader(z.object({ ref: z.string().startsWith("refs/heads/") }), ({ ref }) => ({
    branches: [ref.slice("refs/heads/".length)],
  })),
}

function reader<Payload>(
  shape: z.ZodType<Payload>,
  read: (payload: Payload) => Read,
): (payload: unknown) => Read | null {
  return (payload) => {
    const { data } = shape.safeParse(payload)
    return data === undefined ? null : read(data)
  }
}

function ofCheck({ head_sha, pull_requests }: z.output<typeof checked>): Read {
  return { commits: [head_sha], numbers: pull_requests }
}

function ofPull({ pull_request }: { readonly pull_request: { readonly number: number } }): Read {
  return { numbers: [pull_request.number] }
}
