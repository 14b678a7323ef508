import type { ChangeSet } from "@proofloop/foundation/git"
import type { Tell } from "./event.ts"
import type { Rejection } from "./rejection.ts"
import type { GateSubtask } from "./subtask.ts"

export interface ReviewContext {
  readonly subtask: GateSubtask
  readonly signal: AbortSignal
  readonly tell: Tell
}

/** Looks at a worker's change that every critic passed; null lets it pass, too. A throw ends the subtask. */
export type Reviewer = (change: ChangeSet, context: ReviewContext) => Promise<Rejection | null>
