import { cutCodePoints, oneLine } from "@proofloop/foundation/text"
import type { Remainder, RunReplay, Trip } from "@proofloop/replay"
import { unjudgedWords } from "@proofloop/runtime/detector"
import { wrapText } from "../console/wrap.ts"
import type { Style } from "../terminal/style.ts"
import { grouped, plural, shellWord } from "../terminal/text.ts"
import { firstWords, shortSignature } from "../timeline/evidence_rows.ts"
import { PATTERN_WORDS } from "./pattern_words.ts"
import type { Totals } from "./totals.ts"

export function runText(run: RunReplay, style: Style): string {
  const head = `${style.bold(cutCodePoints(oneLine(run.id), style.width - 20))}  ${style.dim(plural(run.turns, "turn"))}\n`
  const [first] = run.trips
  const unjudged = run.unjudged === undefined ? "" : unjudgedWords(run.unjudged, NO_DOOR)
  const note = unjudged === "" ? "" : `  ${style.yellow(unjudged)}\n`
  if (first === undefined) return wrapText(head + note, style.width)
  const hard = run.trips.find(({ hard_stop }) => hard_stop)
  const words = wordsOf(run, first.signature)
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

/** A recording is over: nothing of it can be declared. */
const NO_DOOR = { tools: null, check: null }

function wordsOf({ timeline }: RunReplay, signature: string): string {
  const calls = timeline.flatMap((turn) => turn.calls)
  return firstWords(calls.find((call) => signature !== "" && call.signature === signature)?.snippet ?? "")
}

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

export function summaryText(
  totals: Totals,
  { preset, repair_aware_off, skipped, html, is_complete }: ReplayFacts,
  style: Style,
): string {
  const patterns = [...totals.first_trips]
    .toSorted(([, a], [, b]) => b - a)
    .map(([name, count]) => `${PATTERN_WORDS[name]} ${count}`)
  const share = totals.turns === 0 ? 0 : Math.round((totals.turns_at_stake / totals.turns) * 100)
  const tokens = totals.tokens_at_stake > 0 ? ` and ${grouped(totals.tokens_at_stake)} tokens` : ""
  const configuration = `preset ${preset}${repair_aware_off ? ", repair_aware off (PROOFLOOP_REPAIR_AWARE)" : ""}`
  const lines = [
    ...(is_complete ? [] : [style.red("Stopped: incomplete, not everything was read.")]),
    `${style.bold(plural(totals.runs, "run"))}, ${plural(totals.turns, "turn")}, ${configuration}: ` +
      (totals.runs_with_trips === 0
        ? style.green("nothing tripped")
        : `${style.yellow(`${totals.runs_with_trips} tripped`)}, first on ${patterns.join(", ")}`),
    ...(totals.runs_with_trips === 0
      ? []
      : [
          `At stake after the first trip: ${plural(totals.turns_at_stake, "turn")} (${share} %)${tokens}. ${plural(totals.recovered_after_trip, "run")} recovered without help.`,
          style.dim(
            `That is what it would have saved at most, assuming that each run needed none of what came after its first nudge.`,
          ),
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
