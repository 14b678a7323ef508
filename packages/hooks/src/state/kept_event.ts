import { isRecord, memberDigest, redactSecrets, sha256Hex } from "@proofloop/foundation/text"
import type { HookCall, HookEvent } from "../events/host_event.ts"
import { askedWords } from "../events/named_words.ts"

const MAX_ARGUMENT = 16 * 1024
const MAX_OBSERVATION = 192 * 1024
const MAX_MEMBERS = 64
const MAX_DEPTH = 4
const MAX_TEXT = 2000
const MAX_WORDS = 8000

/** An event as it is stored and folded: without secrets, and with no text longer than the fold needs. */
export function keptEvent(event: HookEvent): HookEvent {
  switch (event.type) {
    case "call_begins":
      return { ...event, call: keptCall(event.call) }
    case "calls_ended":
      return { ...event, calls: event.calls.map(keptCall) }
    case "prompt":
      // The person's words are private; what they may name is enough.
      return {
        ...event,
        text: event.text.startsWith("[") ? redactSecrets(event.text.slice(0, MAX_TEXT)) : "",
        asked: askedWords(event.text),
      }
    case "stop":
      return {
        ...event,
        pending: shortened(event.pending),
        ...(event.agents && { agents: shortened(event.agents) }),
        ...(event.last_words !== undefined && {
          last_words: redactSecrets(event.last_words.slice(-MAX_WORDS)),
        }),
      }
    case "accepted":
    case "session_start":
    case "opened":
    case "notice":
    case "session_end":
      return event
  }
}

function shortened(texts: readonly string[]): readonly string[] {
  return texts.slice(0, MAX_MEMBERS).map((text) => redactSecrets(text.slice(0, MAX_TEXT)))
}

function keptCall(call: HookCall): HookCall {
  return {
    ...call,
    tool: call.tool.slice(0, MAX_TEXT),
    ...(call.script !== undefined && { script: redactSecrets(call.script.slice(0, MAX_TEXT)) }),
    arguments: kept(call.arguments, MAX_DEPTH),
    observation: call.observation === null ? null : redactSecrets(ends(call.observation)),
  }
}

/** A digest stands for the omitted and the redacted part, so that two arguments that differ still do. */
function kept(value: unknown, depth: number): unknown {
  if (typeof value === "string") {
    const text =
      value.length <= MAX_ARGUMENT ? value : `${value.slice(0, MAX_ARGUMENT)}… sha256:${sha256Hex(value)}`
    const redacted = redactSecrets(text)
    // Two edits that differ in what looks like a secret are two.
    return redacted === text ? text : `${redacted} #${memberDigest(value)}`
  }
  if (typeof value !== "object" || value === null) return value
  if (depth === 0) return null
  if (Array.isArray(value)) return value.slice(0, MAX_MEMBERS).map((member) => kept(member, depth - 1))
  if (!isRecord(value)) return null
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== "__proto__")
      .slice(0, MAX_MEMBERS)
      .map(([name, member]) => [name, kept(member, depth - 1)]),
  )
}

function ends(text: string): string {
  if (text.length <= MAX_OBSERVATION) return text
  const head = MAX_OBSERVATION / 3
  return `${text.slice(0, head)}\n…\n${text.slice(text.length - 2 * head)}`
}
