import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { openaiChat } from "../wires/openai_chat.ts"
import { type Agent, NODE } from "./agent.ts"
import { geminiTurn } from "./gemini_turn.ts"

const PACKAGE = { name: "@qwen-code/qwen-code", version: "0.24.4" }

export const qwenCode: Agent = {
  host: "qwen-code",
  version: PACKAGE.version,
  packages: [PACKAGE, NODE],
  wire: openaiChat,
  has_background: true,
  resumes: false,
  turn: (step, project) => geminiTurn(step, project, "edit"),
  async launch({ packageFolder, home, model }) {
    const settings = {
      security: { auth: { selectedType: "openai" }, folderTrust: { enabled: false } },
      general: { disableAutoUpdate: true },
      privacy: { usageStatisticsEnabled: false },
    }
    await mkdir(join(home, ".qwen"), { recursive: true })
    await writeFile(join(home, ".qwen/settings.json"), `${JSON.stringify(settings, null, 2)}\n`)
    return {
      program: join(packageFolder(NODE), "bin/node"),
      words: (prompt, goes_on) => [
        join(packageFolder(PACKAGE), "cli-entry.js"),
        ...(goes_on ? ["--continue"] : []),
        "--yolo",
        "-p",
        prompt,
      ],
      env: { OPENAI_BASE_URL: `${model}/v1`, OPENAI_API_KEY: "scripted", OPENAI_MODEL: "scripted" },
    }
  },
}
