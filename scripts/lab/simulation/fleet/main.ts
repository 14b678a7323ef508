// npm run simulate:fleet: days of a fleet in virtual time, by measured service times; what saturates first.
import { commandLine, wholeNumber } from "../../command_line.ts"
import { KNOBS, type Knobs } from "./knobs.ts"
import { readMeasured } from "./service.ts"
import { simulateFleet } from "./simulate.ts"
import { type Summary, summaryOf, table } from "./summary.ts"

const USAGE = `npm run simulate:fleet -- [options]
  --seed N          default 1: the same seed has the same days
  --days N          from a Monday on, default 5
  --repositories N  default 500
  --workers N       turns at a time, default 16
  --people N        who approve and merge, default 200
  --work-factor N   model calls as a multiple of the measured ones, default 1
  --usd N           dollars for a million tokens, default 3
  --sweep           one knob after the other, in place of one week
  --hours           the queues hour by hour
  --json            as JSON`

const OPTIONS = {
  seed: { type: "string", default: "1" },
  days: { type: "string", default: "5" },
  repositories: { type: "string", default: "500" },
  workers: { type: "string", default: "16" },
  people: { type: "string", default: "200" },
  "work-factor": { type: "string", default: "1" },
  usd: { type: "string", default: "3" },
  sweep: { type: "boolean", default: false },
  hours: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
} as const

const SWEEP: readonly (readonly [string, Partial<Knobs>])[] = [
  ["as it is", {}],
  ...[4, 8, 32, 64].map((workers) => [`${workers} workers`, { workers }] as const),
  ...[25, 50].map((people) => [`${people} people`, { people }] as const),
  ...[100_000, 200_000].map(
    (tokens_a_minute) => [`${tokens_a_minute / 1000}k tokens/min`, { tokens_a_minute }] as const,
  ),
  ...[1000, 5000].map(
    (forge_requests_an_hour) => [`${forge_requests_an_hour} requests/h`, { forge_requests_an_hour }] as const,
  ),
]

await commandLine(USAGE, OPTIONS, async (values) => {
  const { how, measured } = readMeasured()
  const whole = (name: keyof typeof values, least = 1) =>
    wholeNumber(`--${name}`, String(values[name]), least)
  const knobs: Knobs = {
    ...KNOBS,
    seed: whole("seed", 0),
    days: whole("days"),
    repositories: whole("repositories"),
    workers: whole("workers"),
    people: whole("people"),
    work_factor: whole("work-factor"),
    usd_per_million: whole("usd", 0),
  }
  const found: (readonly [string, Summary])[] = []
  for (const [name, change] of values.sweep ? SWEEP : SWEEP.slice(0, 1)) {
    const turned = { ...knobs, ...change }
    const simulated = await simulateFleet(turned, measured.run)
    found.push([name, summaryOf(simulated, turned)])
    if (values.hours)
      for (const [hour, line] of simulated.hours.entries()) console.log(hour, JSON.stringify(line))
  }
  console.log(values.json ? JSON.stringify({ how, found }) : `${table(found)}\n\nService times: ${how}`)
  return 0
})
