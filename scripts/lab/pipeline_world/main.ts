// npm run pipeline:world: carries a run over a real repository, with scripted replies, to its merged end; or many of them with a fleet.
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { commandLine } from "../command_line.ts"
import { Misuse } from "../figures/misuse.ts"
import { missingPrograms } from "../world/scenario.ts"
import { type Carried, carry } from "./carry.ts"
import { loadFleet, sail, type Sailed, status } from "./fleet.ts"
import { loadScenario } from "./scenario.ts"

const USAGE = `npm run pipeline:world -- --repository DIR --scenario FILE    commands run in a sandbox
npm run pipeline:world -- --fleet FILE                        many repositories in one store, within its limits
  --unsafe-host-runner   they run with your rights
  --keep                 leave the folder with forge, clones and store
  --verbose              everything the command said
  --json                 the report as JSON

The run is killed at its last subtask, goes on from a fresh clone, waits for a merge, and is verified. Exit code 0 when it is done
as merged, else 1; a fleet ends with what \`proofloop pipeline status\` says, and 0.`

const OPTIONS = {
  repository: { type: "string" },
  scenario: { type: "string" },
  fleet: { type: "string" },
  "unsafe-host-runner": { type: "boolean", default: false },
  keep: { type: "boolean", default: false },
  verbose: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
} as const

await commandLine(USAGE, OPTIONS, async (values) => {
  const folder = await mkdtemp(join(tmpdir(), "proofloop world "))
  const options = values["unsafe-host-runner"] ? ["--unsafe-host-runner"] : []
  try {
    return await (values.fleet === undefined
      ? carryOne(values, folder, options)
      : sailAll(values.fleet, values, folder, options))
  } finally {
    if (values.keep) console.error(folder)
    else await rm(folder, { recursive: true, force: true })
  }
})

interface Values {
  readonly repository?: string | undefined
  readonly scenario?: string | undefined
  readonly verbose: boolean
  readonly json: boolean
}

async function carryOne(values: Values, folder: string, options: readonly string[]): Promise<number> {
  const { repository, scenario: file } = values
  if (repository === undefined || file === undefined)
    throw new Misuse("--repository and --scenario, or --fleet, are needed")
  const scenario = loadScenario(file)
  const missing = missingPrograms(scenario)
  if (missing.length > 0) {
    console.error(`${scenario.name}: skipped, ${missing.join(" and ")} is not here`)
    return 1
  }
  const carried = await carry(scenario, resolve(repository), folder, options)
  if (values.json) console.log(JSON.stringify({ name: scenario.name, ...carried }))
  else tell(scenario.name, carried, values.verbose)
  return carried.work?.ending?.how === "merged" ? 0 : 1
}

async function sailAll(
  file: string,
  { verbose, json }: Values,
  folder: string,
  options: readonly string[],
): Promise<number> {
  const all: Sailed[] = []
  await sail(loadFleet(file), folder, options, (sailed) => {
    all.push(sailed)
    const { name, language, missing, ended, ms, output } = sailed
    const without = missing.length === 0 ? "" : `, without ${missing.join(" and ")}`
    if (!json) console.log(`${name.padEnd(16)} ${language.padEnd(12)} ${ended}  ${seconds(ms)}${without}`)
    if (verbose) console.log(output.replaceAll(/^/gm, "    "))
  })
  const { text, page } = await status(folder)
  console.log(json ? JSON.stringify({ sailed: all, status: text }) : `\n${text}\nthe page: ${page}`)
  return 0
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}

function tell(name: string, { steps, merged_files, run, work }: Carried, is_verbose: boolean): void {
  for (const step of steps) {
    console.log(`${step.name.padEnd(26)} ${String(step.ended).padEnd(8)} ${seconds(step.ms)}`)
    if (is_verbose) console.log(step.output.replaceAll(/^/gm, "    "))
  }
  for (const { id, status } of work?.outcomes ?? []) console.log(`  ${id} ${status}`)
  const how = work?.ending?.why ?? run?.error ?? ""
  console.log(`${name}: ${run?.state ?? "no run"}, ${how}, merged ${merged_files.join(", ") || "nothing"}`)
}
