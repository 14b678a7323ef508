import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { openaiChat } from "../wires/openai_chat.ts"
import { type Agent, NODE } from "./agent.ts"

const PACKAGE = { name: "@earendil-works/pi-coding-agent", version: "1.6.0" }

/** `pi -p` leaves as soon as the agent is done, so that it is driven as an editor drives it. */
export const pi: Agent = {
  host: "pi",
  version: PACKAGE.version,
  packages: [PACKAGE, NODE],
  wire: openaiChat,
  has_background: false,
  resumes: false,
  turn(step, project) {
    switch (step.type) {
      case "run":
        return { type: "call", tool: "bash", arguments: { command: step.command } }
      case "read":
        return { type: "call", tool: "read", arguments: { path: join(project, step.path) } }
      case "replace": {
        const edits = [{ oldText: step.old, newText: step.text }]
        return { type: "call", tool: "edit", arguments: { path: join(project, step.path), edits } }
      }
      case "write":
        return {
          type: "call",
          tool: "write",
          arguments: { path: join(project, step.path), content: step.content },
        }
    }
  },
  async launch({ packageFolder, home, model }) {
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
      program: join(packageFolder(NODE), "bin/node"),
      words: (prompt, goes_on) => [
        fileURLToPath(new URL("drive_pi.mjs", import.meta.url)),
        join(packageFolder(PACKAGE), "dist/cli.js"),
        prompt,
        ...(goes_on ? ["--continue"] : []),
      ],
      env: { PI_OFFLINE: "1" },
    }
  },
}
