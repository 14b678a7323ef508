import { ENOUGH, type Failure, type Tally, unreached } from "./campaign.ts"
import type { Chain } from "./chain.ts"
import type { Schedule } from "./simulate.ts"

/** Whether nothing was violated, and nothing that matters was left out. */
export function isGreen(tally: Tally): boolean {
  return tally.failures.length === 0 && (tally.schedules < ENOUGH || unreached(tally).length === 0)
}

export function renderTally(tally: Tally, from: number, seconds: number): string {
  const { schedules, lives, failures, reached } = tally
  const counts = Object.entries(reached)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([what, count]) => `${String(count).padStart(8)}  ${what}`)
  const missing = schedules < ENOUGH ? [] : unreached(tally)
  return [
    "Schedules that reached each:",
    ...counts,
    "",
    ...missing.map((what) => `never reached: ${what}`),
    ...failures.map(renderFailure),
    `${schedules} schedules, seeds ${from} to ${from + schedules - 1}, ${lives} lives, ${Math.round(schedules / seconds)} a second: ${failures.length} failing`,
  ].join("\n")
}

export function renderFailure({ seed, violations, command }: Failure): string {
  const lines = violations.map(
    ({ invariant, chain, difference }) => `  ${invariant} (${chain})\n    ${difference}`,
  )
  return `seed ${seed} fails:\n${lines.join("\n")}\n  replay: ${command}\n`
}

/** The timeline of a seed: what happened, in virtual time, life by life. */
export function renderTimeline({ plan, undisturbed, disturbed, fingerprint }: Schedule): string {
  const parts = [`plan ${JSON.stringify(plan, null, 1)}`, "", "undisturbed", ...linesOf(undisturbed)]
  if (disturbed !== null) parts.push("", "disturbed", ...linesOf(disturbed))
  return [...parts, "", `fingerprint ${fingerprint()}`].join("\n")
}

function linesOf({ trail, lives }: Chain): readonly string[] {
  const cuts = lives.map(
    ({ number, cut, outcome }) =>
      `life ${number}: ${cut === null ? "not interrupted" : `${cut.kind} ${cut.number}`}, ${outcome}`,
  )
  const entries = trail.entries.map(({ life, at_ms, what, details }) => {
    const text = typeof details === "string" ? details : JSON.stringify(details)
    return `${life} ${String(at_ms).padStart(9)} ms  ${what}${text === "" ? "" : `  ${text.slice(0, 400)}`}`
  })
  return [...cuts, ...entries]
}
