import { describeChange, describeMove, describeRun, describeUnjudged, type JudgedRow } from "./judged_row.ts"

/** What was measured of a group, a line a figure, beside what it was before; `reasons` say why there is no figure. */
export function tellGroup(group: string, rows: readonly JudgedRow[], reasons: readonly string[]): string {
  const lines =
    rows.length === 0
      ? reasons.map((reason) => `  not measured: ${reason.replace(`${group}: `, "")}`)
      : rows.map(lineOf)
  return [`\n${group}`, ...lines].join("\n")
}

function lineOf({ row, label, value, before, moved, change }: JudgedRow): string {
  const compared = before === "" ? "" : `before ${before}  ${moved}  ${describeChange(change)}`
  const missing = row.not_measured === undefined ? "" : `  not measured: ${row.not_measured}`
  return `  ${label.padEnd(52)} ${value.padStart(12)}  ${compared.trimEnd()}${missing}`.trimEnd()
}

/** What the run could not measure, what is gone, and last what got worse. */
export function tellEnd(
  rows: readonly JudgedRow[],
  gone: readonly JudgedRow[],
  unmeasured: readonly string[],
): string {
  const worse = rows.filter(({ change }) => change === "worse")
  return [
    "",
    ...unmeasured.map((reason) => `not measured: ${reason}`),
    ...gone.map(({ row, label, value }) => `gone: ${row.group}: ${label}, was ${value}`),
    ...worse.map((one) => `worse: ${describeMove(one)}${sinceOf(one)}`),
    ...[describeUnjudged(rows)].filter((text) => text !== ""),
    worse.length === 0 ? "nothing got worse" : `${worse.length} got worse`,
  ].join("\n")
}

function sinceOf({ row }: JudgedRow): string {
  return row.before === null ? "" : ` since ${describeRun(row.before.run)}`
}
