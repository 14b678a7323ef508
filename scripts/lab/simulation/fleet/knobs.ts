/** What a fleet is given, and what nobody measured: each assumption says so. */
export interface Knobs {
  readonly seed: number
  readonly days: number
  readonly repositories: number
  /** Turns at a time, with two cores for each four of them, as measured. */
  readonly workers: number
  readonly people: number
  /** Input plus output tokens of the model's endpoint. */
  readonly tokens_a_minute: number
  readonly model_requests_a_minute: number
  /** Of one installation of an app: 5,000 to 12,500 by GitHub's documentation. */
  readonly forge_requests_an_hour: number
  /** Part of the runs whose plan a person approves. Assumed. */
  readonly approved_share: number
  /** Model calls and tokens of a run as a multiple of the measured ones, which scripts answered. */
  readonly work_factor: number
  /** US dollars for a million tokens. */
  readonly usd_per_million: number
  /** Mean of a model's answer, assumed: exponential. */
  readonly model_ms: number
  /** Of one request to the forge, assumed. */
  readonly forge_ms: number
  /** Of CI, assumed: from half to one and a half times. */
  readonly ci_ms: number
  /** Part of the pushes whose CI is red at first, assumed. */
  readonly red_share: number
  /** Part of the turns that end with an outage and are repeated after 30 s, assumed. */
  readonly failing_share: number
  /** A person's work, assumed: from half to one and a half times. */
  readonly approve_ms: number
  readonly merge_ms: number
}

const MINUTE = 60_000

export const KNOBS: Knobs = {
  seed: 1,
  days: 5,
  repositories: 500,
  workers: 16,
  people: 200,
  tokens_a_minute: 1_000_000,
  model_requests_a_minute: 1000,
  forge_requests_an_hour: 12_500,
  approved_share: 0.2,
  work_factor: 1,
  usd_per_million: 3,
  model_ms: 8000,
  forge_ms: 200,
  ci_ms: 10 * MINUTE,
  red_share: 0.15,
  failing_share: 0.02,
  approve_ms: 5 * MINUTE,
  merge_ms: 20 * MINUTE,
}
