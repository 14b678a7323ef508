import { existsSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { gitState } from "../git_state.mjs"
import { root } from "../setup.mjs"
import { describeFigure, groups } from "./groups.ts"
import { judgedRows } from "./judged_row.ts"
import { load, thisMachine } from "./machine.ts"
import { measureAll } from "./measure_all.ts"
import { Misuse } from "./misuse.ts"
import { type GroupResult, nextTable } from "./next_table.ts"
import { type Options, readOptions } from "./options.ts"
import { figuresPage, reasonsOf } from "./page.ts"
import { NO_TABLE, readTable, type Row, type Run, type Table, writeTable } from "./table.ts"
import { tellEnd, tellGroup } from "./tell.ts"

const USAGE = `npm run figures -- [options]

Measures what the project publishes about itself, writes docs/figures.md and docs/figures.json, and tells what got worse since
the table before.

--only NAME,NAME   these alone: ${groups.map(({ name }) => name).join(", ")};
                   "bench" is all of bench. What is left out keeps its value, marked as older
--data DIR         labelled runs, for detection
--tests            run the tests first; without it the last run that npm test has noted is told
--quick            measure shortly, to see that it works; judges counts and sizes alone, writes nothing
--check            compare and write nothing; exit code 1 if something got worse
--before FILE      compare with this table in place of docs/figures.json
--checkout DIR     measure another checkout, installed, with the code of this one; compares and writes nothing
--json FILE        write the table there as well; of another checkout it keeps what the file has of other groups
-h, --help         show this

exit codes: 0 measured, 1 something failed and could not be measured, or got worse with --check, 2 misuse`

const PAGE_FILE = join(root, "docs/figures.md")
const TABLE_FILE = join(root, "docs/figures.json")

async function main(): Promise<number> {
  const names = groups.map(({ name }) => name)
  const options = readOptions(process.argv.slice(2), names)
  if (options.help) {
    console.log(USAGE)
    return 0
  }
  const previous = previousOf(options)
  const baseline = options.before === undefined ? null : baselineOf(options.before)
  const place = options.checkout === undefined ? root : checkoutOf(options.checkout)
  const run: Run = { ...gitState(place), load: load(), machine: thisMachine() }
  const judge = (rows: readonly Row[]) => judgedRows(rows, describeFigure, { only_counted: options.quick })
  const chosen = groups.filter(({ name }) => options.only.length === 0 || options.only.includes(name))
  // Written after every group: what is measured stays when a long run is stopped.
  const results = await measureAll(place, chosen, options, (soFar) => {
    const table = nextTable(previous, soFar, run, baseline)
    write(table, run, options)
    const rows = table.rows.filter(({ group }) => group === soFar.at(-1)?.group)
    console.log(tellGroup(soFar.at(-1)?.group ?? "", judge(rows), reasonsOf(rows)))
  })
  const table = nextTable(previous, results, run, baseline)
  const isChosen = ({ group }: Row): boolean => chosen.some(({ name }) => name === group)
  const rows = judge(table.rows.filter(isChosen))
  const gone = judge(table.gone.filter(isChosen))
  console.log(tellEnd(rows, gone, reasonsOf(table.rows.filter(isChosen))))
  const is_worse = rows.some(({ change }) => change === "worse")
  return results.some(hasFailed) || (options.check && is_worse) ? 1 : 0
}

/** Without the rows that nobody describes any more; of another checkout what was measured before with the same `--json`. */
function previousOf({ checkout, json }: Options): Table {
  const file = checkout === undefined ? TABLE_FILE : json
  const { rows, gone } = file === undefined ? NO_TABLE : readTable(file)
  const isDescribed = ({ group, figure }: Row): boolean =>
    figure === null ? groups.some(({ name }) => name === group) : describeFigure(group, figure) !== undefined
  return { rows: rows.filter(isDescribed), gone }
}

function baselineOf(file: string): Table {
  if (existsSync(file)) return readTable(file)
  throw new Misuse(`--before: there is no ${file}`)
}

function checkoutOf(folder: string): string {
  if (existsSync(join(folder, "pnpm-workspace.yaml"))) return resolve(folder)
  throw new Misuse(`--checkout: ${folder} is no checkout`)
}

/** What was measured shortly, or elsewhere, or to compare alone, stays out of the page. */
function write(table: Table, latest: Run, { json, checkout, check, quick }: Options): void {
  if (json !== undefined) writeTable(json, table)
  if (checkout !== undefined || check || quick) return
  writeTable(TABLE_FILE, table)
  writeFileSync(PAGE_FILE, figuresPage(table, groups, { describe: describeFigure, latest }))
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
