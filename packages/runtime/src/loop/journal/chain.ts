import { type ChainHead, hashChain } from "@proofloop/foundation/files"
import { JournalError } from "../../errors/journal_error.ts"

/** Where a journal ends. Kept elsewhere, it tells later whether records were cut off or written anew. */
export interface JournalHead {
  readonly records: number
  /** SHA-256 of the last record, in lower-case hex. */
  readonly head_sha256: string
}

/** What each record ends with. */
export interface Seal {
  /** From 1. */
  readonly record: number
  /** The hash of this record's text behind all before it. */
  readonly sha256: string
}

export const EMPTY: ChainHead = { seq: 0, sha256: "" }

/** A prefix that no other hash of this project uses. */
const link = hashChain<string>(
  (frame, { seq, previous_sha256 }) => `proofloop journal record\n${seq}\n${previous_sha256}\n${frame}`,
)

/** A record's JSON text as the line behind `head`: with its number, and the hash of all records up to it. */
export function chainLine(
  head: ChainHead,
  frame: string,
): { readonly line: string; readonly head: ChainHead } {
  const next = link(head, frame)
  return { line: `${frame.slice(0, -1)},"record":${next.seq},"sha256":"${next.sha256}"}`, head: next }
}

const SEAL = /,"record":(\d{1,15}),"sha256":"([0-9a-f]{64})"\}$/
const LONGEST_SEAL = 120

/** Checks that a line follows `head`, byte for byte. Throws JournalError `journal_altered` naming `place`. @requirement journal.chain */
export function followLine(head: ChainHead, line: string, place: string): ChainHead {
  const [seal = "", number = "", sha256] = SEAL.exec(line.slice(-LONGEST_SEAL)) ?? []
  if (seal === "")
    throw new JournalError("altered", `${place}: the record does not end with its number and hash`)
  const next = link(head, `${line.slice(0, -seal.length)}}`)
  if (Number(number) !== next.seq) {
    const what = "a record was left out, doubled or moved"
    throw new JournalError(
      "altered",
      `${place}: record ${number} stands where record ${next.seq} belongs: ${what}`,
    )
  }
  if (sha256 === next.sha256) return next
  const what = "it was changed, or it belongs to another journal"
  throw new JournalError("altered", `${place}: record ${next.seq} does not follow the one before it: ${what}`)
}
