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
  /** The last calls hold a pass that proves enough. */
  readonly has_just_passed: boolean
  /** The command line that last ran each check, by the check's id, the latest last. */
  readonly commands: readonly (readonly [check_id: string, command: string])[]
  /** The command that last checked this project in an earlier session; null if unknown. */
  readonly known_check: string | null
  /** The check that failed last with nothing written since: how often that exact command line failed in that exact way. */
  readonly repeat: Repeat | null
  /** The last command since an edit whose check proves nothing: its outcome is hidden, or no test ran; null if none. */
  readonly hidden_check: string | null
  /** Checks that passed since anything they cover failed, the latest last. */
  readonly passed: readonly string[]
  /** Failures, by signature, that the model was told of and that have not passed since. */
  readonly told: readonly string[]
  /** How often the agent was held for the same evidence. */
  readonly holds: readonly (readonly [evidence: string, times: number])[]
  /** Holds since the person last spoke. */
  readonly holds_of_prompt: number
  /** The number of calls that had ended at the last hold. */
  readonly held_at: number | null
}

export interface Repeat {
  readonly command: string
  readonly signature: string
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
    typeof value["has_just_passed"] === "boolean" &&
    isRecordOrNull(value["repeat"]) &&
    NAMES.every((name) => value[name] === null || typeof value[name] === "string") &&
    (value["held_at"] === null || typeof value["held_at"] === "number")
  )
}

const LISTS = ["seen", "commands", "passed", "told", "holds"]
const COUNTS = ["calls", "holds_of_prompt"]
const NAMES = ["known_check", "hidden_check"]

function isRecordOrNull(value: unknown): boolean {
  return value === null || isRecord(value)
}
