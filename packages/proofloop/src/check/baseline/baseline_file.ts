import { isRecord } from "@proofloop/foundation/text"
import { Misuse } from "../../console/misuse.ts"
import type { ReportedFinding } from "../report.ts"

/** A finding from when the baseline was written; `count`: how many equal ones. */
export interface BaselineEntry {
  readonly path: string
  readonly critic: string
  readonly rule: string
  readonly fingerprint: string
  readonly count: number
  readonly message: string
}

const VERSION = 1

/** Throws Misuse for what is not a baseline. */
export function parseBaseline(text: string, name: string): readonly BaselineEntry[] {
  const data = parsed(text, name)
  if (!isRecord(data) || data["version"] !== VERSION || !Array.isArray(data["findings"])) {
    throw new Misuse(
      `--baseline: ${name} is not a baseline of version ${VERSION}; --write-baseline makes one`,
    )
  }
  return data["findings"].map((entry: unknown, index) => {
    const found = readEntry(entry)
    if (found === null)
      throw new Misuse(`--baseline: ${name}: findings[${index}] is not what --write-baseline writes`)
    return found
  })
}

/** Sorted, a line a finding, so that two branches merge. */
export function baselineText(entries: readonly BaselineEntry[]): string {
  const lines = entries
    .map((entry) => ({ key: keyOf(entry), line: `    ${JSON.stringify(entry)}` }))
    .toSorted((one, other) => (one.key < other.key ? -1 : one.key > other.key ? 1 : 0))
    .map(({ line }) => line)
  const list = lines.length === 0 ? "[]" : `[\n${lines.join(",\n")}\n  ]`
  return `{\n  "version": ${VERSION},\n  "findings": ${list}\n}\n`
}

export function entriesOf(findings: readonly ReportedFinding[]): readonly BaselineEntry[] {
  const entries = new Map<string, BaselineEntry>()
  for (const { path, critic, rule, fingerprint, message } of findings) {
    const key = keyOf({ path, critic, rule, fingerprint })
    const count = (entries.get(key)?.count ?? 0) + 1
    entries.set(key, {
      path,
      critic,
      rule,
      fingerprint,
      count,
      message: entries.get(key)?.message ?? message,
    })
  }
  return [...entries.values()]
}

export function keyOf({
  path,
  critic,
  rule,
  fingerprint,
}: Pick<BaselineEntry, "path" | "critic" | "rule" | "fingerprint">): string {
  return JSON.stringify([path, critic, rule, fingerprint])
}

function parsed(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new Misuse(`--baseline: ${name} is not valid JSON`)
  }
}

function readEntry(entry: unknown): BaselineEntry | null {
  if (!isRecord(entry)) return null
  const { path, critic, rule, fingerprint, count, message } = entry
  const texts = [path, critic, rule, fingerprint, message]
  if (!texts.every((text) => typeof text === "string")) return null
  if (typeof count !== "number" || !Number.isSafeInteger(count) || count < 1) return null
  return {
    path: String(path),
    critic: String(critic),
    rule: String(rule),
    fingerprint: String(fingerprint),
    count,
    message: String(message),
  }
}
