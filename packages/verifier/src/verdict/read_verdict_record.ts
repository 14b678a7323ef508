import { isRecord } from "@proofloop/foundation/text"

const MAX_BYTES = 64 * 1024
const MAX_DEPTH = 16

export interface PlainRecord {
  /** A copy of its own; null when there is none to look into. */
  readonly record: Readonly<Record<string, unknown>> | null
  readonly problems: readonly string[]
}

/** A value as JSON would bring it: whatever it answers later, what was checked is what counts. Never throws. */
export function readPlainRecord(value: unknown): PlainRecord {
  try {
    if (!isRecord(value)) return noRecord(notAnObject(value))
    const problems: string[] = []
    const text = JSON.stringify(value, (key, member: unknown) => {
      if (!isJson(member)) problems.push(`${key}: expected plain JSON, got a ${typeof member}`)
      return member
    })
    const bytes = Buffer.byteLength(text)
    if (bytes > MAX_BYTES)
      return noRecord(`verdict: expected at most ${MAX_BYTES} bytes of JSON, got ${bytes}`)
    const record: unknown = JSON.parse(text)
    if (!isRecord(record)) return noRecord(notAnObject(record))
    const problem = structureProblem(record, 1)
    if (problem !== null) return noRecord(problem)
    return { record, problems }
  } catch {
    return noRecord("verdict: expected an object of plain JSON, got one that cannot be written as JSON")
  }
}

function noRecord(problem: string): PlainRecord {
  return { record: null, problems: [problem] }
}

function notAnObject(value: unknown): string {
  const got = value === null ? "null" : Array.isArray(value) ? "a list" : `a ${typeof value}`
  return `verdict: expected an object with lens, verdict and evidence, got ${got}`
}

/** An optional field may be undefined; JSON leaves it out. */
function isJson(member: unknown): boolean {
  if (typeof member === "number") return Number.isFinite(member)
  return ["string", "boolean", "object", "undefined"].includes(typeof member)
}

function structureProblem(value: object, depth: number): string | null {
  if (depth > MAX_DEPTH) return `verdict: expected at most ${MAX_DEPTH} levels, got more`
  for (const [key, member] of Object.entries(value) as ReadonlyArray<[string, unknown]>) {
    if (key === "__proto__") return "__proto__: expected another name for a field"
    const problem = typeof member === "object" && member !== null ? structureProblem(member, depth + 1) : null
    if (problem !== null) return problem
  }
  return null
}
