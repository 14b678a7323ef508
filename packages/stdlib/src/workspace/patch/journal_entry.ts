import type { ProcessIdentity } from "@proofloop/foundation/process"

export interface PatchJournalEntry {
  readonly path: string
  readonly before: { readonly bytes: Buffer; readonly mode: number } | null
  /** SHA-256 of what the patch puts there; null: nothing. */
  readonly after: string | null
  /** Name of the temporary file beside the path. */
  readonly temporary: string
}

export interface PatchJournal {
  readonly id: string
  readonly process: ProcessIdentity
  readonly entries: readonly PatchJournalEntry[]
  /** Folders that the patch created, outer ones first. */
  readonly folders: readonly string[]
}
