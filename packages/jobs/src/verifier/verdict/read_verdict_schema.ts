import { redactSecrets } from "@proofloop/foundation/text"
import * as z from "zod"
import { VERDICT_CAVEATS, VERDICT_VALUES } from "./lens_verdict.ts"
import { whyShallow } from "./shallow_evidence.ts"

export const sha256Schema = z
  .string(must("64 hexadecimal digits in lower case"))
  .regex(/^[0-9a-f]{64}$/, must("64 hexadecimal digits in lower case"))

export const commitSchema = z
  .string(must("the full id of a commit"))
  .regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/, must("the full id of a commit"))

/** ISO 8601 in UTC, as `toISOString` writes it or with "+00:00". */
export const instantSchema = z.iso
  .datetime({ offset: true, ...must("a date and time in UTC, ISO 8601") })
  .regex(/(?:Z|\+00:00)$/, must("a date and time in UTC, ISO 8601"))

const NAME_RULE = "a name of 1 to 200 characters on one line"
const name = z
  .string(must(NAME_RULE))
  .trim()
  .regex(/^[^\p{C}\p{Zl}\p{Zp}]{1,200}$/u, must(NAME_RULE))

export const subjectSchema = z.looseObject(
  { diff_sha256: sha256Schema, contract_sha256: sha256Schema, base_commit: commitSchema.optional() },
  must("an object with diff_sha256 and contract_sha256"),
)

/** The fields of a verdict except its lens, each with its valid values; extra ones stay. */
export const lensVerdictSchema = z.looseObject({
  verdict: z.enum(VERDICT_VALUES, must(`one of ${VERDICT_VALUES.join(", ")}, exactly`)),
  evidence: z
    .string(must("what was looked at and found"))
    .trim()
    .check(refuseShallow("what was looked at and found")),
  security: z.boolean(must("true or false")).optional(),
  refutation: z.string(must("a text")).optional(),
  lifts: z
    .string(must("why the stop does not hold"))
    .trim()
    .check(refuseShallow("why the stop does not hold"))
    .optional(),
  at: instantSchema.optional(),
  verifier: z.looseObject(
    { id: name, session_id: name, model_name: name.nullable() },
    must("an object with id, session_id and model_name"),
  ),
  subject: subjectSchema,
  brief_sha256: sha256Schema.nullable(),
  caveats: z
    .array(z.enum(VERDICT_CAVEATS, must(`one of ${VERDICT_CAVEATS.join(", ")}`)), must("a list"))
    .max(8)
    .optional(),
})

function refuseShallow(expected: string) {
  return ({ value, issues }: z.core.ParsePayload<string>): void => {
    const why = whyShallow(value)
    if (why === null) return
    const message = `expected ${expected}, with names from the change, but ${why}`
    issues.push({ code: "custom", message, input: value })
  }
}

function must(expected: string) {
  return { error: ({ input }: { readonly input?: unknown }) => `expected ${expected}, got ${shown(input)}` }
}

/** Short, on one line, and without secrets: it stands in messages. */
export function shown(value: unknown): string {
  if (value === undefined) return "nothing"
  if (value === null || typeof value === "boolean" || typeof value === "number") return String(value)
  if (typeof value === "string")
    return value.length <= 60 ? JSON.stringify(redactSecrets(value)) : `a text of ${value.length} characters`
  return Array.isArray(value) ? "a list" : "an object"
}
