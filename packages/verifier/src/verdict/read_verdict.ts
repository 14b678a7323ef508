import { type LensVerdict, standard_lens_ids } from "./lens_verdict.ts"
import { readLens } from "./read_verdict_lens.ts"
import { readPlainRecord } from "./read_verdict_record.ts"
import { lensVerdictSchema } from "./read_verdict_schema.ts"

export type VerdictReading = { readonly verdict: LensVerdict } | { readonly problems: readonly string[] }

/**
 * Reads what may be a verdict. Never throws. All that is wrong is told at once, each problem with its field and what is
 * allowed there; anything but an object is a single problem. The lens is trimmed and put into lower case, and is one of
 * `lenses`: default the three standard ones, "any": every well-formed name. Unknown fields are kept. At most 64 KiB of plain
 * JSON, 16 levels deep. A security finding that passes is refused, and so is a model's verdict without the hash of its
 * brief. @requirement verifier.verdict
 */
export function readLensVerdict(
  value: unknown,
  { lenses = standard_lens_ids }: { readonly lenses?: readonly string[] | "any" | undefined } = {},
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

/** Of fields that are each in order. Told also when others are not, unlike zod's own checks of a whole. */
function contradictions({ security, verdict, verifier, brief_sha256 }: Readonly<Record<string, unknown>>) {
  const problems: string[] = []
  if (security === true && verdict === "pass")
    problems.push('security: a security finding never passes: expected "fail" or "risk" beside it, or false')
  const model_name: unknown =
    typeof verifier === "object" && verifier !== null && Reflect.get(verifier, "model_name")
  if (typeof model_name === "string" && brief_sha256 === null)
    problems.push("brief_sha256: expected the hash of the brief for a model's verdict; null is for a person")
  return problems
}
