import { randomInt } from "node:crypto"
import { availableParallelism } from "node:os"
import { fileURLToPath } from "node:url"
import { lastJson, run } from "../../child.mjs"
import type { Report } from "../command/tool.ts"
import { addUp, replayCommand, runCampaign, type Tally } from "./campaign.ts"
import { isGreen, renderFailure, renderTally, renderTimeline } from "./report.ts"
import { simulate } from "./simulate.ts"

/** Fewer schedules than these are not worth a second process. */
const WORTH_A_PROCESS = 400

interface Asked {
  readonly schedules: number
  readonly seed: number | undefined
  readonly from: number | undefined
  readonly workers: number | undefined
}

/** Plays so many schedules, or one seed again with its timeline. Passed when no invariant is violated. */
export function simulation({ seed, schedules, from, workers }: Asked): Promise<Report> {
  if (seed !== undefined) return replay(seed)
  const cores = schedules < WORTH_A_PROCESS ? 1 : availableParallelism()
  return runMany(schedules, from ?? randomInt(1, 1e9), workers ?? cores)
}

async function replay(seed: number): Promise<Report> {
  const schedule = await simulate(seed)
  const { violations } = schedule
  const passed = violations.length === 0
  const end = passed
    ? `seed ${seed} is green, fingerprint ${schedule.fingerprint()}`
    : renderFailure({ seed, violations, command: replayCommand(seed) })
  return {
    passed,
    text: `${renderTimeline(schedule)}\n${end}`,
    data: { seed, violations, fingerprint: schedule.fingerprint() },
  }
}

async function runMany(schedules: number, from: number, workers: number): Promise<Report> {
  const began = Date.now()
  console.error(`${schedules} schedules from seed ${from}`)
  const share = Math.ceil(schedules / workers)
  const parts = Array.from({ length: workers }, (_part, index) => ({
    from: from + index * share,
    schedules: Math.min(share, schedules - index * share),
  })).filter((part) => part.schedules > 0)
  const tally =
    parts.length === 1
      ? await runCampaign({ from, schedules })
      : addUp(await Promise.all(parts.map((part) => runInChild(part.from, part.schedules))))
  const seconds = (Date.now() - began) / 1000
  return {
    passed: isGreen(tally),
    text: renderTally(tally, from, seconds),
    data: { from, seconds, ...tally },
  }
}

/** A process of its own: virtual time is a process's globals. */
async function runInChild(from: number, schedules: number): Promise<Tally> {
  const child = fileURLToPath(new URL("campaign_child.ts", import.meta.url))
  const command = ["--import", "tsx", child, String(from), String(schedules)]
  const { code, output } = await run(process.execPath, command, { cwd: process.cwd(), env: process.env })
  const tally: Tally | undefined = lastJson(output)
  if (tally === undefined) throw new Error(`the seeds from ${from} on ended with code ${code}: ${output}`)
  return tally
}
