import { isRecord } from "@proofloop/foundation/text"
import { type LensVerdict, STANDARD_LENS_IDS } from "./lens_verdict.ts"
import { readLens } from "./read_verdict_lens.ts"
import { lensVerdictSchema } from "./read_verdict_schema.ts"

export type VerdictReading =
  | {
      /** The verdict, trimmed and with its lens in lower case. */
      readonly verdict: LensVerdict
    }
  | {
      /** Everything that keeps it from being a verdict, in sentences. */
      readonly problems: readonly string[]
    }

/**
 * Reads a possible verdict, and reports all its problems at once. Never throws. The lens is trimmed and lower-cased,
 * and must be one of `lenses`: default the three standard ones, "any": every well-formed name. Unknown fields are
 * kept. At most 64 KiB of plain JSON, 16 levels deep.
 * @requirement verifier.verdict
 */
export function readLensVerdict(
  value: unknown,
  {
    lenses = STANDARD_LENS_IDS,
  }: {
    /** Ids of allowed lenses, or "any" well-formed name. Default: the three standard ones. */
    readonly lenses?: readonly string[] | "any" | undefined
  } = {},
): VerdictReading {
  const { record, problems } = readPlainRecord(value)
  if (record === null) return { problems }
  const { data, error } = lensVerdictSchema.safeParse(record)
  const lens = readLens(record["lens"], lenses)
  const found = (error?.issues ?? []).map(({ path, message }) => `${path.map(String).join(".")}: ${message}`)
  const unknown_lens = "problem" in lens ? [lens.problem] : []
  const all = [...new Set([...problems, ...unknown_lens, ...found, ...contradictions(record)])]
  return data === undefined || "problem" in lens || all.length > 0
    ? { problems: all }
    : { verdict: { ...data, lens: lens.lens } }
}

/** Contradictions between valid fields. Reported even when others are invalid, unlike zod's checks of a whole. */
function contradictions(record: Readonly<Record<string, unknown>>): readonly string[] {
  const { security, verdict, lifts, verifier, brief_sha256 } = record
  const problems: string[] = []
  if (security === true && verdict === "pass")
    problems.push('security: a security finding never passes: expected "fail" or "risk" beside it, or false')
  const model_name: unknown =
    typeof verifier === "object" && verifier !== null && Reflect.get(verifier, "model_name")
  if (lifts !== undefined && (verdict !== "pass" || typeof model_name === "string"))
    problems.push('lifts: only a person\'s pass lifts a stop: expected "pass" and no model, or no reason')
  if (typeof model_name === "string" && brief_sha256 === null)
    problems.push("brief_sha256: expected the hash of the brief for a model's verdict; null is for a person")
  return problems
}

const MAX_BYTES = 64 * 1024
const MAX_DEPTH = 16

interface PlainRecord {
  /** A plain copy; null for a value that is not an object. */
  readonly record: Readonly<Record<string, unknown>> | null
  readonly problems: readonly string[]
}

/** A value as JSON would bring it, so that the checked content cannot change later. Never throws. */
function readPlainRecord(value: unknown): PlainRecord {
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
