import { Misuse } from "../command/misuse.ts"
import { hunkAt } from "./hunk.ts"
import type { Judge } from "./judge.ts"
import { isJudged, type Judged } from "./report.ts"
import type { Commit } from "./sample.ts"

type JudgedCommit = Judged["commits"][number]

interface Task {
  readonly root: string
  readonly name: string
  readonly commits: readonly Commit[]
  readonly judge: Judge
  /** What was written before it was interrupted: only what it lacks or could not judge is done again. */
  readonly before: Judged | undefined
  /** Called after each commit with what is done by then. */
  readonly keep: (report: Judged) => Promise<void>
}

/** Judges commits, in an order that is spread over the history whenever it ends; the report is in the order of the commits. */
export async function judgeAll({ root, name, commits, judge, before, keep }: Task): Promise<Judged> {
  if (before !== undefined && before.repository !== name)
    throw new Misuse(`--keep: the file tells of ${before.repository}, not of ${name}`)
  const done = new Map<string, JudgedCommit>(
    (before?.commits ?? []).filter(isJudged).map((commit) => [commit.id, commit]),
  )
  const report = () => ({ repository: name, commits: commits.flatMap(({ id }) => done.get(id) ?? []) })
  for (const commit of spread(commits)) {
    if (done.has(commit.id)) continue
    done.set(commit.id, await judgeOne(root, commit, judge))
    await keep(report())
    if (done.size % 10 === 0) console.error(`${name}: ${done.size} of ${commits.length}`)
  }
  return report()
}

async function judgeOne(root: string, commit: Commit, judge: Judge): Promise<JudgedCommit> {
  const began = performance.now()
  const { findings, unable, files } = await judge(root, commit)
  const ms = Math.round(performance.now() - began)
  const shown = []
  for (const finding of findings) shown.push({ ...finding, hunk: await hunkAt(root, commit, finding) })
  return { id: commit.id, subject: commit.subject, files, ms, findings: shown, unable }
}

/** Every eighth, then those between. */
function spread(commits: readonly Commit[]): readonly Commit[] {
  return Array.from({ length: STRIDE }, (_none, first) =>
    commits.filter((_commit, index) => index % STRIDE === first),
  ).flat()
}

const STRIDE = 8
