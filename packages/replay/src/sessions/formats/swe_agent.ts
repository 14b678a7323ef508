import { isRecord, readList, readMember, readText } from "@proofloop/foundation/text"
import type { ToolAnnotations } from "@proofloop/runtime/internal/detector"
import { callArguments } from "../call_arguments.ts"
import { chatRuns } from "../chat_runs.ts"
import { contentText } from "../content_text.ts"
import type { Conversation } from "../conversation.ts"
import type { SessionHead, SessionImporter } from "../importer.ts"
import type { SessionItem, SessionRun } from "../session.ts"
import { EDITING, READING, SEARCHING, toolTable } from "../tool_annotations.ts"

/** SWE-agent's `.traj`: one action, a command line of its shell, and one observation a step. */
export const sweAgent: SessionImporter = {
  format: "swe_agent",
  title: "SWE-agent (.traj)",
  agent: "SWE-agent",
  places: [{ path: "./trajectories" }],
  records: { lists: ["trajectory"] },
  recognises,
  read: (records, context) => chatRuns(records, context, addStep, describe),
}

const ENDING: ToolAnnotations = { kind: "think", evidence_role: "observation" }
const annotationsOf = toolTable([
  [READING, "open goto scroll_up scroll_down view_image filemap"],
  [SEARCHING, "search_dir search_file find_file"],
  [EDITING, "edit insert create append undo_edit"],
  [ENDING, "submit exit_forfeit exit_cost"],
])
const EDITOR = /^(?:str_replace_editor|str_replace_based_edit_tool|edit_anthropic)\s{1,20}(\w{1,30})/

function recognises({ values: [value] }: SessionHead): boolean {
  const steps = readMember(value, "trajectory")
  if (!Array.isArray(steps)) return false
  if (steps.length === 0) return isRecord(readMember(value, "info")) && !("messages" in Object(value))
  return steps.every((step) => isRecord(step) && isStep(step))
}

/** Steps of other formats have an action as well. */
function isStep(step: object): boolean {
  return (
    !("source" in step) &&
    !("kind" in step) &&
    ("action" in step || "response" in step || "thought" in step || Object.keys(step).length === 0)
  )
}

function addStep(conversation: Conversation, step: object): readonly SessionItem[] {
  if (!isStep(step)) return [{ type: "skipped", reason: "no step of a trajectory" }]
  const action = contentText(readMember(step, "action")).trim()
  const observation = contentText(readMember(step, "observation"))
  conversation.say(contentText(readMember(step, "thought")))
  if (conversation.is_empty && action === "") conversation.say(contentText(readMember(step, "response")))
  if (action === "") {
    if (conversation.is_empty) conversation.say(observation)
    conversation.count()
    return conversation.close()
  }
  const tool = /^\S{1,200}/.exec(action)?.[0] ?? action.slice(0, 200)
  conversation.call(undefined, {
    tool,
    arguments: callArguments({ command: action }),
    annotations: annotationsFor(tool, action),
  })
  if ("observation" in step) conversation.result(undefined, { observation })
  return conversation.close()
}

function annotationsFor(tool: string, action: string): ToolAnnotations | undefined {
  const sub_command = EDITOR.exec(action)?.[1]
  if (sub_command !== undefined) return sub_command === "view" ? READING : EDITING
  return annotationsOf.get(tool)
}

function describe(head: unknown, name: string, path: string): SessionRun {
  return { id: readText(head, "instance_id") ?? name, source: path, agent: "SWE-agent", model: modelOf(head) }
}

/** The configuration a run can be replayed with is JSON in a string. */
function modelOf(head: unknown): string | undefined {
  const config = callArguments(readMember(head, "replay_config") ?? {})
  const agent = readMember(config, "agent")
  const of_attempts = readList(agent, "agent_configs")[0]
  const model = readMember(agent, "model") ?? readMember(of_attempts, "model")
  return readText(model, "name")
}
