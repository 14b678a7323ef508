import { resolve } from "node:path"
import { type PresetLayer, resolvePreset } from "@proofloop/presets"
import {
  type AgentLoopOptions,
  createAgentLoop,
  openAICompatible,
  type VerifyCommand,
} from "@proofloop/runtime"
import { workspaceTools } from "@proofloop/stdlib"
import { readAssignments } from "../arguments/assignments.ts"
import { readCount } from "../arguments/numbers.ts"
import type { Input } from "../arguments/verb.ts"
import { exitCodeOf } from "../exit_code.ts"
import type { Io } from "../io.ts"
import { createStyle } from "../terminal/style.ts"
import { shellWord } from "../terminal/text.ts"
import { createLiveView } from "../timeline/live_view.ts"
import { changesSince, rememberState } from "./changes.ts"
import { readModelSettings } from "./model_settings.ts"
import { report } from "./report.ts"
import { systemPrompt } from "./system_prompt.ts"
import { readRoot, readWork, type Work } from "./work.ts"

/** Lets a real model work on a real repository. Exit code 0 only if the result is verified. */
export async function runTask(input: Input, io: Io): Promise<number> {
  const root = readRoot(input, io)
  const settings = readModelSettings(input, io.env)
  const work = await readWork(input, root)
  const options = readOptions(input, work, io)
  const loop = createAgentLoop({ ...options, model: openAICompatible(settings) })
  const before = await rememberState(work.root)

  const out = input.json ? io.stderr : io.stdout
  const style = createStyle(out, io.env)
  const stop = new AbortController()
  const unlisten = io.onStop(() => {
    io.stderr.write("\nproofloop: stopping; again to stop at once\n")
    stop.abort()
  })
  try {
    const run = loop.run(work.task, { signal: stop.signal })
    if (!input.flag("quiet")) {
      out.write(`${style.bold("proofloop run")} in ${work.root}\n`)
      out.write(style.dim(`${settings.model} at ${settings.base_url}, verified by: ${work.verify}\n\n`))
      const show = createLiveView(out, style, io.env)
      for await (const event of run.events) show(event)
    }
    const result = await run.result
    const changes = await changesSince(work.root, before)
    const { transcript: _transcript, ...rest } = result
    if (input.json) io.stdout.write(`${JSON.stringify({ ...rest, changes, trace: options.trace ?? null })}\n`)
    if (!input.json || !input.flag("quiet")) out.write(report(result, changes, style))
    if (options.trace !== undefined) out.write(`\n  npx proofloop explain ${shellWord(options.trace)}\n`)
    return exitCodeOf(result)
  } finally {
    unlisten()
  }
}

/** The preset with the caller's values laid over it, and what only this verb knows. */
function readOptions(input: Input, work: Work, { cwd }: Io): Omit<AgentLoopOptions, "model"> {
  const max_iterations = readCount(input, "max-iterations")
  const layer: PresetLayer = {
    ...readAssignments(input.texts("set")),
    ...(max_iterations === undefined ? {} : { max_iterations }),
  }
  const options = resolvePreset(input.text("preset") ?? "evidence", layer)
  const trace = input.text("trace")
  return {
    ...options,
    tools: workspaceTools({ root: work.root, checks: work.checks }),
    workspace_root: work.root,
    checks: [...new Set([...work.checks, ...(options.checks ?? [])])],
    system_prompt: options.system_prompt ?? systemPrompt(work.checks),
    verify_completion: verification(options.verify_completion, work),
    event_content: true,
    ...(trace === undefined ? {} : { trace: resolve(cwd, trace) }),
  }
}

/** `--set verify_completion.timeout_ms=...` refines the command; the command itself is the one asked for. */
function verification(given: AgentLoopOptions["verify_completion"], { verify, root }: Work): VerifyCommand {
  return { ...(typeof given === "object" ? given : {}), command: verify, cwd: root }
}
