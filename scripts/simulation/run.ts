import { spawn } from "node:child_process"
import { randomInt } from "node:crypto"
import { availableParallelism } from "node:os"
import { fileURLToPath } from "node:url"
import { parseArgs } from "node:util"
// npm run simulate: thousands of simulated runs, or one seed again.
import { thrownMessage } from "@proofloop/foundation/errors"
import { nearestName } from "../../packages/foundation/src/errors/invalid_option.ts"
import { addUp, replayCommand, runCampaign, type Tally } from "./campaign.ts"
import { isGreen, renderFailure, renderTally, renderTimeline } from "./report.ts"
import { simulate } from "./simulate.ts"

const usage = `npm run simulate                          1000 schedules from a random seed
npm run simulate -- --schedules 10000     so many
npm run simulate -- --from 1              from this seed on
npm run simulate -- --seed 12345          one seed again; with --verbose its timeline
npm run simulate -- --workers 2           processes; the default is one a core
npm run simulate -- --json                the report as JSON, nothing else`

const options = {
  schedules: { type: "string" },
  seed: { type: "string" },
  from: { type: "string" },
  workers: { type: "string" },
  verbose: { type: "boolean" },
  json: { type: "boolean" },
  help: { type: "boolean", short: "h" },
} as const

interface Request {
  readonly schedules: number
  readonly from: number
  readonly seed: number | null
  readonly workers: number
  readonly verbose: boolean
  readonly json: boolean
}

process.exitCode = await main(process.argv.slice(2))

async function main(args: readonly string[]): Promise<number> {
  if (args.includes("--help") || args.includes("-h")) {
    console.log(usage)
    return 0
  }
  const request = readRequest(args)
  if (typeof request === "string") {
    console.error(`${request}\n\n${usage}`)
    return 2
  }
  return request.seed === null ? runMany(request) : replay(request.seed, request)
}

async function replay(seed: number, { verbose, json }: Request): Promise<number> {
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

async function runMany(request: Request): Promise<number> {
  const { from, schedules, json } = request
  const began = Date.now()
  if (!json) console.error(`${schedules} schedules from seed ${from}`)
  const share = Math.ceil(schedules / request.workers)
  const parts = Array.from({ length: request.workers }, (_part, index) => ({
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
function runInChild(from: number, schedules: number): Promise<Tally> {
  const args = ["--from", String(from), "--schedules", String(schedules), "--workers", "1", "--json"]
  const child = spawn(process.execPath, ["--import", "tsx", fileURLToPath(import.meta.url), ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  })
  let output = ""
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text
  })
  return new Promise((resolve, reject) => {
    child.on("error", reject)
    child.on("close", (code) => {
      if (code === 0 || code === 1) resolve(JSON.parse(output) as Tally)
      else reject(new Error(`the seeds from ${from} on ended with code ${code}`))
    })
  })
}

function readRequest(args: readonly string[]): Request | string {
  const unknown = args.find((arg) => arg.startsWith("-") && !isKnown(arg))
  if (unknown !== undefined) {
    const near = nearestName(unknown.replace(/^-+/, "").split("=")[0] ?? "", Object.keys(options))
    return `unknown option ${unknown}${near === null ? "" : `; did you mean --${near}?`}`
  }
  let values: ReturnType<typeof parse>
  try {
    values = parse(args)
  } catch (error) {
    return thrownMessage(error)
  }
  const numbers: Record<string, number> = {}
  for (const [name, least] of [
    ["schedules", 1],
    ["seed", 0],
    ["from", 0],
    ["workers", 1],
  ] as const) {
    const text = values[name]
    if (text === undefined) continue
    const value = Number(text)
    if (!/^\d+$/.test(text) || !Number.isSafeInteger(value) || value < least)
      return `--${name}: expected a whole number of at least ${least}, got "${text}"`
    numbers[name] = value
  }
  const { schedules = 1000, seed = null, from = randomInt(1, 1e9), workers } = numbers
  return {
    schedules,
    seed,
    from,
    workers: workers ?? (schedules < 400 ? 1 : availableParallelism()),
    verbose: values.verbose === true,
    json: values.json === true,
  }
}

function isKnown(arg: string): boolean {
  return Object.keys(options).includes(arg.replace(/^--/, "").split("=")[0] ?? "")
}

function parse(args: readonly string[]) {
  return parseArgs({ args: [...args], options, allowPositionals: false }).values
}
