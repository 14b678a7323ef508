import type { HostName } from "../events/host_event.ts"
import { claudeCode } from "./claude_code.ts"
import { codex } from "./codex.ts"
import { copilot } from "./copilot.ts"
import { cursor } from "./cursor.ts"
import { geminiCli } from "./gemini_cli.ts"
import type { HostAdapter } from "./host_adapter.ts"
import { opencode } from "./opencode.ts"
import { pi } from "./pi.ts"
import { qwenCode } from "./qwen_code.ts"

const adapters: Readonly<Record<HostName, HostAdapter>> = {
  "claude-code": claudeCode,
  codex,
  "gemini-cli": geminiCli,
  "qwen-code": qwenCode,
  opencode,
  pi,
  copilot,
  cursor,
}

export function hostAdapter(host: HostName): HostAdapter {
  return adapters[host]
}
