/** An own member of an object; undefined for anything else. */
export function readMember(value: unknown, name: string): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, name)) return undefined
  return Reflect.get(value, name)
}

export function readText(value: unknown, name: string): string | undefined {
  const member = readMember(value, name)
  return typeof member === "string" ? member : undefined
}

/** A member that is a finite number; undefined for anything else. */
export function readNumber(value: unknown, name: string): number | undefined {
  const member = readMember(value, name)
  return typeof member === "number" && Number.isFinite(member) ? member : undefined
}

/** A member that is a list; empty for anything else. */
export function readList(value: unknown, name: string): readonly unknown[] {
  const member = readMember(value, name)
  return Array.isArray(member) ? member : []
}

/** A text as it is; empty for anything else. */
export function asText(value: unknown): string {
  return typeof value === "string" ? value : ""
}
