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
    row("same, own parser off", total.same_without),
    row("different, own parser off", total.different_without),
    row("outcome", total.outcome),
    row("zero tests seen", total.zero),
    row("time-outs seen", total.timeout),
    row("tests counted", total.tests_run),
    "",
    `Counts of tests that are wrong, neither right nor absent: ${total.tests_wrong}. Runs left out because the project did not end as made: ${total.broken}.`,
    `Skipped tools: ${skipped.length === 0 ? "none" : skipped.join(", ")}.`,
    "",
    "| tool | same | different | same, off | different, off | outcome | zero | time-out | tests | wrong | left out |",
    "|---|---|---|---|---|---|---|---|---|---|---|",
    ...[...by_tool].map(([name, score]) => `| ${name} | ${cells(score).join(" | ")} |`),
    "",
    "| change | same | same, own parser off |",
    "|---|---|---|",
    ...changeRows(pairs),
    "",
  ].join("\n")
}

function row(name: string, given: Share): string {
  const [low, high] = wilson(given)
  return `| ${name} | ${cell(given)} | ${percent(given)} | ${low.toFixed(1)} to ${high.toFixed(1)} |`
}

function cells(score: Score): readonly (string | number)[] {
  const { same, different, same_without, different_without, outcome, zero, timeout, tests_run } = score
  const shares = [same, different, same_without, different_without, outcome, zero, timeout, tests_run]
  return [...shares.map(cell), score.tests_wrong, score.broken]
}

/** Only pairs with a plain side: of two changes nobody could tell which one was at fault. */
function changeRows(pairs: readonly Pair[]): readonly string[] {
  const rows = new Map<string, { readonly right: number; readonly off: number; readonly of: number }>()
  for (const { must_be, left, change, right_with, right_without } of pairs) {
    if (must_be !== "same" || left.telling.change !== "plain") continue
    const name = OWN.has(change) ? "the tool's own options" : change
    const so_far = rows.get(name) ?? { right: 0, off: 0, of: 0 }
    rows.set(name, {
      right: so_far.right + Number(right_with),
      off: so_far.off + Number(right_without),
      of: so_far.of + 1,
    })
  }
  return [...rows].map(([name, { right, off, of }]) => `| ${name} | ${right} of ${of} | ${off} of ${of} |`)
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
