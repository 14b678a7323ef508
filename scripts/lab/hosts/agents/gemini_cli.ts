import { mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { geminiContent } from "../wires/gemini_content.ts"
import type { Agent } from "./agent.ts"
import { geminiTurn } from "./gemini_turn.ts"

const PACKAGE = { name: "@google/gemini-cli", version: "0.61.0" }

export const geminiCli: Agent = {
  host: "gemini-cli",
  version: PACKAGE.version,
  packages: [PACKAGE],
  wire: geminiContent,
  has_background: true,
  resumes: false,
  turn: geminiTurn,
  async launch({ packageFolder, home, model }) {
    const settings = {
      security: { auth: { selectedType: "gemini-api-key" }, folderTrust: { enabled: false } },
      general: { enableAutoUpdate: false },
      privacy: { usageStatisticsEnabled: false },
    }
    await mkdir(join(home, ".gemini"), { recursive: true })
    await writeFile(join(home, ".gemini/settings.json"), `${JSON.stringify(settings, null, 2)}\n`)
    return {
      program: process.execPath,
      words: (prompt, goes_on) => [
        join(packageFolder(PACKAGE), "bundle/gemini.js"),
        ...(goes_on ? ["--resume", "latest"] : []),
        "-m",
        "gemini-2.5-flash",
        "--yolo",
        "-p",
        prompt,
      ],
      env: { GOOGLE_GEMINI_BASE_URL: model, GEMINI_API_KEY: "scripted" },
    }
  },
}
