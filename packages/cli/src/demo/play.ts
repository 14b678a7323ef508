import { cp } from "node:fs/promises"
import { join } from "node:path"
import { runCommand } from "@proofloop/foundation/process"
import { resolvePreset } from "@proofloop/presets"
import { createAgentLoop } from "@proofloop/runtime"
import { workspaceTools } from "@proofloop/stdlib"
import type { Io, Output } from "../console/io.ts"
import type { Style } from "../terminal/style.ts"
import { createLiveView } from "../timeline/live_view.ts"
import { createTally, type DemoOutcome } from "./outcome.ts"
import { check, type Scenario, task } from "./scenario.ts"
import { weakModel } from "./weak_model.ts"

export interface DemoStage {
  /** Folder for the copies and traces. */
  readonly folder: string
  /** The repository every run gets a fresh copy of. */
  readonly original: string
  readonly style: Style
  readonly out: Output
  readonly env: Io["env"]
  readonly signal: AbortSignal
}

/** Runs the weak model on a fresh copy, showing what happens as it happens. The only scripted part is the model. */
export async function play(scenario: Scenario, stage: DemoStage): Promise<DemoOutcome> {
  const folder = join(stage.folder, scenario.id)
  const trace = join(stage.folder, `${scenario.id}.jsonl`)
  await cp(stage.original, folder, { recursive: true })
  const loop = createAgentLoop({
    ...resolvePreset("minimal", scenario.overrides),
    model: weakModel(check),
    tools: workspaceTools({ root: folder, checks: [check] }),
    workspace_root: folder,
    checks: [check],
    event_content: true,
    trace,
  })
  const run = loop.run(task, { signal: stage.signal })
  const show = createLiveView(stage.out, stage.style, stage.env)
  const tally = createTally()
  for await (const event of run.events) {
    tally.count(event)
    show(event)
  }
  const result = await run.result
  const { exit_code } = await runCommand({ command: check, cwd: folder, signal: stage.signal })
  return { scenario, result, tests_pass: exit_code === 0, ...tally.counts(), trace, folder }
}
