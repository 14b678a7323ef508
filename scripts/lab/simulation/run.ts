import { randomInt } from "node:crypto"
import { availableParallelism } from "node:os"
import { fileURLToPath } from "node:url"
// npm run simulate: thousands of simulated runs, or one seed again.
import { lastJson, run } from "../../child.mjs"
import { commandLine, wholeNumber } from "../command_line.ts"
import { addUp, replayCommand, runCampaign, type Tally } from "./campaign.ts"
import { isGreen, renderFailure, renderTally, renderTimeline } from "./report.ts"
import { simulate } from "./simulate.ts"

const USAGE = `npm run simulate                          1000 schedules from a random seed
npm run simulate -- --schedules 10000     so many
npm run simulate -- --from 1              from this seed on
npm run simulate -- --seed 12345          one seed again; with --verbose its timeline
npm run simulate -- --workers 2           processes; the default is one a core
npm run simulate -- --json                the report as JSON, nothing else`

const OPTIONS = {
  schedules: { type: "string", default: "1000" },
  seed: { type: "string" },
  from: { type: "string" },
  workers: { type: "string" },
  verbose: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
} as const

await commandLine(USAGE, OPTIONS, async (values) => {
  const { json, verbose } = values
  if (values.seed !== undefined) return replay(wholeNumber("--seed", values.seed, 0), verbose, json)
  const schedules = wholeNumber("--schedules", values.schedules, 1)
  const cores = schedules < 400 ? 1 : availableParallelism()
  return runMany({
    schedules,
    from: wholeNumber("--from", values.from ?? String(randomInt(1, 1e9)), 0),
    workers: wholeNumber("--workers", values.workers ?? String(cores), 1),
    json,
  })
})

async function replay(seed: number, verbose: boolean, json: boolean): Promise<number> {
  const schedule = await simulate(seed)
  const { violations } = schedule
  if (json) console.log(JSON.stringify({ seed, violations, fingerprint: schedule.fingerprint() }))
  else {
    if (verbose) console.log(renderTimeline(schedule))
    if (violations.length > 0) console.log(renderFailure({ seed, violations, command: replayCommand(seed) }))
    else console.log(`seed ${seed} is green, fingerprint ${schedule.fingerprint()}`)
  }
  return violations.length > 0 ? 1 : 0
}

interface Request {
  readonly schedules: number
  readonly from: number
  readonly workers: number
  readonly json: boolean
}

async function runMany({ from, schedules, workers, json }: Request): Promise<number> {
  const began = Date.now()
  if (!json) console.error(`${schedules} schedules from seed ${from}`)
  const share = Math.ceil(schedules / workers)
  const parts = Array.from({ length: workers }, (_part, index) => ({
    from: from + index * share,
    schedules: Math.min(share, schedules - index * share),
  })).filter((part) => part.schedules > 0)
  const tally =
    parts.length === 1
      ? await runCampaign({ from, schedules, onProgress: json ? undefined : progress(schedules, began) })
      : addUp(await Promise.all(parts.map((part) => runInChild(part.from, part.schedules))))
  const seconds = (Date.now() - began) / 1000
  console.log(json ? JSON.stringify({ from, seconds, ...tally }) : renderTally(tally, from, seconds))
  return isGreen(tally) ? 0 : 1
}

function progress(schedules: number, began: number): (done: number) => void {
  return (done) => {
    if (done % 500 !== 0) return
    const rate = Math.round(done / ((Date.now() - began) / 1000))
    console.error(`${done} of ${schedules}, ${rate} a second`)
  }
}

/** A process of its own: virtual time is a process's globals. */
async function runInChild(from: number, schedules: number): Promise<Tally> {
  const args = ["--from", String(from), "--schedules", String(schedules), "--workers", "1", "--json"]
  const command = ["--import", "tsx", fileURLToPath(import.meta.url), ...args]
  const { code, output } = await run(process.execPath, command, { cwd: process.cwd(), env: process.env })
  const tally: Tally | undefined = lastJson(output)
  if (tally === undefined) throw new Error(`the seeds from ${from} on ended with code ${code}: ${output}`)
  return tally
}
