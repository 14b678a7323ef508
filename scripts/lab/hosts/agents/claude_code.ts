import { writeFile } from "node:fs/promises"
import { join } from "node:path"
import { anthropicMessages } from "../wires/anthropic_messages.ts"
import type { Agent } from "./agent.ts"

const PACKAGE = { name: "@anthropic-ai/claude-code-linux-x64", version: "2.1.332" }

export const claudeCode: Agent = {
  host: "claude-code",
  version: PACKAGE.version,
  packages: [PACKAGE],
  wire: anthropicMessages,
  has_background: true,
  resumes: true,
  turn(step, project) {
    switch (step.type) {
      case "run": {
        const background = step.in_background === true ? { run_in_background: true } : {}
        return { type: "call", tool: "Bash", arguments: { command: step.command, ...background } }
      }
      case "read":
        return { type: "call", tool: "Read", arguments: { file_path: join(project, step.path) } }
      case "replace": {
        const { path, old: old_string, text: new_string } = step
        const file_path = join(project, path)
        return { type: "call", tool: "Edit", arguments: { file_path, old_string, new_string } }
      }
      case "write":
        return {
          type: "call",
          tool: "Write",
          arguments: { file_path: join(project, step.path), content: step.content },
        }
    }
  },
  async withServer({ home }, { name, ...server }) {
    const file = join(home, "servers.json")
    await writeFile(file, JSON.stringify({ mcpServers: { [name]: server } }))
    return ["--mcp-config", file]
  },
  async launch({ packageFolder, home, model }) {
    return {
      program: join(packageFolder(PACKAGE), "claude"),
      words: (prompt, goes_on) => [
        "-p",
        prompt,
        ...(goes_on ? ["--continue"] : []),
        "--output-format",
        "stream-json",
        "--verbose",
        "--allowedTools",
        "Bash,Read,Write,Edit,BashOutput,TaskOutput",
      ],
      env: {
        ANTHROPIC_BASE_URL: model,
        ANTHROPIC_API_KEY: "scripted",
        CLAUDE_CONFIG_DIR: join(home, ".claude"),
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
        DISABLE_AUTOUPDATER: "1",
      },
    }
  },
}
