import { isRecord } from "@proofloop/foundation/text"

export type JsonRecord = Readonly<Record<string, unknown>>

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
