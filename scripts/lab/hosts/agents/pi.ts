import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { openaiChat } from "../wires/openai_chat.ts"
import type { Agent } from "./agent.ts"

const PACKAGE = { name: "@earendil-works/pi-coding-agent", version: "0.74.2" }

/** `pi -p` leaves as soon as the agent is done, so that it is driven as an editor drives it. */
export const pi: Agent = {
  host: "pi",
  version: PACKAGE.version,
  packages: [PACKAGE],
  wire: openaiChat,
  has_background: false,
  turn(step, project) {
    switch (step.type) {
      case "run":
        return { type: "call", tool: "bash", arguments: { command: step.command } }
      case "read":
        return { type: "call", tool: "read", arguments: { path: join(project, step.path) } }
      case "write":
        return {
          type: "call",
          tool: "write",
          arguments: { path: join(project, step.path), content: step.content },
        }
    }
  },
  async launch({ packageFolder, home, model, prompt }) {
    const models = {
      providers: {
        scripted: {
          baseUrl: `${model}/v1`,
          api: "openai-completions",
          apiKey: "scripted",
          models: [{ id: "scripted", name: "scripted", contextWindow: 100_000, maxTokens: 4096 }],
        },
      },
    }
    const folder = join(home, ".pi/agent")
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, "models.json"), JSON.stringify(models))
    return {
      program: process.execPath,
      words: [
        fileURLToPath(new URL("drive_pi.mjs", import.meta.url)),
        join(packageFolder(PACKAGE), "dist/cli.js"),
        prompt,
      ],
      env: { PI_OFFLINE: "1" },
    }
  },
}
