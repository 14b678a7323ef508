import { join } from "node:path"
import type { ToolStep } from "../step.ts"
import type { Turn } from "../wires/wire.ts"

/** A step by the tools that Gemini CLI has, and Qwen Code took over but for the name of one. */
export function geminiTurn(step: ToolStep, project: string, replace = "replace"): Turn {
  switch (step.type) {
    case "run": {
      const is_background = step.in_background === true
      return { type: "call", tool: "run_shell_command", arguments: { command: step.command, is_background } }
    }
    case "read":
      return { type: "call", tool: "read_file", arguments: { file_path: join(project, step.path) } }
    case "replace": {
      const { path, old: old_string, text: new_string } = step
      const file_path = join(project, path)
      const instruction = "Put the text in place of the other one."
      return { type: "call", tool: replace, arguments: { file_path, instruction, old_string, new_string } }
    }
    case "write":
      return {
        type: "call",
        tool: "write_file",
        arguments: { file_path: join(project, step.path), content: step.content },
      }
  }
}
