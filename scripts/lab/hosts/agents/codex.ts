import { readFileSync } from "node:fs"
import { appendFile, mkdir, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { openaiResponses } from "../wires/openai_responses.ts"
import type { Turn } from "../wires/wire.ts"
import type { Agent } from "./agent.ts"

const PACKAGE = { name: "@openai/codex", version: "0.171.0-linux-x64" }

export const codex: Agent = {
  host: "codex",
  version: "0.171.0",
  packages: [PACKAGE],
  wire: openaiResponses,
  has_background: true,
  resumes: false,
  turn(step, project) {
    switch (step.type) {
      case "run": {
        // It waits that long for the end of a command.
        const yield_time_ms = step.in_background === true ? 250 : 30_000
        return nested("exec_command", { cmd: step.command, yield_time_ms })
      }
      case "read":
        return null
      case "replace":
        return nested("apply_patch", patchOf(step.path, step.old, step.text))
      case "write": {
        // All lines of a file are replaced.
        const before = readFileSync(join(project, step.path), "utf8")
        return nested("apply_patch", patchOf(step.path, before, step.content))
      }
    }
  },
  async withServer({ home }, { name, command, args }) {
    const table = [
      `[mcp_servers.${name}]`,
      `command = ${JSON.stringify(command)}`,
      `args = ${JSON.stringify(args)}`,
    ]
    // Codex gives a server little of its own environment.
    const env = `env = { HOME = ${JSON.stringify(home)} }`
    await appendFile(join(home, ".codex/config.toml"), `\n${[...table, env].join("\n")}\n`)
    return []
  },
  async launch({ packageFolder, home, model }) {
    const codex_home = join(home, ".codex")
    await mkdir(codex_home, { recursive: true })
    await writeFile(join(codex_home, "config.toml"), configFor(model))
    return {
      program: join(packageFolder(PACKAGE), "vendor/x86_64-unknown-linux-musl/bin/codex"),
      words: (prompt, goes_on) => [
        "exec",
        ...(goes_on ? ["resume", "--last"] : []),
        "--dangerously-bypass-hook-trust",
        "--skip-git-repo-check",
        prompt,
      ],
      env: { CODEX_HOME: codex_home },
    }
  },
}

/** A model that the program knows, since it offers another one no tool for patches. */
function configFor(model: string): string {
  return `model = "gpt-6-astra"
model_provider = "scripted"
approval_policy = "never"
sandbox_mode = "danger-full-access"

[model_providers.scripted]
name = "scripted"
base_url = "${model}/v1"
wire_api = "responses"
requires_openai_auth = false
`
}

/** The program offers its models one tool, which runs JavaScript that calls the others. */
function nested(tool: string, given: unknown): Turn {
  return { type: "text_call", tool: "exec", text: `text(await tools.${tool}(${JSON.stringify(given)}))` }
}

function patchOf(path: string, old: string, next: string): string {
  const signed = (sign: string, text: string) =>
    text
      .trimEnd()
      .split("\n")
      .map((line) => `${sign}${line}`)
  return [
    "*** Begin Patch",
    `*** Update File: ${path}`,
    "@@",
    ...signed("-", old),
    ...signed("+", next),
    "*** End Patch",
  ].join("\n")
}
