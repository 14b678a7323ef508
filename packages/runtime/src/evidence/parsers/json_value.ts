import { isRecord } from "@proofloop/foundation/text"

export type JsonRecord = Readonly<Record<string, unknown>>

/** The value a text stands for; null if the text is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

export function asRecord(value: unknown): JsonRecord | null {
  return isRecord(value) ? value : null
}

export function asArray(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function asRecords(value: unknown): readonly JsonRecord[] {
  return asArray(value).filter(isRecord)
}

export function asText(value: unknown): string {
  return typeof value === "string" ? value : ""
}

export function asCount(value: unknown): number {
  return typeof value === "number" && Number.isFinite(value) ? value : 0
}
