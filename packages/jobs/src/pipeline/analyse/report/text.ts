import { oneLine } from "@proofloop/foundation/text"
import type { Evidence, Metric, MetricReport } from "../metric.ts"

const WIDTH = 80
const INDENT = 8
const MOST_FAULTS = 8

/** A report as lines of at most 80 columns: a row for each metric, then the faults, with file and line. */
export function reportText(report: MetricReport): string {
  const { repository, commit, languages, metrics, score } = report
  const at = commit === null ? "" : ` at ${commit.slice(0, 12)}`
  return [
    ...wrapped(`${repository}${at}: ${scoreText(score)}`, 0),
    ...wrapped(languages.length === 0 ? "no language is known" : languages.join(", "), 0),
    "",
    ...metrics.flatMap((metric) => metricLines(metric)),
    "",
  ].join("\n")
}

function metricLines({ title, status, score, summary, evidence, suggestions }: Metric): readonly string[] {
  const faults = evidence.filter(({ is_fault }) => is_fault)
  const told = faults.slice(0, MOST_FAULTS)
  const more =
    faults.length > told.length ? [`${" ".repeat(INDENT)}and ${faults.length - told.length} more`] : []
  return [
    `${status.padEnd(INDENT)}${scoreText(score).padEnd(6)}${title}`,
    ...(faults.length === 0 ? wrapped(summary, INDENT) : told.flatMap(evidenceLines)),
    ...more,
    ...suggestions.flatMap(({ title: what, needs_person }) =>
      wrapped(`-> ${what}${needs_person ? " (a person has to)" : ""}`, INDENT),
    ),
  ]
}

function evidenceLines(evidence: Evidence): readonly string[] {
  return wrapped(`${placeText(evidence)}  ${evidence.what}`, INDENT)
}

/** "src/a.ts:12", "src/a.ts". */
export function placeText({ path, line }: Pick<Evidence, "path" | "line">): string {
  return line === null ? path : `${path}:${line}`
}

/** "0.82", "-" for none. */
export function scoreText(score: number | null): string {
  return score === null ? "-" : score.toFixed(2)
}

/** A text wrapped before column 80; lines after the first two columns deeper. A word that is too long is cut. */
function wrapped(text: string, indent: number): readonly string[] {
  const lines: string[] = []
  let line = " ".repeat(indent)
  for (const word of oneLine(text).split(" ").flatMap(pieces)) {
    const is_empty = line.trim() === ""
    if (!is_empty && line.length + 1 + word.length > WIDTH) {
      lines.push(line)
      line = " ".repeat(indent + 2) + word
    } else line += is_empty ? word : ` ${word}`
  }
  return [...lines, line]
}

const LONGEST_WORD = WIDTH - INDENT - 2

function pieces(word: string): readonly string[] {
  const parts: string[] = []
  for (let at = 0; at < word.length; at += LONGEST_WORD) parts.push(word.slice(at, at + LONGEST_WORD))
  return parts
}
