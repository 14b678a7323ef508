// npm run testbed: real tools, small projects, and pairs of outputs that must have the same or different signatures.
import { tmpdir } from "node:os"
import { join } from "node:path"
import { commandLine, wholeNumber } from "../command_line.ts"
import { Misuse } from "../figures/misuse.ts"
import { isBroken } from "./broken.ts"
import { installPackages, missingProgram } from "./install.ts"
import { type Pair, pairsOf, type Read, readTellings } from "./judge.ts"
import { recordTool } from "./record.ts"
import { writeSample } from "./sample.ts"
import { type Score, scoreOf } from "./score.ts"
import { showPairs } from "./show.ts"
import { tablesOf } from "./tables.ts"
import type { Tool } from "./tool.ts"
import { tools } from "./tools.ts"

const USAGE = `npm run testbed                      all tools that are here; what is absent is skipped aloud
npm run testbed -- --tool NAME       one tool
npm run testbed -- --folder DIR      where packages are installed and outputs kept (default: a temporary folder)
npm run testbed -- --jobs 2          so many tools at a time
npm run testbed -- --show            the wrong pairs, with the lines in which they differ
npm run testbed -- --show off        the pairs that are wrong with the tool's own parser switched off
npm run testbed -- --sample FILE     right pairs of each tool, as the quick test reads them
npm run testbed -- --json            the counts as JSON

Exit code 0 whatever the shares are: this measures. It installs from npm and nothing else.`

const OPTIONS = {
  tool: { type: "string" },
  folder: { type: "string", default: join(tmpdir(), "proofloop-testbed") },
  jobs: { type: "string", default: "2" },
  show: { type: "string" },
  sample: { type: "string" },
  json: { type: "boolean", default: false },
} as const

await commandLine(USAGE, OPTIONS, async ({ tool, folder, jobs, show, sample, json }) => {
  const wanted = tools.filter(({ name }) => tool === undefined || name === tool)
  if (wanted.length === 0)
    throw new Misuse(`--tool: there are ${tools.map(({ name }) => name).join(", ")}; got ${tool}`)
  if (show !== undefined && show !== "on" && show !== "off") throw new Misuse("--show: expected on or off")
  await installPackages(tools, folder)
  const present = wanted.filter((one) => missingProgram(one) === null)
  const skipped = wanted.filter((one) => !present.includes(one)).map(({ name }) => name)
  for (const name of skipped) console.error(`${name}: skipped, a program it needs is not here`)
  const measured = await measureAll(present, folder, wholeNumber("--jobs", jobs, 1))
  const pairs = measured.flatMap((one) => one.pairs)
  const reads = measured.flatMap((one) => one.reads)
  const total = scoreOf(pairs, reads)
  const by_tool = new Map(measured.map((one) => [one.name, one.score]))
  if (sample !== undefined) writeSample(sample, pairs, folder)
  if (json) console.log(JSON.stringify({ total, by_tool: Object.fromEntries(by_tool), skipped }))
  else if (show === undefined) console.log(tablesOf(total, by_tool, pairs, skipped))
  else
    console.log(
      showPairs(
        pairs,
        reads.filter(({ telling }) => isBroken(telling)),
        show,
      ),
    )
  return 0
})

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
