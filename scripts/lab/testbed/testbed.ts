import { Misuse } from "../command/misuse.ts"
import type { Report } from "../command/tool.ts"
import { isBroken } from "./broken.ts"
import { installPackages, missingProgram } from "./install.ts"
import { type Pair, pairsOf, type Read, readTellings } from "./judge.ts"
import { recordTool } from "./record.ts"
import { type Score, scoreOf } from "./score.ts"
import { showPairs } from "./show.ts"
import { tablesOf } from "./tables.ts"
import type { Tool } from "./tool.ts"
import { tools } from "./tools.ts"

interface Asked {
  readonly only: readonly string[]
  readonly folder: string
  readonly jobs: number
  readonly show: boolean
}

/** Runs the tools that are here, and compares how the detector reads their outputs. Passed whatever the shares are: this measures. */
export async function testbed({ only, folder, jobs, show }: Asked): Promise<Report> {
  const unknown = only.find((name) => !tools.some((tool) => tool.name === name))
  if (unknown !== undefined)
    throw new Misuse(`--only: there is no ${unknown}; there are ${tools.map(({ name }) => name).join(", ")}`)
  const wanted = tools.filter(({ name }) => only.length === 0 || only.includes(name))
  await installPackages(tools, folder)
  const present = wanted.filter((one) => missingProgram(one) === null)
  const skipped = wanted.filter((one) => !present.includes(one)).map(({ name }) => name)
  for (const name of skipped) console.error(`${name}: skipped, a program it needs is not here`)
  const measured = await measureAll(present, folder, jobs)
  const pairs = measured.flatMap((one) => one.pairs)
  const reads = measured.flatMap((one) => one.reads)
  const total = scoreOf(pairs, reads)
  const by_tool = new Map(measured.map((one) => [one.name, one.score]))
  const broken = reads.filter(({ telling }) => isBroken(telling))
  return {
    passed: true,
    text: show ? showPairs(pairs, broken) : tablesOf(total, by_tool, pairs, skipped),
    data: { total, by_tool: Object.fromEntries(by_tool), skipped },
  }
}

interface Measured {
  readonly name: string
  readonly pairs: readonly Pair[]
  readonly reads: readonly Read[]
  readonly score: Score
}

async function measureAll(
  present: readonly Tool[],
  folder: string,
  jobs: number,
): Promise<readonly Measured[]> {
  const measured = new Map<string, Measured>()
  const waiting = [...present]
  const work = async (): Promise<void> => {
    for (let tool = waiting.shift(); tool !== undefined; tool = waiting.shift()) {
      const reads = readTellings(await recordTool(tool, folder))
      const pairs = pairsOf(tool.name, reads)
      measured.set(tool.name, { name: tool.name, pairs, reads, score: scoreOf(pairs, reads) })
      console.error(`${tool.name}: ${reads.length} outputs, ${pairs.length} pairs`)
    }
  }
  await Promise.all(Array.from({ length: jobs }, work))
  return present.flatMap(({ name }) => measured.get(name) ?? [])
}
