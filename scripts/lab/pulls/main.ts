/**
 * `npm run pulls`: what the reviewers of a repository would have seen. Judges every pull request of a calendar month, as it was
 * merged, by `proofloop check`, and keeps each report as annotations, SARIF and Markdown.
 */
import { mkdir, readFile, writeFile } from "node:fs/promises"
import { join, resolve } from "node:path"
import { commandLine } from "../command_line.ts"
import { Misuse } from "../figures/misuse.ts"
import { openClone } from "../open_clone.ts"
import { judgePull } from "./judge.ts"
import type { Judged } from "./judged.ts"
import { pullPicture } from "./picture/pull_picture.ts"
import { pullRequestsIn } from "./pull_requests.ts"
import { pullsTable, type Verdicts } from "./table.ts"

const USAGE = `npm run pulls -- --repository DIR --month YYYY-MM [--out DIR] [--verdicts FILE] [--picture NUMBER=FILE]
npm run pulls -- --out DIR --verdicts FILE

Judges the pull requests that a month merged (UTC), each against what it was merged into. Merge commits and squashed ones count.
--out DIR       keeps the reports: NUMBER.github.txt, NUMBER.sarif, NUMBER.md, and pulls.json; what it holds is not judged again
--verdicts FILE what a reader said: {"NUMBER": "true, arguable or false: why"}
--picture NUMBER=FILE draws what a reviewer sees of one pull request, as SVG
Without --repository the table is made again of what --out holds.`

const OPTIONS = {
  repository: { type: "string" },
  month: { type: "string" },
  out: { type: "string" },
  verdicts: { type: "string" },
  picture: { type: "string" },
} as const

await commandLine(USAGE, OPTIONS, async ({ repository, month, out, verdicts: file, picture }) => {
  const verdicts = file === undefined ? {} : (JSON.parse(await readFile(file, "utf8")) as Verdicts)
  if (picture !== undefined && repository === undefined) throw new Misuse("--picture needs --repository")
  const judged =
    repository === undefined ? await readKept(out) : await judgeMonth(repository, { month, out, picture })
  process.stdout.write(pullsTable(judged, verdicts))
  for (const { pull, faults } of judged)
    for (const fault of faults) console.error(`#${pull.number}: ${fault}`)
  return judged.some(({ faults }) => faults.length > 0) ? 1 : 0
})

async function judgeMonth(
  repository: string,
  { month, out, picture }: Readonly<Record<"month" | "out" | "picture", string | undefined>>,
): Promise<readonly Judged[]> {
  if (month === undefined || !/^\d{4}-\d{2}$/.test(month)) throw new Misuse("--month: such as 2026-06")
  const clone = await openClone(resolve(repository))
  try {
    const pulls = await pullRequestsIn(clone.root, month)
    if (pulls.length === 0) throw new Misuse(`--month: no pull request was merged in ${month}`)
    const known = out === undefined ? [] : await readKept(out).catch(() => [])
    const judged: Judged[] = []
    for (const pull of pulls) {
      const before = known.find((one) => one.pull.id === pull.id)
      judged.push(before ?? (await judgePull(clone.root, pull)))
      if (judged.length % 10 === 0) console.error(`${judged.length} of ${pulls.length}`)
      if (out !== undefined && before === undefined) await keep(out, judged)
    }
    if (picture !== undefined) await draw(clone.root, judged, picture)
    return judged
  } finally {
    await clone.remove()
  }
}

async function draw(root: string, judged: readonly Judged[], picture: string): Promise<void> {
  const [, number, file = ""] = /^(\d+)=(.+)$/.exec(picture) ?? []
  const one = judged.find(({ pull }) => String(pull.number) === number)
  if (one === undefined) throw new Misuse("--picture: NUMBER=FILE, of a pull request of the month")
  await writeFile(file, await pullPicture(root, one))
}

/** Writes the last report, and the list so far. */
async function keep(out: string, judged: readonly Judged[]): Promise<void> {
  await mkdir(out, { recursive: true })
  const last = judged.at(-1)
  if (last === undefined) return
  const name = join(out, String(last.pull.number))
  await writeFile(`${name}.github.txt`, last.github)
  await writeFile(`${name}.sarif`, last.sarif)
  await writeFile(`${name}.md`, last.markdown)
  await writeFile(join(out, "pulls.json"), `${JSON.stringify(judged)}\n`)
}

async function readKept(out: string | undefined): Promise<readonly Judged[]> {
  if (out === undefined) throw new Misuse("--repository: a folder with a git repository")
  try {
    return JSON.parse(await readFile(join(out, "pulls.json"), "utf8")) as readonly Judged[]
  } catch (error) {
    throw new Misuse(`--out: ${out} holds no reports of an earlier call`, { cause: error })
  }
}
