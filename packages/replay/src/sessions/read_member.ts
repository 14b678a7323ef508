import { isRecord } from "@proofloop/foundation/text"

/** An own member of a recorded value; undefined when it is not an object or lacks it. */
export function readMember(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined
  const member: unknown = Reflect.get(value, name)
  return member
}

export function readText(value: unknown, name: string): string | undefined {
  const member = readMember(value, name)
  return typeof member === "string" ? member : undefined
}

export function readNumber(value: unknown, name: string): number | undefined {
  const member = readMember(value, name)
  return typeof member === "number" && Number.isFinite(member) ? member : undefined
}

/** A member that is a list; empty for anything else. */
export function readList(value: unknown, name: string): readonly unknown[] {
  const member = readMember(value, name)
  return Array.isArray(member) ? member : []
}

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
