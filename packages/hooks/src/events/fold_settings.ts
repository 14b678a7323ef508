export interface FoldSettings extends FoldSwitches {
  readonly workspace_root: string
}

export interface FoldSwitches {
  /** Whether the same failure across edits counts as a repeat. Default true. */
  readonly repair_aware?: boolean | undefined
  /** Refuse a check that failed twice in the same way with nothing written since. Default false. */
  readonly refuse_repeats?: boolean | undefined
  /** The command that checks this project, where the person named one. */
  readonly verify?: string | undefined
}

/** Holds for evidence that did not change. */
export const MAX_HOLDS = 2
/** Most holds between two prompts, whatever the evidence; below the cap of every host (the lowest is Cursor's: five). */
export const MAX_HOLDS_OF_PROMPT = 4
/** Failures of one command line, with nothing written in between, after which another run is futile. */
export const FUTILE_AFTER = 2
