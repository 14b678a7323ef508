import { escapeHtml } from "@proofloop/foundation/text"
import type { Trip } from "@proofloop/replay"
import type { RunReplay } from "@proofloop/replay/internal"
import { firstWords } from "../../timeline/evidence_rows.ts"
import { PATTERN_WORDS } from "../pattern_words.ts"
import { countOf, figure, roundFigure } from "./figures.ts"
import { scriptJson } from "./markup.ts"
import { signatureMarks } from "./signature_mark.ts"
import { turnFacts } from "./turn_facts.ts"

/** A run's row in the table and, for the script, its data. `index` counts from 0. */
export function renderRun(run: RunReplay, index: number): string {
  const summary = summarise(run)
  const { first_trip, edits, checks, failed_checks } = summary
  const more = summary.is_partial ? `<span title="a part of the run is left out">+</span>` : ""
  const cells = [
    cell(
      "run",
      "",
      `<a href="#run=${index}">${escapeHtml(run.prompt ?? run.id)}</a>${origin(run)}`,
      "rowheader",
    ),
    cell("picture", "", renderStrip(run)),
    cell("number", "turns", figure(run.turns)),
    cell("number", "edits", figure(edits) + more),
    cell(
      "number",
      "checks",
      `${figure(checks)}${more}${failed_checks > 0 ? ` <small>${figure(failed_checks)} failed</small>` : ""}`,
    ),
    cell(
      "trip",
      "first trip",
      first_trip === undefined
        ? `<span class="none">none</span>`
        : `<span title="${first_trip.pattern}">${PATTERN_WORDS[first_trip.pattern]}</span> <small>turn ${figure(first_trip.turn)}, ${countOf(run.trips.length, "trip")}</small>${whatFailed(run)}`,
    ),
    cell("number", "at stake", first_trip === undefined ? DASH : figure(run.after_trip.turns)),
    cell("number", "tokens", run.tokens === undefined ? DASH : roundFigure(run.tokens)),
    cell("outcome", "", outcome(run, summary)),
  ]
  return `<tr role="row"${attributes(run, summary)}>${cells.join("")}</tr>
<script type="application/json" id="data-${index}">${scriptJson(run)}</script>
`
}

const DASH = `<span class="none" aria-label="none">–</span>`

function cell(name: string, label: string, html: string, role = "cell"): string {
  const shown = label === "" ? "" : ` data-label="${label}"`
  return `<td role="${role}" class="${name}"${shown}>${html}</td>`
}

function origin({ id, prompt, project, began_at, source, agent, model }: RunReplay): string {
  const named = prompt === undefined ? [] : [project ?? source, began_at?.slice(0, 10), id]
  const parts = [...(prompt === undefined ? [source] : named), agent, model].filter(
    (part) => part !== undefined && part !== "",
  )
  return `<small>${escapeHtml(parts.join(" · ")).replaceAll("/", "/<wbr>")}</small>`
}

function whatFailed({ evidence }: RunReplay): string {
  const words = firstWords(evidence)
  return words === "" ? "" : `<small class="what" title="${escapeHtml(words)}">${escapeHtml(words)}</small>`
}

function outcome(run: RunReplay, { first_trip, hard_stops }: RunSummary): string {
  const unread = run.unjudged === undefined ? "" : badge("unjudged", "nothing judged")
  if (first_trip === undefined) return unread
  const badges = [
    unread,
    hard_stops > 0 ? badge("hard-stop", "hard stop") : "",
    run.recovered_after_hard_stop
      ? badge("harm", "harm")
      : run.recovered_after_trip
        ? badge("recovered", "recovered")
        : "",
  ]
  return badges.join(" ")
}

function badge(name: string, text: string): string {
  return `<span class="badge ${name}">${text}</span>`
}

/** What the table is filtered and sorted by. */
function attributes(run: RunReplay, summary: RunSummary): string {
  const data = {
    source: run.source,
    patterns: summary.patterns.join(" "),
    trips: run.trips.length,
    turns: run.turns,
    edits: summary.edits,
    checks: summary.checks,
    first: summary.first_trip?.turn ?? "",
    stake: run.after_trip.turns,
    tokens: run.tokens ?? "",
  }
  return Object.entries(data)
    .map(([name, value]) => ` data-${name}="${escapeHtml(String(value))}"`)
    .join("")
}

interface RunSummary {
  readonly edits: number
  readonly checks: number
  readonly failed_checks: number
  /** A part of the timeline is left out, and with it its share of the counts. */
  readonly is_partial: boolean
  readonly first_trip: Trip | undefined
  readonly patterns: readonly string[]
  readonly hard_stops: number
}

function summarise(run: RunReplay): RunSummary {
  const calls = run.timeline.flatMap((turn) => turn.calls)
  const checks = calls.filter(({ role }) => role === "check" || role === "edit_and_check")
  return {
    edits: calls.filter(({ role }) => role === "edit" || role === "edit_and_check").length,
    checks: checks.length,
    failed_checks: checks.filter(({ outcome }) => outcome === "failed").length,
    is_partial: run.timeline.some(({ omitted = 0 }) => omitted > 0),
    first_trip: run.trips[0],
    patterns: [...new Set(run.trips.map(({ pattern }) => pattern))],
    hard_stops: run.trips.filter(({ hard_stop }) => hard_stop).length,
  }
}

const TURN_WIDTH = 5
const HEIGHT = 26
const WIDEST = 190
const GAP_TURNS = 2

/** A run as a small picture, a column a turn: trips above, checks in the middle, edits below. */
function renderStrip(run: RunReplay): string {
  const marks = signatureMarks(run)
  const shapes = new Map<string, string>()
  const draw = (name: string, box: string): void => void shapes.set(name, (shapes.get(name) ?? "") + box)
  let at = 0
  for (const turn of run.timeline) {
    const left = at + ((turn.omitted ?? 0) > 0 ? GAP_TURNS : 0)
    const facts = turnFacts(turn, run)
    const mark = marks.get(facts.failing)
    const colour = mark === undefined ? "failed" : `sig ${mark.hue_class}`
    const x = left * TURN_WIDTH
    if (left > at) draw("gap", box(at * TURN_WIDTH + 2, 13, GAP_TURNS * TURN_WIDTH - 4, 1))
    if (facts.stake !== "none")
      draw(
        facts.stake === "after_trip" ? "stake" : "stake hard",
        box(at * TURN_WIDTH, 0, x - at * TURN_WIDTH + TURN_WIDTH, HEIGHT),
      )
    if (facts.failed > 0) draw(colour, box(x + 0.5, 8, 4, 10))
    else if (facts.passed > 0) draw("pass", box(x + 0.5, 14, 4, 4))
    else if (facts.failing !== "") draw(colour, box(x, 16, TURN_WIDTH, 2))
    else draw("idle", box(x + 1, 17, 3, 1))
    if (facts.edits > 0) draw("edit", box(x + 1.5, 21, 2, 4))
    if (facts.trip !== "none") draw(facts.trip, facts.trip === "nudge" ? triangle(x) : box(x, 0.5, 5, 5))
    at = left + 1
  }
  const width = Math.max(1, at * TURN_WIDTH)
  // What is at stake lies behind everything else.
  const ordered = [...shapes].toSorted(
    ([left], [right]) => Number(right.startsWith("stake")) - Number(left.startsWith("stake")),
  )
  const paths = ordered.map(([name, boxes]) => `<path class="${name}" d="${boxes}"/>`).join("")
  return `<svg class="strip" viewBox="0 0 ${width} ${HEIGHT}" width="${Math.min(width, WIDEST)}" height="${HEIGHT}" preserveAspectRatio="none" aria-hidden="true">${paths}</svg>`
}

function box(x: number, y: number, width: number, tall: number): string {
  return `M${x} ${y}h${width}v${tall}h${-width}z`
}

function triangle(x: number): string {
  return `M${x} 6h5l-2.5-5.5z`
}
