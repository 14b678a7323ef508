import type { ReportedDiagnostic } from "./tool.ts"

/**
 * What a verifier says. `unable` is neither pass nor fail and consumes no attempt. A verifier that runs several
 * checks gives the verdict that counts, and the other checks in `checks`, each under its own `check_id`.
 */
export type Verdict = CheckVerdict & {
  /** At most 64; folded before the verdict itself. */
  readonly checks?: readonly CheckVerdict[] | undefined
}

/** The verdict of one check. */
export type CheckVerdict =
  | {
      /** The check passed. */
      readonly status: "pass"
      /** Names the check. Default: the `check_id` of the verifier, else `default`. */
      readonly check_id?: string | undefined
      /** How many tests ran; 0 makes the pass weak. Default: what `output` says. */
      readonly tests_run?: number | undefined
      /** Exit code of the process, if one ran. */
      readonly exit_code?: number | undefined
      /** What the check printed. Default: nothing. */
      readonly output?: string | undefined
      /** Whether the middle of what it printed was left out. Default false. */
      readonly output_cut?: boolean | undefined
      /** Ids of tests that had failed and are gone, as the host or a person accepts; the proof names them. */
      readonly accepted_removals?: readonly string[] | undefined
    }
  | {
      /** The check failed. */
      readonly status: "fail"
      /** Names the check. Default: the `check_id` of the verifier, else `default`. */
      readonly check_id?: string | undefined
      /** Told to the model and shown as evidence. */
      readonly evidence: string
      /** The failures, already structured. Default: they are read from the text. */
      readonly diagnostics?: readonly ReportedDiagnostic[] | undefined
      /** How many tests ran. Default: what the text says. */
      readonly tests_run?: number | undefined
      /** Exit code of the process, if one ran. */
      readonly exit_code?: number | undefined
      /** Whether it was ended because it took too long. Default false. */
      readonly timed_out?: boolean | undefined
      /** Full output, when `evidence` is only an excerpt of it. */
      readonly output?: string | undefined
    }
  | {
      /** The check could not say. */
      readonly status: "unable"
      /** Why, for a person. */
      readonly reason: string
      /** Names the check. Default: the `check_id` of the verifier, else `default`. */
      readonly check_id?: string | undefined
    }

/** Who gave a verdict. Whatever asks a model is a `judge`. */
export type VerdictSource = "command" | "function" | "tool_result" | "judge"

/** What the host's `examine_proof` says of the change behind a proof. */
export interface ProofRemark {
  /** `told`: the proof stands. `refused`: the run is not verified. `unable`: it could not look, which is neither. */
  readonly status: "told" | "refused" | "unable"
  /** Who says it, such as the id of a critic. */
  readonly source: string
  /** What it says, for a person. */
  readonly message: string
  /** Relative to the root. */
  readonly path?: string | undefined
  /** Line in that file, counted from 1. */
  readonly line?: number | undefined
}

/** What the check said in a copy of the work tree, with parts of the change taken back. */
export interface CounterCheck {
  /**
   * - `stands_alone`: it passes with all but the product as before, and fails with the product as before.
   * - `expectation_moved`: the same tests fail with either as before, as an honest change of a message does.
   * - `depends_on`: it fails with `files` as before, and passes with the product as before. The pass is weaker.
   * - `not_tested`: it passes with either as before, as a refactoring does.
   * - `cannot_tell`: anything else, with the reason.
   */
  readonly verdict: "stands_alone" | "expectation_moved" | "depends_on" | "not_tested" | "cannot_tell"
  /** Changed files beside the product, at most 20. */
  readonly files?: readonly string[] | undefined
  /** Why it cannot tell. */
  readonly reason?: string | undefined
  /** How long it took, in milliseconds. */
  readonly duration_ms: number
}

/** The evidence behind `verified`: which check passed, on what output, at which write epoch. */
export interface Proof {
  /** Who gave the verdict. */
  readonly source: VerdictSource
  /** The check that passed. */
  readonly check_id: string
  /** The command line that ran, of a command. */
  readonly command?: string | undefined
  /** Its exit code. */
  readonly exit_code?: number | undefined
  /** How many tests ran, where the output says so. */
  readonly tests_run?: number | undefined
  /** SHA-256 of its output, in hex. */
  readonly output_sha256: string
  /** The middle of its output was left out: `max_output_bytes` was too small for it. */
  readonly output_cut?: true | undefined
  /** The line of its output which says that results of an earlier run were shown: those tests did not run. */
  readonly replayed?: string | undefined
  /** Digest of the work tree that the check saw; absent where no work tree is known. */
  readonly workspace_sha256?: string | undefined
  /**
   * Files that decide what the check means and that changed since the run began: tests and their data, manifests,
   * configuration, scripts, shims, and what its reports and command line name. Absent where no work tree is known.
   */
  readonly check_changed?: readonly string[] | undefined
  /**
   * Test files that the run added. They change no other test, but run in one suite with them. Absent where no work
   * tree is known.
   */
  readonly added_tests?: readonly string[] | undefined
  /**
   * Files that git ignores and that were written after the last failure and before the check: a stale product may be
   * among them. A folder stands with the number of its files. Absent outside of git, and where no work tree is known.
   */
  readonly ignored_changed?: readonly string[] | undefined
  /** Files that the check itself wrote each time it ran: neither sources nor tests, at most 64. Absent for none. */
  readonly written_by_check?: readonly string[] | undefined
  /** What the check says with parts of the change taken back. Absent where the knob `counter_check` asks for none. */
  readonly counter_check?: CounterCheck | undefined
  /** What the host's `examine_proof` said of the change, at most 64. Absent without one. */
  readonly remarks?: readonly ProofRemark[] | undefined
  /**
   * Processes that calls of the run started and that still ran when it ended: number and command line, at most 64.
   * Known on Linux alone; absent elsewhere, and where no work tree is known.
   */
  readonly left_running?: readonly string[] | undefined
  /** Most tests that ran while it failed, beside `tests_run`. */
  readonly tests_before?: number | undefined
  /** Missing tests whose removal the host or a person accepted. */
  readonly removed_tests?: readonly string[] | undefined
  /** The check had failed, and passed although nothing that may write ran in between. */
  readonly flaky?: true | undefined
  /** Number of writes to the work when the check passed; the proof holds while that number stands. */
  readonly write_epoch: number
  /** The turn in which it passed. */
  readonly turn: number
}
