import { randomUUID } from "node:crypto"
import { canonicalJson } from "@proofloop/foundation/text"
import { z } from "zod"
import { instantSchema, sha256Schema } from "../verdict/read_verdict_schema.ts"

/** Each ledger has an id of its own, so that no entry of one fits into another. */
export function newHeader(): string {
  return canonicalJson({ ledger: "proofloop verdicts", version: 1, id: randomUUID() })
}

export const headerSchema = z.strictObject({
  ledger: z.literal("proofloop verdicts"),
  version: z.literal(1),
  id: z.uuid(),
})

const count = z.int().positive()

/** An entry but for its verdict, which `readLensVerdict` reads. */
export const entrySchema = z.strictObject({
  seq: count,
  recorded_at: instantSchema,
  verdict: z.unknown(),
  batch_end: count,
  after_torn: z.strictObject({ bytes: count, sha256: sha256Schema }).optional(),
  prev_sha256: sha256Schema,
  sha256: sha256Schema,
})
