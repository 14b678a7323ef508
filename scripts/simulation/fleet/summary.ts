import type { Knobs } from "./knobs.ts"
import { officeMs } from "./people.ts"
import type { Simulated } from "./simulate.ts"

export interface Summary {
  readonly merged: number
  readonly usd_a_merge: number | null
  /** Parts of what each can do, of 1. */
  readonly use: Readonly<Record<"workers" | "model" | "forge" | "people", number>>
  /** What is used most, where more than four fifths of it are; null: nothing is. */
  readonly saturated: string | null
  /** Milliseconds that nine of ten runs are below. */
  readonly p90: Readonly<Record<"queue" | "to_pull_request" | "merge", number>>
  readonly most_queued: number
}

/** A simulated week in a few figures. */
export function summaryOf(simulated: Simulated, knobs: Knobs): Summary {
  const { ms, counts, merged, tokens, model_calls, forge_requests, people_busy_ms, active } = simulated
  const minutes = ms / 60_000
  const use = {
    workers: active / knobs.workers,
    model: Math.max(
      tokens / (minutes * knobs.tokens_a_minute),
      model_calls / (minutes * knobs.model_requests_a_minute),
    ),
    forge: forge_requests / ((minutes / 60) * knobs.forge_requests_an_hour),
    people: people_busy_ms / (officeMs(knobs.days) * knobs.people),
  }
  const [most] = Object.entries(use).toSorted(([, one], [, other]) => other - one)
  return {
    merged,
    usd_a_merge: merged === 0 ? null : (tokens * knobs.usd_per_million) / 1e6 / merged,
    use,
    saturated: most !== undefined && most[1] > 0.8 ? most[0] : null,
    p90: {
      queue: ninth(counts.stays("queue")),
      to_pull_request: ninth(simulated.to_pull_request),
      merge: ninth(counts.stays("merge")),
    },
    most_queued: Math.max(...simulated.hours.map(({ queue }) => queue)),
  }
}

function ninth(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * 0.9)] ?? 0
}

export function table(found: readonly (readonly [string, Summary])[]): string {
  const percent = (share: number) => `${Math.round(share * 100)} %`
  const rows = found.map(([name, { merged, usd_a_merge, use, saturated, p90, most_queued }]) => [
    name,
    String(merged),
    percent(use.workers),
    percent(use.model),
    percent(use.forge),
    percent(use.people),
    `${(p90.queue / 60_000).toFixed(1)} min`,
    `${(p90.to_pull_request / 3_600_000).toFixed(1)} h`,
    String(most_queued),
    usd_a_merge === null ? "-" : `$${usd_a_merge.toFixed(3)}`,
    saturated ?? "nothing",
  ])
  const head = [
    "knob",
    "merged",
    "workers",
    "model",
    "forge",
    "people",
    "for a worker, p90",
    "to pull request, p90",
    "longest queue",
    "a merge",
    "full first",
  ]
  return [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n")
}
