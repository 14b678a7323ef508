import { contentText } from "../content_text.ts"

/** How the client's own messages begin, which it sends in the user's name. */
const OWN =
  /^\s{0,20}(?:<(?:environment_context|user_instructions|turn_aborted|user_shell_command|skill|subagent_notification)>|# AGENTS\.md instructions\b)/

/** Whether a message in the user's name is one of theirs: some part of it is not the client's. */
export function isAsking(content: unknown): boolean {
  const parts = Array.isArray(content) ? content : [content]
  return parts.some((part) => !OWN.test(contentText(part)))
}
