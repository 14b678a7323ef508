import { isRecord, readMember } from "@proofloop/foundation/text"

/** The messages of a value of a chat: a list, its list at `messages`, or itself as the only one. */
export function messagesOf(value: unknown): readonly unknown[] {
  const held: unknown = Array.isArray(value) ? value : readMember(value, "messages")
  return Array.isArray(held) ? held : [value]
}

/** An object without some of its members; anything else as it is. */
export function omitMembers(value: unknown, names: ReadonlySet<string>): unknown {
  if (!isRecord(value)) return value
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.has(name)))
}
