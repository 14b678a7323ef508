import type { Measured } from "./measured.ts"

/** The figures as a Markdown table, with the promise of each. */
export function worldTable(measured: Measured): string {
  const { expired_token, rate_limit, kill, drain, memory, throughput, run } = measured
  const rows: readonly (readonly [string, string, string])[] = [
    ["pull requests an hour", String(throughput.pull_requests_an_hour), ""],
    ["turns a minute", String(throughput.turns_a_minute), ""],
    ["memory of an idle repository", mega(memory.a_repository_bytes), "at most 20 MB"],
    ["memory of the process, all idle", mega(memory.all_repositories_bytes), ""],
    [
      "requests that met the expired token",
      `${expired_token.requests_that_met_it} of ${expired_token.begun_rows} rows`,
      "one a turn under way",
    ],
    ["attempts counted for it", String(expired_token.counted_attempts), "0"],
    ["goes on after the renewal", seconds(expired_token.goes_on_after_ms), "about a minute"],
    [
      `requests under way at a 429 (${seconds(rate_limit.retry_after_ms)})`,
      String(rate_limit.requests_under_way),
      "one a turn under way",
    ],
    ["requests before its time", String(rate_limit.asked_too_early), "0"],
    ["drain with turns under way", seconds(drain.ended_after_ms), "at most 10 s"],
    [
      `first turn after kill -9, ${kill.unfinished_rows} rows`,
      seconds(kill.first_turn_after_ms),
      "at most 5 s",
    ],
    ["rows known after it", String(kill.rows_known_after), String(kill.unfinished_rows)],
    ["model calls a run", String(run.model_calls.mean), ""],
    ["tokens a run", String(Math.round(run.tokens.mean)), ""],
    ["forge requests a run", String(run.forge_requests), ""],
  ]
  const title = `${measured.repositories} repositories, ${measured.concurrency} turns at a time, ${measured.cores} cores, load ${measured.load_average}`
  return [
    title,
    "",
    "| what | measured | promise |",
    "|---|---|---|",
    ...rows.map((row) => `| ${row.join(" | ")} |`),
  ].join("\n")
}

function mega(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
