/** What the gate needs of a subtask; a plan's subtask has more. */
export interface GateSubtask {
  readonly id: string
  /** What it is about; becomes the subject of the commit, unless the patches have one. */
  readonly title: string
  /** Build manifests named here may be changed (G1). */
  readonly file_hints?: readonly string[] | undefined
  /** Id of the task that it belongs to. Default: none. */
  readonly task_id?: string | undefined
  /** The task restores a broken build: no manifest may change, hints or not. */
  readonly compile_fix_mode?: boolean | undefined
}

/** Where a change came from: the worker of a plan, the refiner or the Q&A phase. */
export type GatePhase = "worker" | "refiner" | "qa"

export interface ProposedPatches {
  /** `{ action?, path, content? }`; the patcher refuses anything else. */
  readonly patches: readonly unknown[]
  /** Message of the commit. Default: the title of the subtask. */
  readonly commit_message?: string | undefined
}

export interface ProposeContext {
  /** From 1. */
  readonly attempt: number
  /** Why the last attempt was rejected, at most 1500 characters; null at the first. */
  readonly feedback: string | null
  /** Title of the critic that rejected it: "G7 Top-level preservation". */
  readonly rejected_by: string | null
  /** Aborted when the proposal is no longer wanted. */
  readonly signal: AbortSignal
}

/**
 * Asks for a change. A thrown error ends the subtask, with two exceptions: an LlmError for an unreadable reply, and a
 * PatchError for one that does not fit the files.
 */
export type Propose = (context: ProposeContext) => ProposedPatches | Promise<ProposedPatches>
