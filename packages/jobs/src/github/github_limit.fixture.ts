/** A limit that the first request with this beginning of method and path meets. */
export interface ServedLimit {
  readonly of: string
  /** `primary`: the hour's requests are used up; `secondary`: too much at once. */
  readonly kind: "primary" | "secondary"
  /** GitHub answers with either. */
  readonly status: 403 | 429
  readonly seconds: number
}

export interface ServedLimits {
  /** The next ones to be met. */
  readonly coming: ServedLimit[]
  /** The one in force, until this time in milliseconds. */
  now: (ServedLimit & { readonly until: number }) | null
  /** Requests that did not wait: GitHub bans clients that go on so. */
  readonly too_early: string[]
  /** Milliseconds since 1970. */
  clock: () => number
}

export function servedLimits(): ServedLimits {
  return { coming: [], now: null, too_early: [], clock: Date.now }
}

export interface LimitAnswer {
  readonly status: number
  readonly value: object
  readonly headers: Readonly<Record<string, string>>
}

/**
 * The refusal of a request while a limit is in force; null: there is none.
 * https://docs.github.com/rest/using-the-rest-api/rate-limits-for-the-rest-api
 */
export function limited(limits: ServedLimits, line: string): LimitAnswer | null {
  const time = limits.clock()
  if (limits.now !== null && time >= limits.now.until) limits.now = null
  if (limits.now !== null) limits.too_early.push(line)
  const at = limits.now === null ? limits.coming.findIndex(({ of }) => line.startsWith(of)) : -1
  const [met] = at < 0 ? [] : limits.coming.splice(at, 1)
  if (met !== undefined) limits.now = { ...met, until: time + met.seconds * 1000 }
  return limits.now === null ? null : answerOf(limits.now)
}

function answerOf({ kind, status, seconds, until }: NonNullable<ServedLimits["now"]>): LimitAnswer {
  if (kind === "secondary") {
    const message =
      "You have exceeded a secondary rate limit. Please wait a few minutes before you try again."
    return { status, value: { message }, headers: { "retry-after": String(seconds) } }
  }
  const reset = String(Math.ceil(until / 1000))
  return {
    status,
    value: { message: "API rate limit exceeded for user ID 1." },
    headers: { "x-ratelimit-limit": "5000", "x-ratelimit-remaining": "0", "x-ratelimit-reset": reset },
  }
}
