import { scriptedModel, type ScriptedStep } from "../models/scripted.ts"
import type { LoopEvent } from "../protocol/event.ts"
import type { Tool } from "../protocol/executable_tool.ts"
import type { Model, ModelRequest } from "../protocol/model.ts"
import type { RunResult } from "../protocol/result.ts"
import { scriptedTool } from "../testing/scripted_tool.ts"
import { virtualClock } from "../testing/virtual_clock.ts"
import { type AgentRun, createAgentLoop } from "./create_agent_loop.ts"
import type { AgentLoopOptions } from "./options.ts"

export const FAILURE = "AssertionError: expected 3, got 4"

/** A reply that only calls one tool. */
export function calls(...names: readonly string[]): ScriptedStep {
  return { tool_calls: names.map((name) => ({ name, arguments: {} })) }
}

/** The tools of the repair conformance tests: a check that fails with a fixed text, an edit that always applies. */
export function repairTools(results: readonly unknown[] = [{ ok: false, error: FAILURE }]): readonly Tool[] {
  return [
    scriptedTool({ name: "run_test", evidence_role: "verification", results, when_exhausted: "repeat_last" }),
    scriptedTool({
      name: "apply_fix",
      kind: "edit",
      results: ["edit applied"],
      when_exhausted: "repeat_last",
    }),
    scriptedTool({ name: "look", kind: "read", read_only: true, results: (_args, call) => `page ${call}` }),
  ]
}

export interface Ran {
  readonly result: RunResult
  readonly events: readonly LoopEvent[]
  readonly requests: readonly ModelRequest[]
  readonly types: readonly string[]
}

/** Runs a script to its end on a virtual clock and keeps everything that is visible from outside. */
export async function runScript(
  script: readonly ScriptedStep[],
  options: Partial<AgentLoopOptions> = {},
  during: (run: AgentRun, event: LoopEvent) => void = () => undefined,
): Promise<Ran> {
  const requests: ModelRequest[] = []
  const scripted = scriptedModel(script)
  const model: Model = (request, call) => {
    requests.push(request)
    return scripted(request, call)
  }
  const loop = createAgentLoop({
    model,
    tools: repairTools(),
    clock: virtualClock(),
    final_wrapup: false,
    ...options,
  })
  const run = loop.run("fix the failing test", { run_id: "run-1" })
  const events: LoopEvent[] = []
  for await (const event of run.events) {
    if (event.type === "model_delta") continue
    events.push(event)
    during(run, event)
  }
  return { result: await run.result, events, requests, types: events.map((event) => event.type) }
}

/** Everything the model was told in its last request. */
export function lastPrompt(ran: Ran): string {
  return (ran.requests.at(-1)?.messages ?? []).map((message) => message.content).join("\n")
}
