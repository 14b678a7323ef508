import { existsSync } from "node:fs"
import { chmod, mkdir, readFile, rm, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { installHooks } from "@proofloop/hooks/internal/install"
import { MCP_SERVER } from "@proofloop/hooks/internal/serve"
import { cleanEnvironment, run } from "../../child.mjs"
import type { Agent, Place, Server } from "./agents/agent.ts"
import { type AskedTurn, startModel } from "./model_server.ts"
import { makeProject } from "./project.ts"
import type { Scenario } from "./scenarios.ts"
import type { Step } from "./step.ts"
import type { Turn } from "./wires/wire.ts"

/** What a hook of a session was given, and what it answered. */
export interface RecordedHook {
  readonly words: readonly string[]
  readonly input: string
  readonly answer: string
  readonly status: number | null
}

/** What came of one session of a real agent. */
export interface Session {
  /** The turns that the model was asked for, in order. */
  readonly asked: readonly AskedTurn[]
  /** 124: it did not end by itself. */
  readonly exit_code: number
  readonly output: string
  /** Empty for a host that runs hooks in its own process. */
  readonly hooks: readonly RecordedHook[]
  readonly home: string
  readonly project: string
}

export interface SessionOptions {
  readonly agent: Agent
  readonly scenario: Scenario
  readonly packageFolder: Place["packageFolder"]
  /** The folder of the built program that hooks run. */
  readonly program: string
  /** How the agent reaches the hooks. */
  readonly via: "command" | "mcp"
  /** An empty folder to work in. */
  readonly folder: string
}

const MAX_TURNS = 30
const SESSION_MS = 240_000
const DONE: Turn = { type: "say", text: "All done." }

/** Runs a real agent on a scripted model, with our hooks in its settings. */
export async function runSession(options: SessionOptions): Promise<Session> {
  const { agent, scenario, packageFolder, program, folder, via } = options
  const home = join(folder, "home")
  const project = join(folder, "project")
  await rm(folder, { recursive: true, force: true })
  await mkdir(home, { recursive: true })
  await makeProject(project, scenario.files)
  let turns: readonly (() => Turn)[] = []
  let taken = 0
  const model = await startModel(agent.wire, () => {
    taken += 1
    return taken > MAX_TURNS ? DONE : (turns[taken - 1]?.() ?? DONE)
  })
  try {
    const {
      program: binary,
      words,
      env,
    } = await agent.launch({ packageFolder, home, project, model: model.url })
    const hooks = join(home, ".proofloop", "hooks")
    const environment = { ...ownEnvironment(), HOME: home, ...env }
    await installHooks({
      host: agent.host,
      scope: "user",
      machine: { home, project, env: environment },
      home: hooks,
      is_dry_run: false,
      now: new Date(),
      words: via === "mcp" ? [...scenario.words, "--via", "mcp"] : scenario.words,
      source: { folder: program, version: "0" },
    })
    await recordHooks(hooks)
    const server_words = via === "mcp" ? await agent.withServer?.({ home }, serverOf(hooks)) : undefined
    const ended: { readonly code: number; readonly output: string }[] = []
    for (const { prompt, steps, changes = {} } of [scenario, ...(scenario.later ?? [])]) {
      for (const [path, text] of Object.entries(changes)) await writeFile(join(project, path), text)
      turns = turnsOf(agent, steps, project)
      taken = 0
      const all_words = [...words(prompt, ended.length > 0), ...(server_words ?? [])]
      ended.push(await run(binary, all_words, { cwd: project, env: environment, timeout: SESSION_MS }))
    }
    return {
      asked: [...model.asked],
      exit_code: ended.find(({ code }) => code !== 0)?.code ?? 0,
      output: ended.map(({ output }) => output).join("\n"),
      hooks: await recordedHooks(hooks),
      home,
      project,
    }
  } finally {
    model.close()
  }
}

const NOT_OURS =
  /^(?:ANTHROPIC|CLAUDE|CODEX|GEMINI|GOOGLE|OPENAI|OPENCODE|PI|PROOFLOOP|QWEN|XDG|npm)(?:_|CODE$)/i

/** Nothing of the surroundings tells an agent of another model or another home. */
function ownEnvironment(): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(cleanEnvironment()).filter(([name]) => !NOT_OURS.test(name)))
}

/** Each turn is made when its time comes, since a call may depend on what a file holds then. */
function turnsOf(agent: Agent, steps: readonly Step[], project: string): readonly (() => Turn)[] {
  return steps.flatMap((step): (() => Turn)[] => {
    if (step.type === "say") return [() => step]
    if (agent.turn(step, project) === null) return []
    return [() => agent.turn(step, project) ?? DONE]
  })
}

/** The launcher starts the Node beside the program: ours keeps what passes through. */
async function recordHooks(hooks: string): Promise<void> {
  const node = join(hooks, "node")
  const recorder = fileURLToPath(new URL("record_hook.mjs", import.meta.url))
  await rm(node, { force: true })
  await writeFile(node, `#!/bin/sh\nexec '${process.execPath}' '${recorder}' "$@"\n`)
  await chmod(node, 0o755)
}

/** The server of hooks, and between it and the agent what keeps its answers. */
function serverOf(hooks: string): Server {
  const recorder = fileURLToPath(new URL("record_server.mjs", import.meta.url))
  const proofloop = fileURLToPath(new URL("../../../node_modules/proofloop/bin.mjs", import.meta.url))
  const args = [recorder, join(hooks, "recorded.jsonl"), process.execPath, proofloop, "mcp", "--hooks"]
  return { name: MCP_SERVER, command: process.execPath, args }
}

async function recordedHooks(hooks: string): Promise<readonly RecordedHook[]> {
  const file = join(hooks, "recorded.jsonl")
  if (!existsSync(file)) return []
  const lines = (await readFile(file, "utf8")).trimEnd().split("\n")
  return lines.map((line): RecordedHook => JSON.parse(line))
}
