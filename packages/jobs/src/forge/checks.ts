export interface Check {
  readonly name: string
  readonly commit: string
  /** `run`: a check of an app or a workflow; `status`: one that another service set. */
  readonly kind: "run" | "status"
  /**
   * `skipped`: its conditions kept it from running. `needs_person`: it waits for somebody's approval, or cannot
   * start. A cancelled one says nothing about the commit.
   */
  readonly state: "pending" | "passed" | "skipped" | "failed" | "cancelled" | "needs_person"
  /** The forge's own word: "success", "skipped", "timed_out", "action_required". */
  readonly told: string
  /** The service's own text, at most 1000 characters. */
  readonly summary: string
  /** The page of the check; null when it has none. */
  readonly url: string | null
  /** For `Checks.log`; null when the forge keeps no log of it. */
  readonly log_id: string | null
}

export interface Checks {
  /** The newest check of each name. A local forge starts checks that did not run yet. */
  of(commit: string, signal?: AbortSignal): Promise<readonly Check[]>
  /** Names of the checks that must pass before a merge into a branch; null: the forge does not tell. */
  required(base: string, signal?: AbortSignal): Promise<readonly string[] | null>
  /** The output of a check, its middle left out above 1 MiB. A stranger's text. */
  log(log_id: string, signal?: AbortSignal): Promise<string>
}
