import type { Ablated } from "./ablation.ts"
import type { Standing } from "./standing.ts"

type Rows = readonly (readonly string[])[]

/** Every table of the comparison, as Markdown. */
export function tables(standings: readonly Standing[], ablated: readonly Ablated[]): string {
  const sorted = standings.toSorted((a, b) => (b.f1 ?? 0) - (a.f1 ?? 0))
  const ours = sorted.filter(({ is_ours }) => is_ours)
  return [
    markdown(
      [
        "detector",
        "P",
        "R",
        "F1",
        "95 % of resamples",
        "hits",
        "false",
        "missed",
        "median delay",
        "within one",
        "outside / 100 events",
      ],
      sorted.map((one) => [
        one.is_ours ? `**${one.name}**` : one.name,
        number(one.precision),
        number(one.recall),
        number(one.f1),
        one.intervals.f1 === null
          ? ""
          : `${number(one.intervals.f1.low)} to ${number(one.intervals.f1.high)}`,
        String(one.hits),
        String(one.false_positives),
        String(one.missed),
        one.median_delay === null ? "" : String(one.median_delay),
        number(one.within_one_event),
        one.outside_per_100_events.toFixed(2),
      ]),
    ),
    `### Hits by kind, first trip only\n\n${kinds(sorted)}`,
    `### Leave one source out\n\nNothing is trained, so this tells how much one source carries.\n\n${sources(ours)}`,
    `### Each rule switched off\n\n${ablation(ablated)}`,
  ].join("\n\n")
}

function kinds(standings: readonly Standing[]): string {
  const names = [...new Set(standings.flatMap(({ by_kind }) => Object.keys(by_kind)))].toSorted()
  return markdown(
    ["detector", ...names],
    standings.map((one) => [
      one.name,
      ...names.map((name) => `${one.by_kind[name]?.hits ?? 0} of ${one.by_kind[name]?.runs ?? 0}`),
    ]),
  )
}

function sources(standings: readonly Standing[]): string {
  return markdown(
    ["detector", "source", "runs", "hits", "false", "missed", "F1 on it", "F1 on the rest"],
    standings.flatMap((one) =>
      Object.entries(one.by_source).map(([source, score]) => [
        one.name,
        source,
        String(score.runs),
        String(score.hits),
        String(score.false_positives),
        String(score.missed),
        number(score.f1),
        number(one.without_source[source] ?? null),
      ]),
    ),
  )
}

function ablation(ablated: readonly Ablated[]): string {
  return markdown(
    ["rule", "hits it alone decides", "false positives it alone makes", "hits that come later"],
    ablated.map(({ rule, hits_lost, false_positives_gone, later }) => [
      `\`${rule}\``,
      String(hits_lost.length),
      String(false_positives_gone.length),
      String(later),
    ]),
  )
}

function markdown(head: readonly string[], rows: Rows): string {
  const widths = head.map((cell, at) => Math.max(cell.length, ...rows.map((row) => row[at]?.length ?? 0)))
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(" | ")} |`
  return [line(head), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join("\n")
}

function number(value: number | null): string {
  return value === null ? "none" : value.toFixed(2)
}
