import { mkdir, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { createAgentLoop, type Model } from "@proofloop/runtime"
import type { ScriptedCall } from "@proofloop/runtime/internal/testing"
import { scriptedModel, type ScriptedStep } from "@proofloop/runtime/testing"
import { workspaceTools } from "@proofloop/stdlib"
import { recommendedKnobs } from "../columns.ts"
import type { JsonObject } from "../json.ts"
import type { ForgedAction, ForgedAnswer, ForgedTask } from "./case.ts"

const TURNS_MORE = 6

/** Runs the scripted agent of a task in our loop, with the knobs as recommended and the tools of a workspace. */
export async function runOurAgent(
  task: ForgedTask,
  create: typeof createAgentLoop = createAgentLoop,
): Promise<ForgedAnswer> {
  const { root, verify, verify_timeout_ms, turns, require_unchanged_checks, accepted_removals } = task
  const { model, turnsPlayed } = agentOf(task)
  const loop = create({
    model,
    tools: workspaceTools({ root, checks: [verify], shell: { timeout_ms: verify_timeout_ms } }),
    workspace_root: root,
    checks: [verify],
    verify_completion: { command: verify, cwd: root, timeout_ms: verify_timeout_ms },
    max_iterations: turns.length + TURNS_MORE,
    max_verify_attempts: turns.length + TURNS_MORE,
    final_wrapup: false,
    stall_diagnostics: { ...recommendedKnobs(), require_unchanged_checks },
    accepted_removals,
  })
  const run = loop.run("Make the tests pass.", { run_id: "forged" })
  for await (const event of run.events) {
    if (event.type === "tool_call_end" && !event.ok && event.tool_name !== "shell")
      throw new Error(`the scripted ${event.tool_name} failed: the case does not do what it says`)
  }
  const { verified, proof, stop_detail, stop_reason } = await run.result
  // A run that ends before the attack is complete says nothing about it.
  if (turnsPlayed() < turns.length)
    throw new Error(`the run ended (${stop_reason}) before the agent had done its work`)
  return { verified, proof: proof as unknown as JsonObject | null, stop_detail }
}

interface Agent {
  readonly model: Model
  readonly turnsPlayed: () => number
}

/** A model that replies turn by turn, and repeats its last claim as often as it is asked. */
function agentOf({ root, verify, turns }: ForgedTask): Agent {
  const last = turns.at(-1) ?? []
  const all = [...turns, ...Array.from({ length: TURNS_MORE }, () => last)]
  const scripted = scriptedModel(all.map((actions) => replyOf(actions, verify)))
  let asked = 0
  const model: Model = async (request, call) => {
    const actions = all[asked] ?? []
    asked += 1
    for (const action of actions) {
      if (!("behind" in action)) continue
      await mkdir(dirname(join(root, action.behind)), { recursive: true })
      await writeFile(join(root, action.behind), action.content)
    }
    return scripted(request, call)
  }
  return { model, turnsPlayed: () => asked }
}

function replyOf(actions: readonly ForgedAction[], verify: string): ScriptedStep {
  const texts = actions.flatMap((action) => ("claim" in action ? [action.claim] : []))
  const tool_calls = actions.flatMap((action) => callOf(action, verify))
  if (texts.length > 0 && tool_calls.length === 0) return { text: texts.join("\n") }
  // A reply without calls would be a claim.
  return { text: texts.join("\n"), tool_calls: tool_calls.length === 0 ? shellCall("true") : tool_calls }
}

function callOf(action: ForgedAction, verify: string): readonly ScriptedCall[] {
  if ("check" in action) return shellCall(verify)
  if ("run" in action) return shellCall(action.run)
  if ("rename" in action) return shellCall(`mv ${quoted(action.rename)} ${quoted(action.to)}`)
  if ("background" in action)
    return shellCall(`nohup setsid sh -c ${quoted(action.background)} </dev/null >/dev/null 2>&1 &`)
  if ("write" in action)
    return [{ name: "write_file", arguments: { path: action.write, content: action.content } }]
  if ("edit" in action)
    return [
      { name: "edit_file", arguments: { path: action.edit, old_text: action.old, new_text: action.new } },
    ]
  if ("delete" in action) return [{ name: "delete_file", arguments: { path: action.delete } }]
  return []
}

function shellCall(command: string): readonly ScriptedCall[] {
  return [{ name: "shell", arguments: { command } }]
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
