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
const NOT_RUN = /^Tool \[(\w{1,64})\] was not executed\b/
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

/**
 * Gives each result to the call of the turn whose tool its header names, the parts behind it too, but for the state of the
 * editor. False without a header.
 */
export function addWrittenResults(conversation: Conversation, parts: readonly unknown[]): boolean {
  const results: { readonly tool: string; text: string; readonly status?: "interrupted" }[] = []
  for (const text of parts.map(contentText)) {
    const [header = "", tool] = RESULT.exec(text) ?? []
    const not_run = NOT_RUN.exec(text)?.[1]
    const last = results.findLast(({ status }) => status === undefined)
    if (tool !== undefined) results.push({ tool, text: text.slice(header.length) })
    else if (not_run !== undefined) results.push({ tool: not_run, text, status: "interrupted" })
    else if (last !== undefined && !text.startsWith("<environment_details>")) last.text += `\n${text}`
  }
  for (const { tool, text, status } of results)
    conversation.resultOf(tool, { observation: text.trim(), ...(status === undefined ? {} : { status }) })
  return results.length > 0
}
