/** Members of JSON that nobody knows. */
export type Json = Record<string, unknown>

/** A document as its only line, or the lines that are JSON. */
export function linesOf(text: string): readonly unknown[] {
  const whole = parsed(text)
  if (whole !== undefined) return [whole]
  return text.split("\n").flatMap((line) => parsed(line) ?? [])
}

/** Every object of a value, in order. */
export function everyObject(value: unknown): readonly Json[] {
  if (typeof value !== "object" || value === null) return []
  const inner = Object.values(value).flatMap(everyObject)
  return Array.isArray(value) ? inner : [value as Json, ...inner]
}

export function of(value: unknown, name: string): unknown {
  return value instanceof Object ? ((value as Json)[name] ?? undefined) : undefined
}

export function text(value: unknown, name: string): string | undefined {
  const member = of(value, name)
  return typeof member === "string" ? member : undefined
}

export function truth(value: unknown, name: string): boolean | undefined {
  const member = of(value, name)
  return typeof member === "boolean" ? member : undefined
}

/** A text, or a number as text. */
export function named(value: unknown, name: string): string | undefined {
  const member = of(value, name)
  return typeof member === "number" ? String(member) : text(value, name)
}

/** A list, or a value as its only element. */
export function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : value === undefined ? [] : [value]
}

export function parsed(value: unknown): unknown {
  if (typeof value !== "string") return undefined
  try {
    return JSON.parse(value) ?? undefined
  } catch {
    return undefined
  }
}
