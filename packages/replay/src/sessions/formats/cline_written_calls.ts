import { contentText } from "../content_text.ts"
import type { Conversation } from "../conversation.ts"
import { clineAnnotations } from "./cline_tools.ts"

const TOOL =
  /<(execute_command|read_file|write_to_file|replace_in_file|apply_diff|insert_content|search_and_replace|search_files|list_files|list_code_definition_names|codebase_search|browser_action|web_fetch|use_mcp_tool|access_mcp_resource|ask_followup_question|new_task|switch_mode|plan_mode_respond|update_todo_list|fetch_instructions|attempt_completion)>/
const PARAMETERS =
  "command requires_approval cwd path content diff line_count regex file_pattern recursive query action url coordinate text server_name tool_name arguments uri question follow_up options mode message reason response todos task result start_line end_line args".split(
    " ",
  )
const WHOLE: ReadonlySet<string> = new Set(["content", "diff"])
const RESULT = /^\[(\w{1,64})(?: for '[^\n]{0,10000}'|[^\n\]]{0,10000})?\] Result:/

/** A call that Cline's model writes into its text as tags; one a reply, as the client reads it. */
export function addWrittenCalls(conversation: Conversation, text: string): void {
  const opened = TOOL.exec(text)
  const tool = opened?.[1]
  if (opened === null || tool === undefined) {
    conversation.say(text)
    return
  }
  conversation.say(text.slice(0, opened.index))
  const start = opened.index + opened[0].length
  const close = text.lastIndexOf(`</${tool}>`)
  const body = text.slice(start, close < start ? undefined : close)
  const sent = parametersIn(body)
  if (tool === "attempt_completion") conversation.say(String(sent["result"] ?? ""))
  else conversation.call(undefined, { tool, arguments: sent, annotations: clineAnnotations(tool) })
}

function parametersIn(body: string): Readonly<Record<string, string>> {
  const found = PARAMETERS.flatMap((name) => {
    const start = body.indexOf(`<${name}>`)
    const from = start + name.length + 2
    // Content may hold the tags of other parameters, and its own.
    const close = `</${name}>`
    const end = WHOLE.has(name) ? body.lastIndexOf(close) : body.indexOf(close, from)
    return start === -1 || end < from ? [] : [[name, body.slice(from, end).trim()] as const]
  })
  return Object.fromEntries(found)
}

/** Whether a part of the user's message opens what a written call gave: `[read_file for 'a.ts'] Result:`. */
export function isWrittenResult(part: unknown): boolean {
  return RESULT.test(contentText(part))
}

/** Gives the calls of the turn at hand, in order, the parts behind each header, but for the state of the editor. False without a header. */
export function addWrittenResults(conversation: Conversation, parts: readonly unknown[]): boolean {
  const results: string[] = []
  for (const text of parts.map(contentText)) {
    if (RESULT.test(text)) results.push(text.replace(RESULT, ""))
    else if (results.length > 0 && !text.startsWith("<environment_details>"))
      results.push(`${results.pop()}\n${text}`)
  }
  for (const text of results) conversation.result(undefined, { observation: text.trim() })
  return results.length > 0
}
