import { isRecord } from "@proofloop/foundation/text"
import type { AgentRun, createAgentLoop, LoopEvent, Message, Model, Tool } from "@proofloop/runtime"
import type { ToolAnnotations } from "@proofloop/runtime/internal/detector"
import { scriptedModel, type ScriptedStep, scriptedTool, virtualClock } from "@proofloop/runtime/testing"
import { declaredTools } from "./declared_tools.ts"
import type { JsonObject } from "./json.ts"

/**
 * Plays a loop script with scripted model, tools, verifier and judges on a virtual clock; returns what is visible
 * from outside.
 */
export async function runOurLoop(script: JsonObject, create: typeof createAgentLoop): Promise<JsonObject> {
  const clock = virtualClock()
  const requests: string[] = []
  const started: { run?: AgentRun } = {}
  const replies = listOf(script["replies"]).map((reply) => (isRecord(reply) ? reply : {}))
  const steps = replies.map(({ host: _host, ...step }) => step as ScriptedStep)
  const scripted = scriptedModel(steps, { clock })
  const model: Model = async (request, call) => {
    const host = replies[requests.length]?.["host"]
    requests.push(textOf(request.messages))
    if (host === "abort") started.run?.abort()
    if (host === "suspend") started.run?.suspend()
    return scripted(request, call)
  }
  const options = isRecord(script["options"]) ? script["options"] : {}
  const loop = create({
    final_wrapup: false,
    ...options,
    ...answersOf(script),
    ...judgesOf(options, script["judge_replies"]),
    stall_diagnostics: stallOptions(options["stall_diagnostics"], script["callbacks"]),
    model,
    clock,
    tools: toolsOf(script),
  } as Parameters<typeof createAgentLoop>[0])
  const run = loop.run(String(script["task"]), { run_id: "conformance" })
  started.run = run
  const events: LoopEvent[] = []
  for await (const event of run.events) if (event.type !== "model_delta") events.push(event)
  return { result: await run.result, events, requests }
}

function toolsOf({ tools, results }: JsonObject): readonly Tool[] {
  const by_id = isRecord(results) ? results : {}
  return Object.entries(declaredTools(isRecord(tools) ? tools : {})).map(([name, annotations]) => {
    const tool = scriptedTool({ name, results: (_arguments, _call, { call_id }) => by_id[call_id] })
    return { ...tool, annotations: annotations satisfies ToolAnnotations | object }
  })
}

/** Host functions that answer as scripted. */
function answersOf({ verify_completion, callbacks }: JsonObject): JsonObject {
  const named = isRecord(callbacks) ? callbacks : {}
  const functions = ["post_turn_callback", "loop_control", "terminal_callback"].filter(
    (name) => named[name] !== undefined,
  )
  return {
    ...Object.fromEntries(functions.map((name) => [name, answering(listOf(named[name]), "then_none")])),
    ...(verify_completion === undefined ? {} : { verify_completion: verifier(verify_completion) }),
  }
}

function verifier(answers: unknown): (payload: { readonly stop_reason: string }) => unknown {
  if (!isRecord(answers)) return answering(listOf(answers), "repeat_last")
  return ({ stop_reason }) => answerOf(stop_reason in answers ? answers[stop_reason] : answers["otherwise"])
}

function judgesOf(options: JsonObject, replies: unknown): JsonObject {
  if (replies === undefined) return {}
  const texts = listOf(replies).map((text) => ({ text: String(text) }))
  const names = ["verify_completion_judge", "done_judge"].filter((name) => options[name] !== undefined)
  const judges = names.map((name) => {
    const given = options[name]
    const model = scriptedModel(texts, { when_exhausted: "repeat_last" })
    return [name, given === false || given === null ? given : { ...(isRecord(given) ? given : {}), model }]
  })
  return Object.fromEntries(judges) as JsonObject
}

function stallOptions(given: unknown, callbacks: unknown): unknown {
  const named = isRecord(callbacks) ? callbacks : {}
  const signals = ["progress_signal", "remediation_delivered", "action_signal"].filter(
    (name) => named[name] !== undefined,
  )
  if (signals.length === 0) return given
  const functions = signals.map((name) => [name, answering(listOf(named[name]), "then_none")] as const)
  return { ...(isRecord(given) ? given : {}), ...Object.fromEntries(functions) }
}

function answering(answers: readonly unknown[], after: "repeat_last" | "then_none"): () => unknown {
  let asked = 0
  return () => {
    const at = after === "repeat_last" ? Math.min(asked, answers.length - 1) : asked
    asked += 1
    return answerOf(at < answers.length ? answers[at] : undefined)
  }
}

/** `{ throws: "text" }` throws, `{ undefined: true }` answers nothing at all. */
function answerOf(answer: unknown): unknown {
  if (!isRecord(answer)) return answer
  if (typeof answer["throws"] === "string") throw new Error(answer["throws"])
  return answer["undefined"] === true ? undefined : answer
}

function textOf(messages: readonly Message[]): string {
  return messages.map(({ role, content }) => `[${role}] ${content}`).join("\n")
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}
