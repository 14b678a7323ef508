import { isRecord } from "@proofloop/foundation/text"
import type { DetectorState } from "@proofloop/runtime/detector"
import type { Changes } from "./changes.ts"

/** A session's state between two events: plain JSON, bounded, and made by the fold alone. */
export interface HookState {
  readonly detector: DetectorState
  /** Ids of the latest folded calls, because a host may report one twice. */
  readonly seen: readonly string[]
  readonly calls: number
  readonly changes: Changes
  /** The last calls hold a check that judges the files: a pass that proves enough, or a failure that nobody holds. */
  readonly has_just_judged: boolean
  /** The known checks, the latest last; those of earlier sessions first. */
  readonly commands: readonly RanCheck[]
  /** The command line that failed last: how often in the same way, with nothing changed in between. */
  readonly repeat: Repeat | null
  /** The last command since an edit whose check proves nothing; null if none. */
  readonly hidden_check: HiddenCheck | null
  /** Checks whose last run failed without judging anything, and what no check is and failed before the person last spoke. */
  readonly unable: readonly string[]
  /** Commands in the background, with the names under which their output is looked at. */
  readonly background: readonly { readonly command: string; readonly names: readonly string[] }[]
  /** Failures, by signature, that the model was told of and that have not passed since. */
  readonly told: readonly string[]
  /** What the prompts so far may name; null before the first that was read. */
  readonly asked: readonly string[] | null
  /** Failures, by signature, that the person accepted. */
  readonly accepted: readonly string[]
  /** Background commands at stops since the person last spoke, and at those before. */
  readonly waited_for: readonly string[]
  readonly lasting: readonly string[]
  /** How often the agent was held for the same evidence. */
  readonly holds: readonly (readonly [evidence: string, times: number])[]
  /** Changes of code before the person last spoke. */
  readonly edits_before: number
  readonly prompts: number
  /** Number of the latest prompt for which code was changed, or a pass claimed. */
  readonly changed_for: number
  /** Holds since the person last spoke. */
  readonly holds_of_prompt: number
  /** The number of calls that had ended at the last hold. */
  readonly held_at: number | null
}

export interface HiddenCheck {
  readonly command: string
  readonly check_id: string
  /**
   * `unsaid`: the host does not tell how it ended. `hidden`: its own command hides that, or no test ran. `unable`: it
   * could not run.
   */
  readonly why: "unsaid" | "hidden" | "unable"
}

/** The command line that last ran a check. */
export interface RanCheck {
  readonly check_id: string
  readonly command: string
  /** Its last run passed, or it is known from an earlier session. */
  readonly has_passed: boolean
  /** Why a pass since it failed proves too little; "" without one. */
  readonly weakness: string
  /** Tests that its last pass counted; null: it did not say, or none passed. */
  readonly tests_run: number | null
  /** Its last run failed by what it was called with: a wrong flag or folder. */
  readonly judged_nothing: boolean
  /** The script behind its task; null where none is known. */
  readonly script: string | null
  /** The checks that this script runs, or that its output shows to be run. */
  readonly runs: readonly string[]
}

export interface Repeat {
  readonly command: string
  readonly check_id: string
  readonly times: number
  readonly refused: number
}

/** Whether a stored value has the shape of a state; the detector checks its own part when it takes it. */
export function isHookState(value: unknown): value is HookState {
  return (
    isRecord(value) &&
    isRecord(value["detector"]) &&
    LISTS.every((name) => Array.isArray(value[name])) &&
    COUNTS.every((name) => typeof value[name] === "number") &&
    isRecord(value["changes"]) &&
    Array.isArray(value["changes"]["files"]) &&
    typeof value["has_just_judged"] === "boolean" &&
    isRecordOrNull(value["repeat"]) &&
    isRecordOrNull(value["hidden_check"]) &&
    (value["asked"] === null || Array.isArray(value["asked"])) &&
    (value["held_at"] === null || typeof value["held_at"] === "number")
  )
}

const LISTS = [
  "seen",
  "commands",
  "unable",
  "background",
  "accepted",
  "waited_for",
  "lasting",
  "told",
  "holds",
]
const COUNTS = ["calls", "edits_before", "prompts", "changed_for", "holds_of_prompt"]

function isRecordOrNull(value: unknown): boolean {
  return value === null || isRecord(value)
}
