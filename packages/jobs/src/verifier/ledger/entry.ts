import { randomUUID } from "node:crypto"
import { type ChainHead, hashChain, sha256 } from "@proofloop/foundation/files"
import { canonicalJson } from "@proofloop/foundation/text"
import * as z from "zod"
import type { LensVerdict } from "../verdict/lens_verdict.ts"
import { instantSchema, sha256Schema } from "../verdict/read_verdict_schema.ts"

/** The remains of a crash, which the next append removed. */
export interface TornTail {
  /** How many bytes were removed. */
  readonly bytes: number
  /** SHA-256 of the removed bytes, in lower-case hex. */
  readonly sha256: string
}

export interface LedgerEntry {
  /** From 1, without gaps. */
  readonly seq: number
  /** The ledger's own clock, UTC, ISO 8601; `verdict.at` is the verifier's claim. Only `seq` gives the order. */
  readonly recorded_at: string
  readonly verdict: LensVerdict
  /** The `seq` of the last entry of this one's batch; an unfinished batch does not count. */
  readonly batch_end: number
  /** What was removed before this was written; none of it had been acknowledged. */
  readonly after_torn?: TornTail | undefined
  /** Of the entry before, or of the header. */
  readonly prev_sha256: string
  /** Over the canonical JSON of everything above. */
  readonly sha256: string
}

/** Names a state of a ledger. Kept elsewhere, it tells later whether lines were removed or replaced. */
export type LedgerHead = ChainHead

/** What an entry holds beside its place in the chain. */
export type EntryBody = Omit<LedgerEntry, "seq" | "prev_sha256" | "sha256">

/** A header begins the chain. */
export function headOfHeader(header: string): LedgerHead {
  return { seq: 0, sha256: sha256(inRole("header", header)) }
}

const link = hashChain<EntryBody>((body, { seq, previous_sha256 }) =>
  inRole("entry", canonicalJson({ ...body, seq, prev_sha256: previous_sha256 })),
)

/** The entry that comes behind `head`. */
export function nextEntry(head: LedgerHead, body: EntryBody): LedgerEntry {
  return { ...body, ...link(head, body), prev_sha256: head.sha256 }
}

/** A prefix that keeps the hashes of headers, entries and other files of this project apart. */
function inRole(role: "header" | "entry", text: string): string {
  return `proofloop verdict ledger 1 ${role}\n${text}`
}

export function tornTail(tail: Uint8Array): TornTail {
  return { bytes: tail.length, sha256: sha256(tail) }
}

/** Each ledger has its own id, so that no entry of one fits into another. */
export function newHeader(): string {
  return canonicalJson({ ledger: "proofloop verdicts", version: 1, id: randomUUID() })
}

export const headerSchema = z.strictObject({
  ledger: z.literal("proofloop verdicts"),
  version: z.literal(1),
  id: z.uuid(),
})

const count = z.int().positive()

/** An entry without its verdict, which `readLensVerdict` reads. */
export const entrySchema = z.strictObject({
  seq: count,
  recorded_at: instantSchema,
  verdict: z.unknown(),
  batch_end: count,
  after_torn: z.strictObject({ bytes: count, sha256: sha256Schema }).optional(),
  prev_sha256: sha256Schema,
  sha256: sha256Schema,
})
