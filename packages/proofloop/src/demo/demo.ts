import { mkdtemp, realpath, rm, cp } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { resolvePreset } from "@proofloop/presets"
import { createAgentLoop } from "@proofloop/runtime"
import { verifyByCommand } from "@proofloop/runtime/internal"
import { workspaceTools } from "@proofloop/stdlib"
import type { Input } from "../arguments/verb.ts"
import { EXIT_CODES } from "../console/exit_code.ts"
import type { Io, Output } from "../console/io.ts"
import { createStyle, type Style } from "../terminal/style.ts"
import { createLiveView } from "../timeline/live_view.ts"
import { createBrokenShop } from "./broken_shop.ts"
import { brokenPromises, type DemoOutcome, createTally } from "./outcome.ts"
import {
  comparison,
  difference,
  estimatedTokens,
  heading,
  introduction,
  nextCommands,
  verdict,
} from "./report.ts"
import { CHECK, SCENARIOS, type Scenario, TASK } from "./scenario.ts"
import { weakModel } from "./weak_model.ts"

/** The demo: the same model on the same bug, three times. Exit code 0 only if all three ended as promised. */
export async function runDemo(input: Input, io: Io): Promise<number> {
  const out = input.json ? io.stderr : io.stdout
  const style = createStyle(out, io.env)
  const show = (text: string): void => out.write(text)
  const stop = new AbortController()
  const unlisten = io.onStop(() => stop.abort())
  const folder = await realpath(await mkdtemp(join(tmpdir(), "proofloop-demo-")))
  const original = join(folder, "shop")
  const outcomes: DemoOutcome[] = []
  try {
    await createBrokenShop(original)
    show(introduction(style))
    for (const scenario of SCENARIOS) {
      show(heading(scenario, style))
      const outcome = await play(scenario, { folder, original, style, out, env: io.env, signal: stop.signal })
      if (stop.signal.aborted) return EXIT_CODES.aborted
      outcomes.push(outcome)
      show(await verdict(outcome, style))
    }
    const [, without, withEvidence] = SCENARIOS
    if (without !== undefined && withEvidence !== undefined) show(difference(without, withEvidence, style))
    show(comparison(outcomes, style))
    const broken = brokenPromises(outcomes)
    if (broken.length > 0) show(`\n${style.red("The demo did not come out as promised:")}\n`)
    for (const line of broken) show(`  ${line}\n`)
    const last = outcomes.at(-1)
    if (last !== undefined) show(nextCommands(last.trace, style))
    show(`\n  Traces: ${join(folder, "{a,b,c}.jsonl")}${input.flag("keep") ? `   Folders: ${folder}` : ""}\n`)
    if (input.json) io.stdout.write(`${JSON.stringify(summary(outcomes, broken, input.flag("keep")))}\n`)
    return broken.length === 0 ? EXIT_CODES.clean : EXIT_CODES.findings
  } finally {
    unlisten()
    const repositories = [original, ...SCENARIOS.map(({ id }) => join(folder, id))]
    if (!input.flag("keep")) {
      await Promise.all(repositories.map((path) => rm(path, { recursive: true, force: true, maxRetries: 3 })))
    }
  }
}

function summary(outcomes: readonly DemoOutcome[], broken: readonly string[], kept: boolean): object {
  const runs = outcomes.map(({ scenario, result, folder, ...counts }) => ({
    id: scenario.id,
    title: scenario.title,
    promise: scenario.promise,
    preset: "minimal",
    overrides: scenario.overrides,
    status: result.status,
    stop_reason: result.stop_reason,
    verified: result.verified,
    proof: result.proof,
    current_failure: result.current_failure ?? null,
    text: result.text,
    turns: result.usage.iterations,
    estimated_tokens: estimatedTokens(result),
    ...counts,
    folder: kept ? folder : null,
  }))
  return { ok: broken.length === 0, broken_promises: broken, scripted_model: true, check: CHECK, runs }
}

interface DemoStage {
  readonly folder: string
  /** The repository every run gets a fresh copy of. */
  readonly original: string
  readonly style: Style
  readonly out: Output
  readonly env: Io["env"]
  readonly signal: AbortSignal
}

/** Runs the weak model on a fresh copy, showing what happens live. Only the model is scripted. */
async function play(scenario: Scenario, stage: DemoStage): Promise<DemoOutcome> {
  const folder = join(stage.folder, scenario.id)
  const trace = join(stage.folder, `${scenario.id}.jsonl`)
  await cp(stage.original, folder, { recursive: true })
  const loop = createAgentLoop({
    ...resolvePreset("minimal", scenario.overrides),
    model: weakModel(CHECK),
    tools: workspaceTools({ root: folder, checks: [CHECK] }),
    workspace_root: folder,
    checks: [CHECK],
    event_content: true,
    trace,
  })
  const run = loop.run(TASK, { signal: stage.signal })
  const show = createLiveView(stage.out, stage.style, stage.env)
  const tally = createTally()
  for await (const event of run.events) {
    tally.count(event)
    show(event)
  }
  const result = await run.result
  const { status } = await verifyByCommand({ command: CHECK }, folder, stage.signal)
  return { scenario, result, tests_pass: status === "pass", ...tally.counts(), trace, folder }
}
