import { choice } from "../arguments/option.ts"
import type { OptionSpec } from "../arguments/verb.ts"

/** Names of the importers, written out so that help loads none of them. */
export const FORMAT_NAMES: readonly string[] = [
  "claude_code",
  "codex",
  "gemini_cli",
  "qwen_code",
  "opencode",
  "pi",
  "goose",
  "cline_ui",
  "openai_chat",
  "anthropic_messages",
  "ai_sdk",
  "swe_agent",
  "mini_swe_agent",
  "openhands",
  "tau",
  "aider",
  "proofloop_hooks",
  "proofloop_journal",
  "plain",
]

export const INPUT_FORMAT_OPTION: OptionSpec = choice(
  "NAME",
  FORMAT_NAMES,
  "The input's format, instead of the one it is told by",
)

export const INPUT_FORMAT_NOTE = `Formats: ${FORMAT_NAMES.join(", ")}.`
