/** An edit as Claude Code tells it. */
export const EDIT = {
  tool_name: "Write",
  tool_input: { file_path: "/nowhere/src/sum.ts", content: "x" },
  tool_response: "ok",
}

export const FAILED = "Exit code 1\nFAIL src/sum.test.ts\nAssertionError: expected 3, got 4\n 1 failed"

/** A check that failed, as Claude Code tells it. */
export function ended(error: string): object {
  return {
    hook_event_name: "PostToolUseFailure",
    tool_name: "Bash",
    tool_input: { command: "npx vitest run" },
    error,
  }
}
