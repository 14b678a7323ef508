import type { OutputParser } from "../evidence/parsers/parser.ts"

/** What the detector knows beside its knobs, fixed for its life. */
export interface EvidenceContext {
  readonly workspace_root?: string | undefined
  /** The commands that verify, for `undeclared_role: infer`; none listed: the usual runners. */
  readonly checks: readonly string[]
  /** Packages the project declares: one of them missing is the environment's fault. */
  readonly declared_dependencies?: readonly string[] | undefined
  readonly parsers?: readonly OutputParser[] | undefined
}
