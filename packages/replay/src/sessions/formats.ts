import { aiSdk } from "./formats/ai_sdk.ts"
import { aider } from "./formats/aider.ts"
import { anthropicMessages } from "./formats/anthropic_messages.ts"
import { claudeCode } from "./formats/claude_code.ts"
import { codex } from "./formats/codex.ts"
import { miniSweAgent } from "./formats/mini_swe_agent.ts"
import { openaiChat } from "./formats/openai_chat.ts"
import { openHands } from "./formats/openhands.ts"
import { plain } from "./formats/plain.ts"
import { sweAgent } from "./formats/swe_agent.ts"
import { tau } from "./formats/tau.ts"
import type { SessionImporter } from "./importer.ts"

/** Every format there is an importer for. At most one recognises a file, so their order means nothing. */
export const importers: readonly SessionImporter[] = [
  claudeCode,
  codex,
  openaiChat,
  anthropicMessages,
  aiSdk,
  sweAgent,
  miniSweAgent,
  openHands,
  tau,
  aider,
  plain,
]
