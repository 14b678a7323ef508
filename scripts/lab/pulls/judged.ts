import type { PullRequest } from "./pull_requests.ts"

export interface Told {
  readonly critic: string
  readonly path: string
  readonly rule: string
  readonly message: string
  readonly severity: string
  readonly line?: number
  readonly side?: "before"
  readonly after_line?: number
}

/** What `proofloop check` said of a pull request, in each of its formats. */
export interface Judged {
  readonly pull: PullRequest
  readonly files: number
  readonly ms: number
  /** The exit code. */
  readonly ended: number
  readonly findings: readonly Told[]
  readonly unable: ReadonlyArray<{ readonly critic: string; readonly reason: string }>
  readonly github: string
  readonly sarif: string
  readonly markdown: string
  /** What is wrong with the report itself. */
  readonly faults: readonly string[]
}
