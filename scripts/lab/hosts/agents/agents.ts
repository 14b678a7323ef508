import type { Agent } from "./agent.ts"
import { claudeCode } from "./claude_code.ts"
import { codex } from "./codex.ts"
import { geminiCli } from "./gemini_cli.ts"
import { opencode } from "./opencode.ts"
import { pi } from "./pi.ts"
import { qwenCode } from "./qwen_code.ts"

/** The agents that run without a network, in the order of the tables of the docs. */
export const agents: readonly Agent[] = [claudeCode, codex, geminiCli, qwenCode, opencode, pi]
