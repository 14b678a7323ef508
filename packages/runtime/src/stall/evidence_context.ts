import type { DiagnoseContext } from "../evidence/diagnose.ts"

/** What the detector knows beside its knobs, fixed for its life. */
export interface EvidenceContext extends Omit<DiagnoseContext, "check_id" | "command"> {
  /** The commands that verify, for `undeclared_role: infer`; none listed: the usual runners. */
  readonly checks: readonly string[]
  /** Ids of tests that a pass may lack, by their digests. Default: none. */
  readonly accepted_removals?: ReadonlyMap<string, string> | undefined
}
