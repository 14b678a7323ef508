import type { Knobs } from "./knobs.ts"
import { officeMs } from "./people.ts"
import type { Simulated } from "./simulate.ts"

export interface Summary {
  readonly merged: number
  readonly usd_a_merge: number | null
  /** Parts of what each can do, of 1. */
  readonly use: Readonly<Record<"workers" | "model" | "forge" | "people", number>>
  /** Parts of the workers' time at turns that go by in waiting for a bucket, of 1. */
  readonly waits: Readonly<Record<"model" | "forge", number>>
  /** What holds up runs most; null: nine of ten runs have their pull requests within an hour. */
  readonly saturated: string | null
  /** Milliseconds that nine of ten runs are below. */
  readonly p90: Readonly<Record<"queue" | "to_pull_request" | "merge", number>>
  readonly most_queued: number
}

/** A simulated week in a few figures. */
export function summaryOf(simulated: Simulated, knobs: Knobs): Summary {
  const { ms, counts, merged, tokens, model_calls, forge_requests, people_busy_ms, active, waited_for } =
    simulated
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
  const at_turns = active * ms
  const waits = { model: waited_for.model / at_turns, forge: waited_for.forge / at_turns }
  const p90 = {
    queue: ninth(counts.stays("queue")),
    to_pull_request: ninth(simulated.to_pull_request),
    merge: ninth(counts.stays("merge")),
  }
  return {
    merged,
    usd_a_merge: merged === 0 ? null : (tokens * knobs.usd_per_million) / 1e6 / merged,
    use,
    waits,
    saturated: fullOf({ use, waits, p90 }),
    p90,
    most_queued: Math.max(...simulated.hours.map(({ queue }) => queue)),
  }
}

function fullOf({ use, waits, p90 }: Pick<Summary, "use" | "waits" | "p90">): string | null {
  if (use.people > 0.8) return "people"
  if (p90.to_pull_request < 3_600_000) return null
  if (Math.max(waits.model, waits.forge) < 0.2) return "workers"
  return waits.model > waits.forge ? "model" : "forge"
}

function ninth(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length * 0.9)] ?? 0
}

export function table(found: readonly (readonly [string, Summary])[]): string {
  const percent = (share: number) => `${Math.round(share * 100)} %`
  const rows = found.map(([name, { merged, usd_a_merge, use, waits, saturated, p90 }]) => [
    name,
    String(merged),
    percent(use.workers),
    percent(waits.model),
    percent(waits.forge),
    percent(use.people),
    `${(p90.to_pull_request / 3_600_000).toFixed(1)} h`,
    usd_a_merge === null ? "-" : `$${usd_a_merge.toFixed(2)}`,
    saturated ?? "nothing",
  ])
  const head = [
    "knob",
    "merged",
    "workers at turns",
    "of it for tokens",
    "of it for the forge",
    "people",
    "to pull request, p90",
    "a merge",
    "full first",
  ]
  return [head, head.map(() => "---"), ...rows].map((row) => `| ${row.join(" | ")} |`).join("\n")
}
