import { basename } from "node:path"
import { cutCodePoints, oneLine, plural } from "@proofloop/foundation/text"
import type { Trip } from "@proofloop/replay"
import type { Remainder, RunReplay } from "@proofloop/replay/internal"
import { unjudgedWords } from "@proofloop/runtime/internal/detector"
import { wrapText } from "../console/wrap.ts"
import type { Style } from "../terminal/style.ts"
import { grouped, shellWord } from "../terminal/text.ts"
import { firstWords, shortSignature } from "../timeline/evidence_rows.ts"
import { PATTERN_WORDS } from "./pattern_words.ts"
import type { Totals } from "./totals.ts"

function runText(run: RunReplay, style: Style): string {
  const { prompt, id, project = "", began_at = "" } = run
  const facts = [
    basename(project),
    began_at.slice(0, 10),
    plural(run.turns, "turn"),
    ...(prompt === undefined ? [] : [id]),
  ]
  const told = facts
    .filter((fact) => fact !== "")
    .map((fact) => cutCodePoints(oneLine(fact), style.width - 4))
  const head = `${style.bold(cutCodePoints(oneLine(prompt ?? id), style.width - 20))}  ${style.dim(told.join("  "))}\n`
  const [first] = run.trips
  const unjudged = run.unjudged === undefined ? "" : unjudgedWords(run.unjudged, NO_DOOR)
  const note = unjudged === "" ? "" : `  ${style.yellow(unjudged)}\n`
  if (first === undefined) return wrapText(head + note, style.width)
  const hard = run.trips.find(({ hard_stop }) => hard_stop)
  const words = firstWords(run.evidence)
  const lines = [
    `${tripText(first, style)}${after(run.after_trip)}`,
    ...(words === "" ? [] : [style.dim(cutCodePoints(`  ${oneLine(words)}`, style.width - 4))]),
    ...(hard === undefined || hard === first
      ? []
      : [`${tripText(hard, style)}${after(run.after_hard_stop)}`]),
    ...(run.recovered_after_hard_stop
      ? [style.red("it passed its check after the hard stop: that would have been harm")]
      : run.recovered_after_trip
        ? [style.green("it recovered: the check passed later")]
        : []),
  ]
  return wrapText(head + lines.map((line) => `  ${line}\n`).join("") + note, style.width)
}

const MOST_LISTED = 20
const MOST_KEPT = 10_000

/** The runs to tell of, the worst first: those that never recovered, then by what came after the first trip. All runs, or the first 20 that tripped. */
export class Listing {
  readonly #style: Style
  readonly #is_all: boolean
  readonly #runs: { readonly text: string; readonly rank: readonly number[] }[] = []
  #left_out = 0

  constructor(style: Style, is_all: boolean) {
    this.#style = style
    this.#is_all = is_all
  }

  add(run: RunReplay): void {
    if (run.trips.length === 0 && run.unjudged === undefined && !this.#is_all) return
    const { tokens = 0, turns } = run.after_trip
    const rank = [Number(run.trips.length > 0), Number(!run.recovered_after_trip), turns, tokens]
    this.#runs.push({ text: runText(run, this.#style), rank })
    if (this.#runs.length > 2 * MOST_KEPT) this.#keep(MOST_KEPT)
  }

  text(): string {
    this.#keep(this.#is_all ? MOST_KEPT : MOST_LISTED)
    const more = this.#left_out === 0 ? "" : `and ${plural(this.#left_out, "run")} more: --all lists them\n`
    return this.#runs.map(({ text }) => text).join("") + this.#style.dim(more)
  }

  #keep(most: number): void {
    this.#runs.sort((one, other) => worseFirst(one.rank, other.rank))
    this.#left_out += this.#runs.splice(most).length
  }
}

function worseFirst(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, index) => value !== other[index])
  return at === -1 ? 0 : (other[at] ?? 0) - (one[at] ?? 0)
}

/** A recording is over: nothing of it can be declared. */
const NO_DOOR = { tools: null, check: null }

function tripText({ turn, pattern, streak, signature, hard_stop }: Trip, style: Style): string {
  const paint = hard_stop ? style.red : style.yellow
  const what = signature === "" ? "" : style.dim(` ${shortSignature(signature)}`)
  return `turn ${turn}  ${paint(`${hard_stop ? "hard stop" : "nudge"}: ${PATTERN_WORDS[pattern]} ×${streak}`)} ${style.dim(pattern)}${what}`
}

function after({ turns, tokens }: Remainder): string {
  const cost = tokens === undefined ? "" : `, ${grouped(tokens)} tokens`
  return turns === 0 ? "  the last turn" : `  ${plural(turns, "turn")}${cost} after it`
}

export interface ReplayFacts {
  readonly preset: string
  /** The environment switched it off. */
  readonly repair_aware_off: boolean
  /** Pieces and files that could not be read. */
  readonly skipped: number
  readonly html: string | undefined
  /** False where the reading was stopped. */
  readonly is_complete: boolean
}

/** What was found, in a line. */
export function foundText(totals: Totals, style: Style): string {
  const { runs, turns, runs_with_trips, turns_at_stake, tokens_at_stake } = totals
  if (runs_with_trips === 0)
    return `${style.green(`Nothing stalled in ${plural(runs, "run")}, ${plural(turns, "turn")}.`)}\n\n`
  const share = Math.round((turns_at_stake / turns) * 100)
  const minutes = Math.round(totals.seconds_at_stake / 60)
  const spent = [
    `${plural(turns_at_stake, "turn")} (${share} %)`,
    ...(minutes > 0 ? [plural(minutes, "minute")] : []),
    ...(tokens_at_stake > 0 ? [`${grouped(tokens_at_stake)} tokens`] : []),
  ].join(", ")
  const line = `${runs_with_trips} of ${plural(runs, "run")} stalled: ${spent} came after the first nudge would have.`
  return wrapText(`${style.bold(line)}\n\n`, style.width)
}

export function summaryText(
  totals: Totals,
  { preset, repair_aware_off, skipped, html, is_complete }: ReplayFacts,
  style: Style,
): string {
  const patterns = [...totals.first_trips]
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, count]) => `${PATTERN_WORDS[name]} ${count}`)
  const configuration = `preset ${preset}${repair_aware_off ? ", repair_aware off (PROOFLOOP_REPAIR_AWARE)" : ""}`
  const lines = [
    ...(is_complete ? [] : [style.red("Stopped: incomplete, not everything was read.")]),
    `${plural(totals.runs, "run")}, ${plural(totals.turns, "turn")}, ${configuration}${patterns.length === 0 ? "" : `; first trips: ${patterns.join(", ")}`}.`,
    ...(totals.runs_with_trips === 0
      ? []
      : [
          `${plural(totals.recovered_after_trip, "run")} recovered without help. At most what came after the first nudge would have been saved, if no run needed any of it.`,
        ]),
    ...(totals.runs_with_hard_stops === 0
      ? []
      : [
          `A hard stop in ${plural(totals.runs_with_hard_stops, "run")}: at most ${plural(totals.turns_after_hard_stop, "turn")} came after it.`,
        ]),
    ...(totals.harm === 0
      ? []
      : [
          style.red(
            `Harm: ${plural(totals.harm, "run")} passed after a hard stop (${totals.harmed.map(oneLine).join(", ")}${totals.harm > totals.harmed.length ? ", ..." : ""}).`,
          ),
        ]),
    ...(skipped === 0 ? [] : [`${plural(skipped, "piece")} could not be read; each is named above.`]),
    ...(html === undefined
      ? []
      : [is_complete ? `The timeline of every run: ${shellWord(html)}` : "No page was written."]),
  ]
  return wrapText(`\n${lines.map((line) => `${line}\n`).join("")}`, style.width)
}
