import type { Ended } from "../command/proofloop_process.ts"

/** Where a scenario is carried: a repository, an empty folder, and more options of the command. */
export interface Place {
  readonly repository: string
  readonly folder: string
  readonly options: readonly string[]
}

/** One call of the command. */
export interface Step extends Ended {
  readonly name: string
}

/** What became of a scenario: each call of the command, how it ended, and what was merged. */
export interface Carried {
  readonly steps: readonly Step[]
  readonly is_done: boolean
  readonly end: string
  readonly merged_files: readonly string[]
}
