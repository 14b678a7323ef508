import type { JsonObject } from "@proofloop/foundation/text"
import type { Message } from "@proofloop/runtime"
import { thinkingFamily } from "./thinking_families.ts"

/** Which ways to keep a model from thinking are used. */
export interface ThinkingSwitches {
  /** A word in the prompt. The model's family decides its place and text; without a family it is "/no_think". */
  readonly word?: boolean | undefined
  readonly template_kwargs?: boolean | undefined
  readonly request_fields?: boolean | undefined
  readonly prelude?: boolean | undefined
}

const PRELUDE = "Answer at once, without thinking aloud first."
const WORD = { place: "user", text: "/no_think" } as const

/** The switches of PROOFLOOP_DISABLE_THINKING, _TEMPLATE_KWARG, _TOPLEVEL and _PRELUDE; the role's own win. */
export function thinkingSwitches(
  env: Readonly<Record<string, string | undefined>>,
  role?: string,
): Required<ThinkingSwitches> {
  const isOn = (suffix: string) => {
    const own =
      role === undefined ? undefined : env[`PROOFLOOP_${role.toUpperCase()}_DISABLE_THINKING${suffix}`]
    const value = own ?? env[`PROOFLOOP_DISABLE_THINKING${suffix}`] ?? ""
    return ["1", "true", "yes", "on"].includes(value.trim().toLowerCase())
  }
  return {
    word: isOn(""),
    template_kwargs: isOn("_TEMPLATE_KWARG"),
    request_fields: isOn("_TOPLEVEL"),
    prelude: isOn("_PRELUDE"),
  }
}

/** The messages with the word and the prelude in their place; a second call changes nothing. */
export function withoutThinking(
  messages: readonly Message[],
  model_name: string,
  switches: ThinkingSwitches = { word: true },
): readonly Message[] {
  const family = thinkingFamily(model_name)
  const word = family === null ? WORD : family.word
  const told = switches.prelude === true ? atHead(messages, PRELUDE) : messages
  if (switches.word !== true || word === undefined) return told
  return word.place === "system" ? atHead(told, word.text) : atEnd(told, word.text)
}

/** The request's fields beside its messages: `chat_template_kwargs` and fields of the maker's own service. */
export function thinkingRequest(model_name: string, switches: ThinkingSwitches): JsonObject {
  const family = thinkingFamily(model_name)
  return {
    ...(switches.request_fields === true ? family?.request_fields : {}),
    ...(switches.template_kwargs === true && family?.template_kwargs
      ? { chat_template_kwargs: family.template_kwargs }
      : {}),
  }
}

function atHead(messages: readonly Message[], line: string): readonly Message[] {
  const at = messages.findIndex(({ role }) => role === "system")
  if (at < 0) return [{ role: "system", content: line }, ...messages]
  return messages.map((message, index) =>
    index !== at || message.content.split("\n").slice(0, 4).includes(line)
      ? message
      : { ...message, content: `${line}\n${message.content}` },
  )
}

/** The last line of the last user message: text of the repository before it cannot switch thinking on again. */
function atEnd(messages: readonly Message[], line: string): readonly Message[] {
  const at = messages.findLastIndex(({ role }) => role === "user")
  return messages.map((message, index) =>
    index !== at || message.content.trimEnd().endsWith(`\n${line}`) || message.content.trim() === line
      ? message
      : { ...message, content: `${message.content}\n${line}` },
  )
}
