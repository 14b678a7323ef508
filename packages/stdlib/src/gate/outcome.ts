import type { ChangeSet } from "@proofloop/foundation/git"
import type { CriticResult } from "../critics/run_critics.ts"
import type { Rejection } from "./rejection.ts"

export type GateOutcome = AcceptedChange | FailedChange | AbortedChange

export interface AcceptedChange {
  readonly status: "accepted"
  readonly change: ChangeSet
  /** null when nothing differs from HEAD, or the gate does not commit. */
  readonly commit: string | null
  readonly attempts: number
  /** Of the attempt that was accepted. */
  readonly verdicts: readonly CriticResult[]
  /** Whether any critic passed the change: false when all were `unable`, or none ran. */
  readonly judged: boolean
  /** With `hold`: nothing is committed yet. */
  readonly held: HeldChange | null
}

/** A change that passed and lies uncommitted in the work tree: keep it or undo it. */
export interface HeldChange {
  /** Commits it and moves the baselines; the commit's id as in `commit`. Rejects with GitError, the change then undone. */
  keep(): Promise<string | null>
  /** Restores every touched file; files and folders that the change made are removed. */
  undo(): Promise<void>
}

export interface FailedChange {
  readonly status: "failed"
  /** At most 200 characters, for the state of a plan. */
  readonly error: string
  readonly attempts: number
  /** Why the last attempt was rejected; null when something else ended the subtask. */
  readonly rejection: Rejection | null
  /** Of the last attempt that was judged. */
  readonly verdicts: readonly CriticResult[]
}

export interface AbortedChange {
  readonly status: "aborted"
  /** Attempts that were begun. */
  readonly attempts: number
}
