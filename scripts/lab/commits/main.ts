/**
 * `npm run commits`: what a check says of people's changes. Judges evenly sampled human commits of a repository, each
 * against its parent. Writes the findings with their lines for a person to read.
 */
import { existsSync } from "node:fs"
import { readFile, rename, writeFile } from "node:fs/promises"
import { basename, dirname, resolve } from "node:path"
import { commandLine, wholeNumber } from "../command_line.ts"
import { Misuse } from "../figures/misuse.ts"
import { openClone } from "../open_clone.ts"
import { judgeByCommand, judgeHere } from "./judge.ts"
import { judgeAll } from "./judge_all.ts"
import { readReport, type Report, writeTables } from "./report.ts"
import { sampleCommits } from "./sample.ts"

const USAGE = `npm run commits -- --repository DIR --count N [--seed S] [--json FILE] [--command]
npm run commits -- --tables FILE --tables FILE [--verdicts FILE]

Judges N human commits of a repository, spread evenly over its history, by the critics of a default check.
--seed S        which commit of each stretch; default 1
--json FILE     the findings with their diff hunks, to be read; written after each commit, and taken up again where it ended
--command       each commit by a process of \`proofloop check\`
--tables FILE   adds up what was written by --json; once a file
--verdicts FILE what the reader said: {"REPOSITORY COMMIT CRITIC": "true", "arguable" or "false"}`

const OPTIONS = {
  repository: { type: "string" },
  count: { type: "string" },
  seed: { type: "string", default: "1" },
  json: { type: "string" },
  command: { type: "boolean", default: false },
  tables: { type: "string", multiple: true },
  verdicts: { type: "string" },
} as const

await commandLine(USAGE, OPTIONS, async (values) => {
  if (values.tables !== undefined) {
    const reports = await Promise.all(values.tables.map(readReport))
    const verdicts = values.verdicts === undefined ? {} : JSON.parse(await readFile(values.verdicts, "utf8"))
    process.stdout.write(writeTables(reports, verdicts as Readonly<Record<string, string>>))
    return 0
  }
  if (values.repository === undefined) throw new Misuse("--repository: a folder with a git repository")
  if (values.count === undefined) throw new Misuse("--count: how many commits")
  const count = wholeNumber("--count", values.count, 1)
  const seed = wholeNumber("--seed", values.seed, 0)
  const clone = await openClone(resolve(values.repository))
  try {
    const commits = await sampleCommits(clone.root, count, seed)
    const judge = values.command ? judgeByCommand : judgeHere
    const { json } = values
    const before = json !== undefined && existsSync(json) ? await readReport(json) : undefined
    const name = nameOf(values.repository)
    const keep = json === undefined ? async () => {} : (report: Report) => replaceFile(json, report)
    const report = await judgeAll({ root: clone.root, name, commits, judge, before, keep })
    await keep(report)
    process.stdout.write(writeTables([report], {}))
    return 0
  } finally {
    await clone.remove()
  }
})

/** Somebody who reads the file meanwhile finds a whole one. */
async function replaceFile(path: string, report: Report): Promise<void> {
  await writeFile(`${path}.part`, `${JSON.stringify(report, null, 2)}\n`)
  await rename(`${path}.part`, path)
}

function nameOf(repository: string): string {
  const path = resolve(repository)
  return basename(path) === "repo" ? basename(dirname(path)) : basename(path)
}
