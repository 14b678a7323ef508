// npm run fleet:world: takes a fleet of real repositories on a forge of this machine to their pull requests, and measures it.
import { mkdtemp, realpath, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { commandLine, wholeNumber } from "../command_line.ts"
import { worldTable } from "./table.ts"
import { measureFleet } from "./world.ts"

const USAGE = `npm run fleet:world -- [options]    commands run with your rights, and nothing leaves this machine
  --repositories N   default 100
  --concurrency N    turns at a time, default 4
  --retry-after S    seconds that the limit of requests asks to wait, default 20
  --save FILE        the figures as JSON
  --json             the figures as JSON on stdout
  --keep             leave the folder with repositories, clones and store`

const OPTIONS = {
  repositories: { type: "string", default: "100" },
  concurrency: { type: "string", default: "4" },
  "retry-after": { type: "string", default: "20" },
  save: { type: "string" },
  json: { type: "boolean", default: false },
  keep: { type: "boolean", default: false },
} as const

await commandLine(USAGE, OPTIONS, async (values) => {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "proofloop fleet world ")))
  try {
    const measured = await measureFleet(folder, {
      repositories: wholeNumber("--repositories", values.repositories, 2),
      concurrency: wholeNumber("--concurrency", values.concurrency, 1),
      retry_after_s: wholeNumber("--retry-after", values["retry-after"], 2),
      told: (line) => console.error(line),
    })
    const text = `${JSON.stringify(measured, null, 2)}\n`
    if (values.save !== undefined) await writeFile(values.save, text)
    console.log(values.json ? text : worldTable(measured))
    return 0
  } finally {
    if (values.keep) console.error(folder)
    else await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  }
})
