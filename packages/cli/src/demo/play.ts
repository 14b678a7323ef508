import { cp } from "node:fs/promises"
import { join } from "node:path"
import { resolvePreset } from "@proofloop/presets"
import { createAgentLoop, runCommand } from "@proofloop/runtime"
import { workspaceTools } from "@proofloop/stdlib"
import type { Style } from "../terminal/style.ts"
import { createTimeline } from "../timeline/timeline.ts"
import { createTally, type Outcome } from "./outcome.ts"
import { check, type Scenario, task } from "./scenario.ts"
import { weakModel } from "./weak_model.ts"

export interface Stage {
  /** Folder for the copies and traces. */
  readonly folder: string
  /** The repository every run gets a fresh copy of. */
  readonly original: string
  readonly style: Style
  readonly show: (text: string) => void
  readonly signal: AbortSignal
}

/** Runs the weak model on a fresh copy, showing what happens as it happens. The only scripted part is the model. */
export async function play(scenario: Scenario, stage: Stage): Promise<Outcome> {
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
  const timeline = createTimeline(stage.style)
  const tally = createTally()
  for await (const event of run.events) {
    tally.count(event)
    for (const line of timeline(event)) stage.show(`${line}\n`)
  }
  const result = await run.result
  const { exit_code } = await runCommand({ command: check, cwd: folder, signal: stage.signal })
  return { scenario, result, tests_pass: exit_code === 0, ...tally.counts(), trace, folder }
}
