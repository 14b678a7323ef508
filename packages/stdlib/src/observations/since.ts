import { InvalidOptionError } from "@proofloop/foundation/errors"

const units: Readonly<Record<string, number>> = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }

/** The point in time that "24h", "7d", "30m", "2w" or an ISO date mean, in milliseconds. Throws InvalidOptionError. */
export function readSince(since: string | Date, now_ms: number): number {
  if (since instanceof Date) return checked(since.getTime(), since)
  const window = /^(\d{1,6})([mhdw])$/.exec(since.trim())
  if (window !== null) return now_ms - Number(window[1]) * (units[window[2] ?? ""] ?? 0)
  return checked(/^\d{4}-\d{2}-\d{2}/.test(since) ? Date.parse(since) : Number.NaN, since)
}

function checked(milliseconds: number, given: string | Date): number {
  if (Number.isFinite(milliseconds)) return milliseconds
  throw new InvalidOptionError({ option: "since", expected: 'a window such as "24h" or a date', got: given })
}
