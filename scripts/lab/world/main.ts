// npm run world: carries feedback about a real repository, with a known bug and scripted replies, to its verified end.
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { commandLine } from "../command_line.ts"
import { Misuse } from "../figures/misuse.ts"
import { carry } from "./carry.ts"
import { loadScenario, missingPrograms } from "./scenario.ts"

const USAGE = `npm run world -- --repository DIR --scenario FILE    tests run in a sandbox
  --unsafe-host-runner   tests run with your rights
  --keep                 leave the folder with clones, store and forge
  --verbose              everything the command said
  --json                 the report as JSON

The command adds the feedback, is killed when the fix is made, goes on from a fresh clone, waits for a merge, and verifies.
Exit code 0 when the feedback is closed as verified, else 1.`

const OPTIONS = {
  repository: { type: "string" },
  scenario: { type: "string" },
  "unsafe-host-runner": { type: "boolean", default: false },
  keep: { type: "boolean", default: false },
  verbose: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
} as const

await commandLine(USAGE, OPTIONS, async (values) => {
  const { repository, scenario: file } = values
  if (repository === undefined || file === undefined)
    throw new Misuse("--repository and --scenario are needed")
  const scenario = loadScenario(file)
  const missing = missingPrograms(scenario)
  if (missing.length > 0) {
    console.error(`${scenario.name}: skipped, ${missing.join(" and ")} is not here`)
    return 1
  }
  const folder = await mkdtemp(join(tmpdir(), "proofloop world "))
  try {
    const options = values["unsafe-host-runner"] ? ["--unsafe-host-runner"] : []
    const carried = await carry(scenario, resolve(repository), folder, options)
    const { steps, row, merged_files } = carried
    if (values.json) console.log(JSON.stringify({ name: scenario.name, ...carried }))
    else {
      for (const { name, ms, ended, output } of steps) {
        console.log(`${name.padEnd(20)} ${String(ended).padEnd(8)} ${(ms / 1000).toFixed(1)} s`)
        if (values.verbose) console.log(output.replace(/^/gm, "    "))
      }
      console.log(`${scenario.name}: ${row.state}, merged ${merged_files.join(", ") || "nothing"}`)
    }
    return row.state === "closed" && row.notes.at(-1)?.transition === "verified → closed" ? 0 : 1
  } finally {
    if (values.keep) console.error(folder)
    else await rm(folder, { recursive: true, force: true })
  }
})
