import type { HostName } from "../events/host_event.ts"
import type { HostTable } from "./host_table.ts"
import { claudeCode } from "./tables/claude_code.ts"
import { codex } from "./tables/codex.ts"
import { copilot } from "./tables/copilot.ts"
import { cursor } from "./tables/cursor.ts"
import { geminiCli } from "./tables/gemini_cli.ts"
import { opencode } from "./tables/opencode.ts"
import { pi } from "./tables/pi.ts"
import { qwenCode } from "./tables/qwen_code.ts"

export const hostTables: Readonly<Record<HostName, HostTable>> = {
  "claude-code": claudeCode,
  codex,
  "gemini-cli": geminiCli,
  "qwen-code": qwenCode,
  opencode,
  pi,
  copilot,
  cursor,
}
