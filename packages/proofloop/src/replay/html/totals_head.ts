import type { Totals } from "../totals.ts"
import { countOf, figure, roundFigure } from "./figures.ts"

export function renderTotals(totals: Totals): string {
  const quiet_runs = totals.runs - totals.runs_with_trips
  return `<p class="found">${found(totals)}</p>
${bar(totals)}
<details class="figures">
<summary>All figures, and how to read this page</summary>
<dl class="totals">
${fact("Runs", figure(totals.runs), `${figure(quiet_runs)} without a trip`)}
${fact("Turns", figure(totals.turns), "in all of them")}
${fact("Trips", figure(totals.trips), `in ${figure(totals.runs_with_trips)} of ${figure(totals.runs)} runs`)}
${fact("Hard stops", figure(totals.runs_with_hard_stops), "runs that one would have ended")}
${fact("Recovered", figure(totals.recovered_after_trip), "runs passed after a trip")}
${fact("Harm", figure(totals.harm), "hard stops before a pass", totals.harm > 0 ? "harm" : "")}
</dl>
<p class="lede">${assumed(totals)}</p>`
}

function fact(name: string, value: string, note: string, style = ""): string {
  return `<div${style === "" ? "" : ` class="${style}"`}><dt>${name}</dt><dd><b>${value}</b> <span>${note}</span></dd></div>`
}

function found(totals: Totals): string {
  const { runs, runs_with_trips, turns, turns_at_stake, tells_tokens, tokens_at_stake } = totals
  if (runs === 0) return "No run was read."
  if (runs_with_trips === 0) return `<strong>Nothing stalled</strong> in ${countOf(runs, "run")}.`
  const minutes = Math.round(totals.seconds_at_stake / 60)
  const spent = [
    `${countOf(turns_at_stake, "turn")} (${share(turns_at_stake, turns)})`,
    ...(minutes > 0 ? [countOf(minutes, "minute")] : []),
    ...(tells_tokens ? [`${roundFigure(tokens_at_stake)} tokens`] : []),
  ]
  return `<strong>${figure(runs_with_trips)} of ${countOf(runs, "run")} stalled:</strong> ${spent.join(", ")} came after the first nudge would have.`
}

function assumed(totals: Totals): string {
  const { runs_with_trips, runs_with_hard_stops, turns_after_hard_stop } = totals
  if (totals.runs === 0) return ""
  if (runs_with_trips === 0) return "The detector would have said nothing in any of these runs."
  const first = "At most that would have been saved, if no run needed any of it."
  if (runs_with_hard_stops === 0) return first
  return `${first} After the first hard stop came ${countOf(turns_after_hard_stop, "turn")}${tokens(totals, totals.tokens_after_hard_stop)}: an <em>upper bound</em>.`
}

function tokens({ tells_tokens }: Totals, count: number): string {
  return tells_tokens ? ` and ${roundFigure(count)} tokens` : ""
}

function share(part: number, whole: number): string {
  return `${whole === 0 ? 0 : Math.round((part / whole) * 100)} %`
}

/** All turns as one line, the share at stake and within it the upper bound marked. */
function bar({ turns, turns_at_stake, turns_after_hard_stop }: Totals): string {
  const width = (count: number): string => (turns === 0 ? 0 : (count / turns) * 1000).toFixed(1)
  const rect = (name: string, count: number): string =>
    `<rect class="${name}" x="${(1000 - Number(width(count))).toFixed(1)}" width="${width(count)}" height="10"/>`
  return `<svg class="stake-bar" viewBox="0 0 1000 10" preserveAspectRatio="none" aria-hidden="true"><rect class="all" width="1000" height="10"/>${rect("stake", turns_at_stake)}${rect("hard", turns_after_hard_stop)}</svg>`
}
