import { choice } from "../arguments/option.ts"
import type { OptionSpec } from "../arguments/verb.ts"

/** Names of the importers, written out so that help loads none of them. */
export const formatNames: readonly string[] = [
  "claude_code",
  "codex",
  "openai_chat",
  "ai_sdk",
  "swe_agent",
  "mini_swe_agent",
  "openhands",
  "aider",
  "plain",
]

export const formatOption: OptionSpec = choice(
  "NAME",
  formatNames,
  "The input's format, instead of the one it is told by",
)

export const formatNote = `Formats: ${formatNames.join(", ")}.`
