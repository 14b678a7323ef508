import { mkdtemp, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { thrownMessage } from "@proofloop/foundation/errors"
import { buildHookProgram } from "../../packaging/hook_program.mjs"
import { root } from "../../setup.mjs"
import { Misuse } from "../command/misuse.ts"
import type { Report } from "../command/tool.ts"
import type { Agent } from "./agents/agent.ts"
import { agents } from "./agents/agents.ts"
import { columns, type Shown } from "./judge.ts"
import type { AgentRow, Matrix } from "./matrix.ts"
import { matrixText } from "./matrix_text.ts"
import { installPackage, packageFolder } from "./packages.ts"
import { recordingOf } from "./record.ts"
import { type ScenarioName, SCENARIOS } from "./scenarios.ts"
import { runSession, type Session } from "./session.ts"

interface Asked {
  readonly folder: string
  readonly only: readonly string[]
  readonly scenarios: readonly string[]
  readonly via: "command" | "mcp"
  readonly keep: string | undefined
}

/** Runs the real agents on scripted models, with our hooks in their settings. Passed when each cell was shown. */
export async function hosts({ folder, only, scenarios, via, keep }: Asked): Promise<Report> {
  refuseUnknown(
    "--only",
    only,
    agents.map(({ host }) => host),
  )
  refuseUnknown("--scenarios", scenarios, Object.keys(SCENARIOS))
  const wanted = agents.filter(
    ({ host, withServer }) =>
      (only.length === 0 || only.includes(host)) && (via === "command" || withServer !== undefined),
  )
  const work = keep === undefined ? await mkdtemp(join(tmpdir(), "proofloop hosts ")) : resolve(keep)
  const surroundings = {
    packages: resolve(folder),
    program: join(work, "program"),
    work,
    via,
    scenarios,
  } as const
  try {
    await buildHookProgram(root, surroundings.program)
    const rows: AgentRow[] = []
    const skipped: Matrix["skipped"][number][] = []
    for (const agent of wanted) {
      const reason = await installed(agent, surroundings.packages)
      if (reason === null) rows.push(await rowOf(agent, surroundings))
      else skipped.push({ host: agent.host, reason })
    }
    return reportOf({ node: process.version, platform: process.platform, rows, skipped })
  } finally {
    if (keep === undefined) await rm(work, { recursive: true, force: true })
  }
}

function refuseUnknown(option: string, asked: readonly string[], known: readonly string[]): void {
  const unknown = asked.find((name) => !known.includes(name))
  if (unknown !== undefined)
    throw new Misuse(`${option}: there is no ${unknown}; there are ${known.join(", ")}`)
}

function reportOf(matrix: Matrix): Report {
  const { rows, skipped } = matrix
  const cells = rows.flatMap((row) => Object.values(row.cells))
  const shown = cells.filter((cell) => cell.shown).length
  const lacking = skipped.map(({ host, reason }) => `${host}: skipped, ${reason}`)
  const end = `${shown} of ${cells.length} shown, ${skipped.length} agents skipped`
  return {
    passed: shown === cells.length,
    text: [matrixText(matrix), ...lacking, end].join("\n"),
    data: matrix,
  }
}

interface Surroundings {
  readonly packages: string
  readonly program: string
  readonly work: string
  readonly via: "command" | "mcp"
  readonly scenarios: readonly string[]
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

async function rowOf(agent: Agent, around: Surroundings): Promise<AgentRow> {
  const { packages, program, work, via, scenarios } = around
  const { host, version } = agent
  const sessions = new Map<ScenarioName, Session>()
  const cells: Record<string, Shown> = {}
  for (const { name, title, scenario, judge } of columns) {
    if (scenarios.length > 0 && !scenarios.includes(scenario)) continue
    if (SCENARIOS[scenario].needs_background === true && !agent.has_background) continue
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
      const seen = judge(session, agent)
      cells[name] = { ...seen, evidence: plainEvidence(seen.evidence, session.project) }
    } catch (error) {
      cells[name] = { shown: false, evidence: thrownMessage(error).slice(0, 500) }
    }
    const { shown, evidence } = cells[name]
    console.error(`${host} ${version}: ${title}: ${shown ? "shown" : "NOT SHOWN"}: ${evidence}`)
  }
  return { host, version, cells }
}

function plainEvidence(text: string, project: string): string {
  return text.replaceAll(project, "PROJECT").replaceAll(/\s{1,1000}/g, " ")
}
