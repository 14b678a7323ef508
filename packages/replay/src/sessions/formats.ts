import { aiSdk } from "./formats/ai_sdk.ts"
import { aider } from "./formats/aider.ts"
import { anthropicMessages } from "./formats/anthropic_messages.ts"
import { claudeCode } from "./formats/claude_code.ts"
import { clineUi } from "./formats/cline_ui.ts"
import { codex } from "./formats/codex.ts"
import { geminiCli } from "./formats/gemini_cli.ts"
import { goose } from "./formats/goose.ts"
import { miniSweAgent } from "./formats/mini_swe_agent.ts"
import { openaiChat } from "./formats/openai_chat.ts"
import { opencode } from "./formats/opencode.ts"
import { openHands } from "./formats/openhands.ts"
import { pi } from "./formats/pi.ts"
import { plain } from "./formats/plain.ts"
import { proofloopHooks } from "./formats/proofloop_hooks.ts"
import { proofloopJournal } from "./formats/proofloop_journal.ts"
import { qwenCode } from "./formats/qwen_code.ts"
import { sweAgent } from "./formats/swe_agent.ts"
import { tau } from "./formats/tau.ts"
import type { SessionImporter } from "./importer.ts"

/** Every format there is an importer for. At most one recognises a file, so their order means nothing. */
export const importers: readonly SessionImporter[] = [
  claudeCode,
  codex,
  geminiCli,
  qwenCode,
  opencode,
  pi,
  goose,
  clineUi,
  openaiChat,
  anthropicMessages,
  aiSdk,
  sweAgent,
  miniSweAgent,
  openHands,
  tau,
  aider,
  proofloopHooks,
  proofloopJournal,
  plain,
]
