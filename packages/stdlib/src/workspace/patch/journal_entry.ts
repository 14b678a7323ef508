import type { ProcessIdentity } from "@proofloop/foundation/process"

/** What it takes to put one path back. */
export interface PatchJournalEntry {
  readonly path: string
  readonly before: { readonly bytes: Buffer; readonly mode: number } | null
  /** SHA-256 of what the patch puts there; null: nothing. */
  readonly after: string | null
  /** Name of the file that is written first, beside the path. */
  readonly temporary: string
}

export interface PatchJournal {
  readonly id: string
  readonly process: ProcessIdentity
  readonly entries: readonly PatchJournalEntry[]
  /** Folders that were not there before, outer ones first. */
  readonly folders: readonly string[]
}
