// npm run hosts: the real agents on scripted models, with our hooks in their settings.
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { fileURLToPath } from "node:url"
import { thrownMessage } from "@proofloop/foundation/errors"
import { buildHookProgram } from "../../packaging/hook_program.mjs"
import { commandLine } from "../command_line.ts"
import { Misuse } from "../figures/misuse.ts"
import type { Agent } from "./agents/agent.ts"
import { agents } from "./agents/agents.ts"
import { columns, type Shown } from "./judge.ts"
import type { AgentRow, Matrix } from "./matrix.ts"
import { matrixPage } from "./matrix_page.ts"
import { installPackage, packageFolder } from "./packages.ts"
import { recordingOf } from "./record.ts"
import { type ScenarioName, SCENARIOS } from "./scenarios.ts"
import { runSession, type Session } from "./session.ts"

const ROOT = fileURLToPath(new URL("../../..", import.meta.url))
const FOLDER = join(ROOT, ".cache/lab")
const USAGE = `npm run hosts -- --folder DIR
  --folder DIR     where the agents are, and are installed to from npm what is missing
  --only HOST      this agent alone
  --via mcp        agents that can call a tool of \`proofloop mcp --hooks\` in place of a command
  --json FILE      writes what was seen there as well
  --keep DIR       keeps the sessions there, each with a recording of its hooks

Writes the matrix with its evidence to .cache/lab/hosts.md. The short table of docs/hooks.md is kept by hand.

Exit code 0 when each cell was shown, else 1.`

const OPTIONS = {
  folder: { type: "string" },
  only: { type: "string" },
  via: { type: "string", default: "command" },
  json: { type: "string" },
  keep: { type: "string" },
} as const

await commandLine(USAGE, OPTIONS, async ({ folder, only, via, json, keep }) => {
  if (folder === undefined) throw new Misuse("--folder is needed")
  if (via !== "command" && via !== "mcp") throw new Misuse("--via: it can be command or mcp")
  const wanted = agents.filter(
    ({ host, withServer }) =>
      (only === undefined || host === only) && (via === "command" || withServer !== undefined),
  )
  if (wanted.length === 0) throw new Misuse(`--only: there are ${agents.map(({ host }) => host).join(", ")}`)
  const work = keep === undefined ? await mkdtemp(join(tmpdir(), "proofloop hosts ")) : resolve(keep)
  const surroundings = { packages: resolve(folder), program: join(work, "program"), work, via } as const
  try {
    await buildHookProgram(ROOT, surroundings.program)
    const rows: AgentRow[] = []
    const skipped: Matrix["skipped"][number][] = []
    for (const agent of wanted) {
      const missing = await installed(agent, surroundings.packages)
      if (missing === null) rows.push(await rowOf(agent, surroundings))
      else {
        console.log(`${agent.host}: SKIPPED, ${missing}`)
        skipped.push({ host: agent.host, reason: missing })
      }
    }
    const matrix: Matrix = { node: process.version, platform: process.platform, rows, skipped }
    await keepMatrix(matrix, json)
    return tellEnd(matrix)
  } finally {
    if (keep === undefined) await rm(work, { recursive: true, force: true })
  }
})

interface Surroundings {
  readonly packages: string
  readonly program: string
  readonly work: string
  readonly via: "command" | "mcp"
}

/** Null, or why the agent is not there. */
async function installed(agent: Agent, packages: string): Promise<string | null> {
  try {
    for (const wanted of agent.packages) await installPackage(packages, wanted)
    return null
  } catch (error) {
    return thrownMessage(error)
  }
}

async function rowOf(agent: Agent, { packages, program, work, via }: Surroundings): Promise<AgentRow> {
  const { host, version } = agent
  const sessions = new Map<ScenarioName, Session>()
  const cells: Record<string, Shown> = {}
  for (const { name, title, scenario, judge } of columns) {
    if (scenario === "pending" && !agent.has_background) continue
    try {
      const session =
        sessions.get(scenario) ??
        (await runSession({
          agent,
          scenario: SCENARIOS[scenario],
          packageFolder: (wanted) => packageFolder(packages, wanted),
          program,
          via,
          folder: join(work, `${host} ${scenario}`),
        }))
      sessions.set(scenario, session)
      await writeFile(join(work, `${host} ${scenario}`, "recording.jsonl"), recordingOf(session))
      const seen = judge(session, host)
      cells[name] = { ...seen, evidence: plainEvidence(seen.evidence, session.project) }
    } catch (error) {
      cells[name] = { shown: false, evidence: thrownMessage(error).slice(0, 500) }
    }
    const { shown, evidence } = cells[name]
    console.log(`${host} ${version}: ${title}: ${shown ? "shown" : "NOT SHOWN"}: ${evidence}`)
  }
  return { host, version, cells }
}

function plainEvidence(text: string, project: string): string {
  return text.replaceAll(project, "PROJECT").replaceAll(/\s{1,1000}/g, " ")
}

async function keepMatrix(matrix: Matrix, json: string | undefined): Promise<void> {
  await mkdir(FOLDER, { recursive: true })
  await writeFile(join(FOLDER, "hosts.md"), matrixPage(matrix))
  if (json !== undefined) await writeFile(json, `${JSON.stringify(matrix, null, 2)}\n`)
}

function tellEnd({ rows, skipped }: Matrix): number {
  const cells = rows.flatMap((row) => Object.values(row.cells))
  const shown = cells.filter((cell) => cell.shown).length
  console.log(`${shown} of ${cells.length} shown, ${skipped.length} agents skipped`)
  return shown === cells.length ? 0 : 1
}
