import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { openaiChat } from "../wires/openai_chat.ts"
import type { Agent } from "./agent.ts"

const PACKAGE = { name: "opencode-linux-x64", version: "1.18.33" }

/** `opencode run` leaves as soon as the agent is done, so that the server is driven that a TUI would drive. */
export const opencode: Agent = {
  host: "opencode",
  version: PACKAGE.version,
  packages: [PACKAGE],
  wire: openaiChat,
  has_background: false,
  resumes: false,
  turn(step, project) {
    switch (step.type) {
      case "run":
        return {
          type: "call",
          tool: "bash",
          arguments: { command: step.command, description: "Runs a command" },
        }
      case "read":
        return { type: "call", tool: "read", arguments: { filePath: join(project, step.path) } }
      case "replace": {
        const { path, old: oldString, text: newString } = step
        return {
          type: "call",
          tool: "edit",
          arguments: { filePath: join(project, path), oldString, newString },
        }
      }
      case "write":
        return {
          type: "call",
          tool: "write",
          arguments: { filePath: join(project, step.path), content: step.content },
        }
    }
  },
  async launch({ packageFolder, home, model }) {
    const settings = {
      provider: {
        scripted: {
          npm: "@ai-sdk/openai-compatible",
          name: "scripted",
          options: { baseURL: `${model}/v1`, apiKey: "scripted" },
          models: { scripted: { name: "scripted" } },
        },
      },
      model: "scripted/scripted",
      autoupdate: false,
      share: "disabled",
    }
    const config = join(home, ".config")
    await mkdir(join(config, "opencode"), { recursive: true })
    await writeFile(join(config, "opencode/opencode.json"), JSON.stringify(settings))
    return {
      program: process.execPath,
      words: (prompt, goes_on) => [
        fileURLToPath(new URL("drive_opencode.mjs", import.meta.url)),
        join(packageFolder(PACKAGE), "bin/opencode"),
        prompt,
        ...(goes_on ? ["--continue"] : []),
      ],
      env: {
        XDG_CONFIG_HOME: config,
        XDG_DATA_HOME: join(home, ".local/share"),
        XDG_STATE_HOME: join(home, ".local/state"),
        XDG_CACHE_HOME: join(home, ".cache"),
        OPENCODE_DISABLE_MODELS_FETCH: "1",
      },
    }
  },
}
