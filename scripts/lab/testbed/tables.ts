import type { Pair } from "./judge.ts"
import { type Score, type Share, wilson } from "./score.ts"

/** The measurement as Markdown: totals, a row a tool, a row a change. */
export function tablesOf(
  total: Score,
  by_tool: ReadonlyMap<string, Score>,
  pairs: readonly Pair[],
  skipped: readonly string[],
): string {
  return [
    "| pairs | right | share | 95 % (Wilson) |",
    "|---|---|---|---|",
    row("same", total.same),
    row("different", total.different),
    row("outcome", total.outcome),
    row("zero tests seen", total.zero),
    row("time-outs seen", total.timeout),
    row("tests counted", total.tests_run),
    "",
    `Counts of tests that are wrong, neither right nor absent: ${total.tests_wrong}. Runs left out because the project did not end as made: ${total.broken}.`,
    `Skipped tools: ${skipped.length === 0 ? "none" : skipped.join(", ")}.`,
    "",
    "| tool | same | different | outcome | zero | time-out | tests | wrong | left out |",
    "|---|---|---|---|---|---|---|---|---|",
    ...[...by_tool].map(([name, score]) => `| ${name} | ${cells(score).join(" | ")} |`),
    "",
    "| change | same |",
    "|---|---|",
    ...changeRows(pairs),
    "",
  ].join("\n")
}

function row(name: string, given: Share): string {
  const [low, high] = wilson(given)
  return `| ${name} | ${cell(given)} | ${percent(given)} | ${low.toFixed(1)} to ${high.toFixed(1)} |`
}

function cells(score: Score): readonly (string | number)[] {
  const { same, different, outcome, zero, timeout, tests_run } = score
  const shares = [same, different, outcome, zero, timeout, tests_run]
  return [...shares.map(cell), score.tests_wrong, score.broken]
}

/** Only pairs with a plain side: of two changes nobody could tell which one was at fault. */
function changeRows(pairs: readonly Pair[]): readonly string[] {
  const rows = new Map<string, Share>()
  for (const { must_be, left, change, is_right } of pairs) {
    if (must_be !== "same" || left.telling.change !== "plain") continue
    const name = OWN.has(change) ? "the tool's own options" : change
    const so_far = rows.get(name) ?? { right: 0, of: 0 }
    rows.set(name, { right: so_far.right + Number(is_right), of: so_far.of + 1 })
  }
  return [...rows].map(([name, share]) => `| ${name} | ${cell(share)} |`)
}

const OWN = new Set(
  "in_band verbose random colour_flag one_worker shuffled retries one_at_a_time serial seed in_order one_job long jobs timer documentation tap one_thread pretty directory".split(
    " ",
  ),
)

function cell({ right, of }: Share): string {
  return of === 0 ? "" : `${right} of ${of}`
}

function percent({ right, of }: Share): string {
  return of === 0 ? "" : `${((100 * right) / of).toFixed(2)} %`
}
