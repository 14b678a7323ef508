import { existsSync, mkdirSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { gitState } from "../../git_state.mjs"
import { root } from "../../setup.mjs"
import { describeFigure, groups } from "./groups.ts"
import { CHANGE_WORDS, type JudgedRow, judgedRows } from "./judged_row.ts"
import { load, thisMachine } from "./machine.ts"
import { measureAll } from "./measure_all.ts"
import { Misuse } from "./misuse.ts"
import { type GroupResult, nextTable, reasonsOf } from "./next_table.ts"
import { type Options, readOptions } from "./options.ts"
import { describeGone, figuresPage, summaryOf } from "./page.ts"
import { findRow, readTable, type Run, type Table, tableText } from "./table.ts"

const USAGE = `npm run figures -- [options]

Measures what the project publishes about itself, writes .cache/lab/figures.md and figures.json, and tells what got worse
than scripts/lab/figures/published.json says.

--only NAME,NAME   these alone: ${groups.map(({ name }) => name).join(", ")};
                   "bench" is all of bench. What is left out keeps its value, marked as older
--data DIR         labelled runs, for detection
--tests            run the tests first; without it the last run that npm test has noted is told
--quick            measure shortly, to see that it works; judges counts and sizes alone, writes nothing
--check            compare and write nothing; exit code 1 if something got worse
--publish          bring the figures of published.json up to date as well
--before FILE      compare with this table
--checkout DIR     measure another checkout, installed, with the code of this one; writes no page
--json FILE        write the table there as well; of another checkout it keeps what the file has of other groups
-h, --help         show this

exit codes: 0 measured, 1 something failed and could not be measured, or got worse with --check, 2 misuse`

const FOLDER = join(root, ".cache/lab")
/** The few figures that pages tell, as they were measured when they were last published. */
const PUBLISHED = join(root, "scripts/lab/figures/published.json")

async function main(): Promise<number> {
  const names = groups.map(({ name }) => name)
  const options = readOptions(process.argv.slice(2), names)
  if (options.help) {
    console.log(USAGE)
    return 0
  }
  const previous = previousOf(options)
  const before = beforeOf(options)
  const place = options.checkout === undefined ? root : checkoutOf(options.checkout)
  const run: Run = { ...gitState(place), load: load(), machine: thisMachine() }
  const chosen = groups.filter(({ name }) => options.only.length === 0 || options.only.includes(name))
  const judge = (table: Table): readonly JudgedRow[] =>
    judgedRows(table, before, describeFigure, { only_counted: options.quick })
  let rows: readonly JudgedRow[] = []
  // Written after every group: what is measured stays when a long run is stopped.
  const results = await measureAll(place, chosen, options, (soFar) => {
    const table = nextTable(previous, soFar, run)
    rows = judge(table)
    const measured = soFar.flatMap(({ group, outcome }) => ("length" in outcome ? [group] : []))
    const gone = before.filter((row) => measured.includes(row.group) && findRow(table, row) === undefined)
    const told = { latest: run, before, missing: reasonsOf(soFar), gone: judge(gone) }
    write(options, table, figuresPage(groups, rows, told))
    console.log(groupText(soFar.at(-1)?.group ?? "", rows))
    if (soFar.length === chosen.length) console.log(["", ...told.gone.map(describeGone)].join("\ngone: "))
  })
  const judged = rows.filter(({ row }) => chosen.some(({ name }) => name === row.group))
  console.log(
    reasonsOf(results)
      .map((reason) => `not measured: ${reason}\n`)
      .join(""),
  )
  console.log(["what got worse", ...summaryOf(judged)].join("\n  "))
  const is_worse = judged.some(({ change }) => change === "worse")
  return results.some(hasFailed) || (options.check && is_worse) ? 1 : 0
}

/** Without the rows that nobody describes any more; of another checkout what was measured before with the same `--json`. */
function previousOf({ checkout, json }: Options): Table {
  const kept = join(FOLDER, "figures.json")
  const file = checkout === undefined ? (existsSync(kept) ? kept : PUBLISHED) : json
  const table = file === undefined ? [] : readTable(file)
  return table.filter(({ group, figure }) => describeFigure(group, figure) !== undefined)
}

/** The table of `--before`, else the published one. */
function beforeOf({ before }: Options): Table {
  if (before !== undefined && !existsSync(before)) throw new Misuse(`--before: there is no ${before}`)
  return readTable(before ?? PUBLISHED)
}

function checkoutOf(folder: string): string {
  if (existsSync(join(folder, "pnpm-workspace.yaml"))) return resolve(folder)
  throw new Misuse(`--checkout: ${folder} is no checkout`)
}

/** What was measured shortly, or elsewhere, or to compare alone, stays out of the page. */
function write({ json, checkout, check, quick, publish }: Options, table: Table, page: string): void {
  if (json !== undefined) writeFileSync(json, tableText(table))
  if (checkout !== undefined || check || quick) return
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(join(FOLDER, "figures.json"), tableText(table))
  writeFileSync(join(FOLDER, "figures.md"), page)
  if (publish)
    writeFileSync(PUBLISHED, tableText(readTable(PUBLISHED).map((row) => findRow(table, row) ?? row)))
}

function groupText(group: string, rows: readonly JudgedRow[]): string {
  const lines = rows
    .filter(({ row }) => row.group === group)
    .map(({ label, value, before, moved, change }) => {
      const compared = before === "" ? "" : `before ${before}  ${moved}  ${CHANGE_WORDS[change]}`
      return `  ${label.padEnd(52)} ${value.padStart(12)}  ${compared}`.trimEnd()
    })
  return [`\n${group}`, ...lines].join("\n")
}

function hasFailed({ outcome }: GroupResult): boolean {
  return "length" in outcome ? outcome.some((reading) => "failed" in reading) : "failed" in outcome
}

try {
  process.exitCode = await main()
} catch (error) {
  if (!(error instanceof Misuse)) throw error
  console.error(`${error.message}\n\nnpm run figures -- --help shows the options`)
  process.exitCode = 2
}
