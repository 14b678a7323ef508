import type { Clock } from "@proofloop/foundation/process"
import type { RoomLimits, Runner } from "@proofloop/foundation/sandbox"
import type { JsonObject } from "@proofloop/foundation/text"
import type { Model, Prices } from "@proofloop/runtime"
import type { EditHunk } from "@proofloop/stdlib/internal"
import type { OpensRows } from "../engines/row_engine.ts"
import type { Forge } from "../forge/forge.ts"
import type { DraftChoice } from "../forge/open_pull.ts"
import type { Feedback, FixPlan, FixReview, Hit, RegressionTest } from "./feedback.ts"
import type { FeedbackStore } from "./feedback_store.ts"
import type { StepName } from "./states.ts"

export interface FixContext {
  /** A separate work tree for the fix branch; edits stay inside it. */
  readonly root: string
  readonly feedback: Feedback
  readonly plan: FixPlan
  readonly hits: readonly Hit[]
  /** What stood against earlier tries, newest last. */
  readonly refutations: readonly string[]
  readonly signal: AbortSignal
}

/** Proposes the edits of a fix. A host may put an agent loop behind it. */
export type ProposeEdits = (context: FixContext) => Promise<readonly EditHunk[]>

export interface ProposedTest {
  /** File of the test, relative to the root, with "/". */
  readonly path: string
  /** The whole file. */
  readonly content: string
}

export type ProposeTest = (
  context: FixContext & {
    readonly diff: string
  },
) => Promise<ProposedTest>

/** `root` holds the fix with its test. */
export interface FixReviewContext extends FixContext {
  /** The repository of both commits; the fix has another work tree. */
  readonly repository: string
  /** The fix with its test against the base, as a unified diff. */
  readonly diff: string
  readonly base_commit: string
  readonly fix_commit: string
  /** The regression test, which already failed on the base and passed on the fix. */
  readonly test: RegressionTest
  /** Installs what a tree of the repository needs; resolves to where its commands may run, with a model's fix in it. */
  readonly set_up: (tree: string) => Promise<Runner>
}

/** Judges a fix before it is published. A throw counts as a failed try of the step, never as a pass. */
export type ReviewFix = (context: FixReviewContext) => Promise<FixReview>

/** Where a model's tests run, and the limits of each command there unless `runner` is given. */
export interface TestRooms extends RoomLimits {
  /** Default: a sandbox of this machine; without one, steps that need it are refused. */
  readonly runner?: Runner | undefined
  /** Runs tests with the rights of this process, in no sandbox; pull requests say so. Default false. */
  readonly unsafe_host_runner?: boolean | undefined
  /** The command that installs what a tree needs, with the network; "" for none. Default: by the lockfiles of the tree. */
  readonly setup?: string | undefined
  /** Where installed packages are kept for the next tree. Default: `proofloop/trees` in the user's cache folder. */
  readonly setup_cache_dir?: string | undefined
}

export interface SelfCorrectionOptions extends TestRooms {
  /** A git repository. Its work tree is never written; fixes are made in separate trees. */
  readonly root: string
  readonly store: FeedbackStore
  /** Moves the rows that `process` and `verify` take, such as `workRows` of `@proofloop/jobs/dbos`. Default: this process itself. */
  readonly engine?: OpensRows | undefined
  readonly forge: Forge
  readonly model: Model
  readonly models?:
    | {
        /** Classifies the request. Default: `model`. */
        readonly triage?: Model | undefined
        /** Plans the fix. Default: `model`. */
        readonly plan?: Model | undefined
        /** Proposes the repair. Default: `model`. */
        readonly fix?: Model | undefined
        /** Writes the regression test. Default: `model`. */
        readonly test?: Model | undefined
      }
    | undefined
  /** The branch pull requests go to. Never the forge's default branch. */
  readonly base: string
  /**
   * `auto` opens drafts, and an ordinary pull request that says so where the forge has none. `never` opens ordinary
   * ones; `always` drafts alone. Default "auto".
   */
  readonly draft?: DraftChoice | undefined
  /** Reviews a fix, beside the critics. Default: no review, and the pull request says so. */
  readonly review?: ReviewFix | undefined
  /** Proposes the repair. Default: the model does. */
  readonly propose_edits?: ProposeEdits | undefined
  /** Proposes the regression test. Default: the model does. */
  readonly propose_test?: ProposeTest | undefined
  /** The command line that runs one test file. Default: by the test's language and the project's runner. */
  readonly test_command?: ((path: string) => string) | undefined
  /** Milliseconds for one run of the test. Default 120 000. */
  readonly test_timeout_ms?: number | undefined
  /** Milliseconds for one answer of a model; a later one is a failed try of the step. Default 600 000. */
  readonly model_timeout_ms?: number | undefined
  /** A plan with more lines is a large job. Default 200. */
  readonly plan_review_loc_threshold?: number | undefined
  /** A plan with more lines is a large job when its files belong to several components. Default 50. */
  readonly plan_review_component_loc?: number | undefined
  /** How many folders below the root name a component; 0: there is only one component. Default 4. */
  readonly plan_review_component_depth?: number | undefined
  /** Classes whose plan always waits for approval, beside architectural and state-machine. */
  readonly plan_review_always?: readonly string[] | undefined
  /** Failed tries in one state before a row fails, 1 to 100. Default 3. */
  readonly max_attempts?: number | undefined
  readonly prices?: Prices | undefined
  /** Prompts of your own. Default: those of this package. */
  readonly prompt_dir?: string | undefined
  /** The clock that waits go by. Default: the clock of the system. */
  readonly clock?: Clock | undefined
  /** Gets every event; a throw is ignored. */
  readonly on_event?:
    | ((
        event: JsonObject & {
          /** Name of the event, such as "feedback.suspended". */
          readonly type: string
        },
      ) => void)
    | undefined
  /** Awaited before and after each step. A throw ends the process of the row like a crash. */
  readonly on_step?:
    | ((step: StepName, at: "before" | "after", feedback_id: string) => void | Promise<void>)
    | undefined
}

export interface SelfCorrectionSettings extends SelfCorrectionOptions {
  readonly clock: Clock
  readonly on_event: NonNullable<SelfCorrectionOptions["on_event"]>
  readonly max_attempts: number
  readonly test_timeout_ms: number
  readonly model_timeout_ms: number
  /** Every model of the settings answers in time, or rejects. */
  readonly modelFor: (step: "triage" | "plan" | "fix" | "test") => Model
}
