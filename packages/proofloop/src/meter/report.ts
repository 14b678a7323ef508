import { cutCodePoints, oneLine, plural } from "@proofloop/foundation/text"
import type { Meter } from "@proofloop/replay"
import type { Interval, MeteredPair, MeteredRun, MeterSide } from "@proofloop/replay/internal/meter"
import { wrapText } from "../console/wrap.ts"
import type { Style } from "../terminal/style.ts"
import { table } from "../terminal/table.ts"
import { grouped } from "../terminal/text.ts"

export function pairText({ id, a, b }: MeteredPair, all: boolean, style: Style): string {
  const same = a.first_trip?.event === b.first_trip?.event && a.harm === b.harm
  if (same && !all) return ""
  const verdict = (name: string, run: MeteredRun): string =>
    `  ${style.dim(name)}  ${tripText(run, style)}${scoreText(run, style)}\n`
  const text = `${style.bold(cutCodePoints(oneLine(id), style.width))}\n${verdict("a", a)}${verdict("b", b)}`
  return wrapText(text, style.width)
}

function tripText({ first_trip, turns_at_stake, harm }: MeteredRun, style: Style): string {
  if (first_trip === null) return style.dim("no trip")
  const { turn, pattern } = first_trip
  const words = `turn ${turn} ${pattern}, ${plural(turns_at_stake, "turn")} after it`
  return harm ? `${words}, ${style.red("harm")}` : words
}

function scoreText({ score }: MeteredRun, style: Style): string {
  if (score === null) return ""
  if (score.false_positive)
    return style.red(score.label === "none" ? "  false alarm" : "  outside its episodes")
  if (score.missed) return style.yellow(`  missed ${score.label}`)
  return score.hit ? style.green(`  hit ${score.label}, delay ${score.delay ?? 0}`) : ""
}

export function meterText(
  meter: Meter,
  names: { readonly a: string; readonly b: string },
  style: Style,
): string {
  const { a, b } = meter
  const row = (name: string, value: (side: MeterSide) => string): readonly string[] => [
    style.dim(name),
    value(a),
    value(b),
  ]
  const rows = [
    ["", style.bold(`a ${names.a}`), style.bold(`b ${names.b}`)],
    row("runs tripped", (side) => `${side.tripped_runs} of ${meter.runs}`),
    row("trips", (side) => grouped(side.trips)),
    row("tripped alone / earlier", (side) => `${side.alone} / ${side.earlier}`),
    row("turns at stake", (side) => `${grouped(side.turns_at_stake)} of ${grouped(meter.turns)}`),
    ...(a.tokens_at_stake === null || b.tokens_at_stake === null
      ? []
      : [row("tokens at stake", (side) => grouped(side.tokens_at_stake ?? 0))]),
    row("turns after a hard stop, at most", (side) => grouped(side.turns_after_hard_stop)),
    row("recovered after a trip", (side) => String(side.recovered_runs)),
    row("harm", (side) => (side.hard_stop_harm === 0 ? "0" : style.red(String(side.hard_stop_harm)))),
    ...(a.score === null || b.score === null
      ? []
      : [
          row("precision", ({ score }) => ratioText(score?.precision, score?.intervals.precision)),
          row("recall", ({ score }) => ratioText(score?.recall, score?.intervals.recall)),
          row("F1", ({ score }) => ratioText(score?.f1, score?.intervals.f1)),
          row("hits / false alarms / missed", ({ score }) =>
            score === null ? "" : `${score.hits} / ${score.false_positives} / ${score.missed}`,
          ),
          row("median delay in events", ({ score }) => delayText(score)),
          row("within one event", ({ score }) => ratioText(score?.within_one_event, null)),
        ]),
  ]
  return `\n${table(rows, style.width)}${wrapText(differenceText(meter), style.width)}`
}

function differenceText({ f1_difference, labelled, runs }: Meter): string {
  if (f1_difference === null) return ""
  const { value, interval } = f1_difference
  const sign = value >= 0 ? "+" : ""
  const between =
    interval === null
      ? ""
      : `, 95 % of resamples between ${interval.low.toFixed(3)} and ${interval.high.toFixed(3)}`
  return `\n  ${labelled} of ${plural(runs, "run")} scored. F1 of b minus F1 of a: ${sign}${value.toFixed(3)}${between}.\n`
}

function delayText(score: MeterSide["score"]): string {
  if (score === null || score.median_delay === null) return "none"
  const { median_delay: between } = score.intervals
  return `${score.median_delay}${between === null ? "" : ` [${between.low}, ${between.high}]`}`
}

function ratioText(value: number | null | undefined, interval: Interval | null | undefined): string {
  if (value === null || value === undefined) return "none"
  const between = interval ? ` [${interval.low.toFixed(2)}, ${interval.high.toFixed(2)}]` : ""
  return `${value.toFixed(3)}${between}`
}
