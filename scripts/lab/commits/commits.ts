import { existsSync } from "node:fs"
import { readFile, rename, writeFile } from "node:fs/promises"
import { basename, dirname, resolve } from "node:path"
import { Misuse } from "../command/misuse.ts"
import type { Report } from "../command/tool.ts"
import { judgeByCommand, judgeHere } from "./judge.ts"
import { judgeAll } from "./judge_all.ts"
import { openClone } from "./open_clone.ts"
import { type Judged, readJudged, writeTables } from "./report.ts"
import { sampleCommits } from "./sample.ts"

interface Asked {
  readonly repository: string | undefined
  readonly count: number | undefined
  readonly seed: number
  readonly keep: string | undefined
  readonly command: boolean
  readonly add_up: readonly string[]
  readonly verdicts: string | undefined
}

/** Judges human commits of a repository, spread evenly over its history, or adds up what was kept of such judgements. */
export async function commits(asked: Asked): Promise<Report> {
  const verdicts: Readonly<Record<string, string>> =
    asked.verdicts === undefined ? {} : JSON.parse(await readFile(asked.verdicts, "utf8"))
  const judged =
    asked.add_up.length > 0 ? await Promise.all(asked.add_up.map(readJudged)) : [await judgeRepository(asked)]
  return { passed: true, text: writeTables(judged, verdicts), data: judged }
}

async function judgeRepository({ repository, count, seed, keep: file, command }: Asked): Promise<Judged> {
  if (repository === undefined || count === undefined)
    throw new Misuse("--repository and --count, or --add-up, are needed")
  const clone = await openClone(resolve(repository))
  try {
    const sampled = await sampleCommits(clone.root, count, seed)
    const judge = command ? judgeByCommand : judgeHere
    const before = file !== undefined && existsSync(file) ? await readJudged(file) : undefined
    const keep = async (judged: Judged) => {
      if (file !== undefined) await replaceFile(file, judged)
    }
    return await judgeAll({
      root: clone.root,
      name: nameOf(repository),
      commits: sampled,
      judge,
      before,
      keep,
    })
  } finally {
    await clone.remove()
  }
}

/** Somebody who reads the file meanwhile finds a whole one. */
async function replaceFile(path: string, judged: Judged): Promise<void> {
  await writeFile(`${path}.part`, `${JSON.stringify(judged, null, 2)}\n`)
  await rename(`${path}.part`, path)
}

function nameOf(repository: string): string {
  const path = resolve(repository)
  return basename(path) === "repo" ? basename(dirname(path)) : basename(path)
}
