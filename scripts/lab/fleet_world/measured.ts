import { z } from "zod"

const spread = z.strictObject({
  count: z.number(),
  mean: z.number(),
  p10: z.number(),
  p50: z.number(),
  p90: z.number(),
  max: z.number(),
})

/** A distribution of measured values. */
export type Spread = z.output<typeof spread>

export const measuredSchema = z.strictObject({
  repositories: z.number(),
  concurrency: z.number(),
  cores: z.number(),
  /** Of all processes of the machine in the last minute, at the end. */
  load_average: z.number(),
  /** The expired token that all repositories share. */
  expired_token: z.strictObject({
    begun_rows: z.number(),
    requests_that_met_it: z.number(),
    counted_attempts: z.number(),
    /** From the token's renewal to the first step. */
    goes_on_after_ms: z.number(),
  }),
  rate_limit: z.strictObject({
    retry_after_ms: z.number(),
    requests_under_way: z.number(),
    /** Requests that began while the limit was known. */
    asked_too_early: z.number(),
    counted_attempts: z.number(),
  }),
  kill: z.strictObject({
    unfinished_rows: z.number(),
    rows_known_after: z.number(),
    /** Of them: until the process had read its sources, which no build has made small here. */
    loaded_after_ms: z.number(),
    started_after_ms: z.number(),
    first_turn_after_ms: z.number(),
  }),
  drain: z.strictObject({ turns_under_way: z.number(), ended_after_ms: z.number() }),
  memory: z.strictObject({
    one_repository_bytes: z.number(),
    all_repositories_bytes: z.number(),
    repositories_worked_on: z.number(),
    a_repository_bytes: z.number(),
  }),
  throughput: z.strictObject({
    pull_requests: z.number(),
    ms: z.number(),
    pull_requests_an_hour: z.number(),
    turns_a_minute: z.number(),
  }),
  /** Of one run, from its beginning to its open pull request. */
  run: z.strictObject({
    steps_ms: z.record(z.string(), spread),
    steps: z.record(z.string(), z.number()),
    model_calls: spread,
    tokens: spread,
    work_ms: spread,
    forge_requests: z.number(),
    /** Of one look at an open pull request on which nothing has happened. */
    requests_of_a_look: z.number(),
    /** Of them: answered as unchanged, which GitHub does not count. */
    unchanged_of_a_look: z.number(),
  }),
})

/** What `npm run fleet:world` measures. */
export type Measured = z.output<typeof measuredSchema>

/** Throws for an empty list. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
  const sum = sorted.reduce((total, value) => total + value, 0)
  const round = (value: number) => Math.round(value * 10) / 10
  return {
    count: sorted.length,
    mean: round(sorted.length === 0 ? 0 : sum / sorted.length),
    p10: round(at(0.1)),
    p50: round(at(0.5)),
    p90: round(at(0.9)),
    max: round(at(1)),
  }
}
