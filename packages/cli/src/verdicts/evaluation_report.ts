import { oneLine } from "@proofloop/foundation/text"
import { CONSENSUS_OUTCOMES, type ConsensusEvaluation, type VerifierEvaluation } from "@proofloop/verifier"
import type { Style } from "../terminal/style.ts"
import { cutTable, table } from "../terminal/table.ts"

interface Scores {
  readonly accuracy: number | null
  readonly precision: number | null
  readonly recall: number | null
  readonly fp: number
  readonly fn: number
}

export function consensusReport(measured: ConsensusEvaluation, style: Style): string {
  const { rows, confusion } = measured
  const wrong = rows.filter(({ match }) => !match)
  return [
    ...wrong.map(
      ({ fixture, label, outcome, reason }) =>
        `${style.red("MISMATCH")}  ${oneLine(fixture)}: ${label} expected, ${outcome}: ${oneLine(reason)}\n`,
    ),
    `${rows.length} fixtures, ${rows.length - wrong.length} as labelled\n`,
    figures(measured, "missed bad builds"),
    table([
      ["label, outcome", ...CONSENSUS_OUTCOMES],
      ...CONSENSUS_OUTCOMES.map((label) => [
        label,
        ...CONSENSUS_OUTCOMES.map((outcome) => String(confusion[label][outcome])),
      ]),
    ]),
  ].join("")
}

export function verifierReport(measured: VerifierEvaluation, style: Style): string {
  const { rows, overall, by_lens } = measured
  const builds = rows.map(({ build, label, verdict, match, said }) => [
    match === true
      ? style.green("ok")
      : style.red(label === "bad" && verdict === "pass" ? "MISSED" : "wrong"),
    oneLine(build),
    label,
    verdict ?? "none",
    oneLine(said),
  ])
  const lenses = Object.entries(by_lens).map(([lens, scores]) => [
    oneLine(lens),
    `recall ${share(scores.recall)}`,
    `precision ${share(scores.precision)}`,
    `${scores.unanswered} unanswered`,
  ])
  return [cutTable(builds, 4, style.width), "\n", figures(overall, "missed bad builds"), table(lenses)].join(
    "",
  )
}

function figures({ accuracy, precision, recall, fp, fn }: Scores, missed: string): string {
  const shares = `accuracy ${share(accuracy)}, precision ${share(precision)}, recall ${share(recall)}`
  return `${shares}\n${missed} ${fn}, good builds held up ${fp}\n`
}

/** What is not defined is said, and never 1. */
function share(value: number | null): string {
  return value === null ? "undefined" : value.toFixed(3)
}
