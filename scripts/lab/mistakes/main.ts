/**
 * `npm run mistakes`: how many mistakes of models a check sees. Makes each kind of mistake in files of a checkout,
 * and lists the critics of a default check that found it. Then does the same with harmless edits.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises"
import { dirname, join, resolve } from "node:path"
import { commandLine, wholeNumber } from "../command_line.ts"
import { Misuse } from "../figures/misuse.ts"
import { openCheckout } from "./checkout.ts"
import { harmless } from "./harmless.ts"
import { kinds } from "./kinds.ts"
import type { Edit } from "./mistake.ts"
import { type Outcome, runHarmless, runMistakes } from "./run_mistakes.ts"
import { scoreTable } from "./score.ts"

const USAGE = `npm run mistakes -- --repository DIR [--seed N] [--count N] [--only KIND,TOPIC] [--json] [--keep DIR]
npm run mistakes -- --tables FILE --tables FILE

Makes every kind of mistake in files of the commit that is checked out in DIR, and says what a default check sees of it.
--seed N      which files and places; default 1
--count N     changes of each kind in each language; default 1
--only NAMES  some kinds or topics, with commas
--harmless    only the edits that are no mistakes
--json        the outcomes as JSON on stdout
--keep DIR    the files as the mistakes leave them
--tables FILE adds up what was written by --json; once a file
--list        the kinds`

const OPTIONS = {
  repository: { type: "string" },
  seed: { type: "string", default: "1" },
  count: { type: "string", default: "1" },
  only: { type: "string", default: "" },
  harmless: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
  keep: { type: "string" },
  tables: { type: "string", multiple: true },
  list: { type: "boolean", default: false },
} as const

interface Report {
  readonly repository: string
  readonly seed: number
  readonly mistakes: readonly Outcome[]
  readonly harmless: readonly Outcome[]
}

await commandLine(USAGE, OPTIONS, async (values) => {
  if (values.list) {
    for (const { kind, topic, languages } of kinds) console.log(`${kind}  ${topic}  ${languages.join(" ")}`)
    return 0
  }
  if (values.tables !== undefined) {
    const reports = await Promise.all(
      values.tables.map(async (file) => JSON.parse(await readFile(file, "utf8")) as Report),
    )
    console.log(tablesOf(reports))
    return 0
  }
  if (values.repository === undefined) throw new Misuse("--repository: a folder with a git repository")
  const only = values.only.split(",").filter((name) => name !== "")
  const names = [...kinds.flatMap(({ kind, topic }) => [kind, topic]), ...harmless.map(({ kind }) => kind)]
  const unknown = only.find((name) => !names.includes(name))
  if (unknown !== undefined)
    throw new Misuse(`--only: there is no kind or topic ${unknown}; --list names them`)
  const { keep } = values
  const options = {
    seed: wholeNumber("--seed", values.seed, 0),
    count: wholeNumber("--count", values.count, 1),
    only,
    ...(keep === undefined
      ? {}
      : { on_outcome: (outcome: Outcome, edits: readonly Edit[]) => void keepEdits(keep, outcome, edits) }),
  }
  const root = resolve(values.repository)
  const checkout = await openCheckout(root)
  const report: Report = {
    repository: root,
    seed: options.seed,
    mistakes: values.harmless ? [] : await runMistakes(checkout, options),
    harmless: await runHarmless(
      checkout,
      values.harmless || only.length === 0 ? options : { ...options, only },
    ),
  }
  console.log(values.json ? JSON.stringify(report) : tablesOf([report]))
  return 0
})

function tablesOf(reports: readonly Report[]): string {
  const mistakes = reports.flatMap((report) => report.mistakes)
  const harmless = reports.flatMap((report) => report.harmless)
  const parts = [
    scoreTable(mistakes, "kind"),
    scoreTable(mistakes, "topic"),
    `False alarms:\n${scoreTable(harmless, "kind")}`,
  ]
  return parts.join("\n\n")
}

async function keepEdits(folder: string, { kind, language }: Outcome, edits: readonly Edit[]): Promise<void> {
  for (const { path, after } of edits) {
    const file = join(folder, kind, language, path)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, after ?? "")
  }
}
