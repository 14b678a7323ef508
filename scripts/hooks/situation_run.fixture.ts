import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { commitPaths, initRepository } from "@proofloop/foundation/git"
import { runProgram } from "@proofloop/foundation/process"
import type { hookOpencode } from "../../packages/hooks/src/entry/hook_opencode.ts"
import type { hookPi, PiApi } from "../../packages/hooks/src/entry/hook_pi.ts"
import { buildHookProgram } from "../packaging/hook_program.mjs"
import { root } from "../setup.mjs"
import { type Files, type Happening, type Scene, type Voice, voices } from "./host_voices.fixture.ts"

/** What became of a stop: the agent goes on, it stops and the person reads why that is not proven, or it stops. */
export type Outcome = "held" | "said" | "let go"

/** The built program, and a project that each session gets a copy of. */
export interface Stage {
  readonly folder: string
  readonly program: string
}

/** Builds them in a new folder. */
export async function buildStage(files: Readonly<Record<string, string>>): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), "proofloop-situations-"))
  const program = join(folder, "program")
  await buildHookProgram(root, program)
  const project = join(folder, "project")
  mkdirSync(project)
  writeFiles(project, files)
  await initRepository(project)
  await commitPaths(project, Object.keys(files), "Begin")
  return { folder, program }
}

/** Plays a session in a copy of the project, told by a host to the built program; gives what became of each stop. */
export async function play(
  stage: Stage,
  host: Voice,
  { words, happenings }: { readonly words: readonly string[]; readonly happenings: readonly Happening[] },
): Promise<readonly Outcome[]> {
  const place = mkdtempSync(join(stage.folder, `${host}-`))
  const project = join(place, "project")
  cpSync(join(stage.folder, "project"), project, { recursive: true })
  writeFileSync(join(place, "transcript"), "")
  const tell = tellerOf(host, { program: stage.program, home: join(place, "home"), project, words })
  const outcomes: Outcome[] = []
  let again = false
  for (const [index, event] of happenings.entries()) {
    if (event.type === "writes") writeFiles(project, { [event.path]: event.content })
    if ("files" in event) writeFiles(project, event.files ?? {})
    const scene: Scene = { project, transcript: join(place, "transcript"), number: index + 1, again }
    const input: object | null = voices[host](event, scene)
    const outcome: Outcome = input === null ? "let go" : await tell(input)
    if (event.type === "stops") outcomes.push(outcome)
    if (event.type === "stops" || event.type === "prompt") again = outcome === "held"
  }
  return outcomes
}

function writeFiles(folder: string, files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    if (content === null) rmSync(file)
    else writeFileSync(file, content)
  }
}

interface Installed {
  readonly program: string
  readonly home: string
  readonly project: string
  readonly words: readonly string[]
}

type Tell = (input: object) => Promise<Outcome>

function tellerOf(host: Voice, installed: Installed): Tell {
  if (host === "opencode") return tellOpencode(installed)
  if (host === "pi") return tellPi(installed)
  const { program, home, project, words } = installed
  return async (input) => {
    const { stdout } = await runProgram({
      command: [process.execPath, join(program, "hook.js"), "run", host, ...words],
      cwd: project,
      env: { PATH: process.env["PATH"] ?? "", PROOFLOOP_HOME: home },
      input: JSON.stringify(input),
      timeout_ms: 60_000,
      max_output_bytes: 1024 * 1024,
    })
    const answer: Readonly<Record<string, unknown>> = JSON.parse(stdout.toString() || "{}")
    if ("decision" in answer) return "held"
    return "systemMessage" in answer ? "said" : "let go"
  }
}

interface Module {
  readonly hookOpencode: typeof hookOpencode
  readonly hookPi: typeof hookPi
}

/** The home is looked up when hooks are made. */
function makeHooks<Made>({ program, home }: Installed, make: (module: Module) => Made): Made {
  const before = process.env["PROOFLOOP_HOME"]
  process.env["PROOFLOOP_HOME"] = home
  try {
    return make(createRequire(import.meta.url)(join(program, "hook.js")) as Module)
  } finally {
    if (before === undefined) delete process.env["PROOFLOOP_HOME"]
    else process.env["PROOFLOOP_HOME"] = before
  }
}

interface OpencodeInput {
  readonly hook: "event" | "chat.message" | "tool.execute.after"
  readonly input: { readonly tool: string }
  readonly output: object
  readonly event: { readonly type: string }
  readonly words?: string
}

function tellOpencode(installed: Installed): Tell {
  const { project: directory, words } = installed
  let outcome: Outcome = "let go"
  const says = async (how: Outcome) => (outcome = how)
  const client = { session: { prompt: () => says("held") }, tui: { showToast: () => says("said") } }
  const hooks = makeHooks(installed, (module) => module.hookOpencode({ directory, client }, words))
  return async (given) => {
    outcome = "let go"
    const { hook, input, output, event, words: text } = given as OpencodeInput
    if (text !== undefined) await hooks["experimental.text.complete"]({ sessionID: "s1" }, { text })
    if (hook === "event") await hooks.event({ event })
    else await hooks[hook](input, output)
    return outcome
  }
}

function tellPi(installed: Installed): Tell {
  const { project: cwd, words } = installed
  const listeners = new Map<string, Parameters<PiApi["on"]>[1]>()
  let outcome: Outcome = "let go"
  const api: PiApi = { on: (event, listener) => listeners.set(event, listener), sendUserMessage() {} }
  makeHooks(installed, (module) => module.hookPi(api, words))
  const ui = { notify: () => void (outcome = "said") }
  const context = { cwd, ui, sessionManager: { getSessionId: () => "s1" } }
  return async (event) => {
    outcome = "let go"
    const answer = await listeners.get((event as { type: string }).type)?.(event, context)
    return answer !== undefined && "continue" in answer ? "held" : outcome
  }
}
