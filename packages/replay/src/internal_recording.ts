/** For packages of the same version: no promise holds for these names. */
export { callArguments } from "./sessions/call_arguments.ts"
export { contentText } from "./sessions/content_text.ts"
export { claudeCodeResult } from "./sessions/formats/claude_code_result.ts"
export { claudeCodeAnnotations } from "./sessions/formats/claude_code_tools.ts"
export { codexResult } from "./sessions/formats/codex_result.ts"
export { codexAnnotations } from "./sessions/formats/codex_tools.ts"
export { withoutFrame } from "./sessions/formats/gemini_content.ts"
export { opencodeAnnotations } from "./sessions/formats/opencode_tools.ts"
export { type Recording, recordedCall } from "./sessions/recorded_call.ts"
export {
  ASKING,
  EDITING,
  FETCHING,
  NOTING,
  READING,
  SEARCHING,
  toolTable,
} from "./sessions/tool_annotations.ts"
