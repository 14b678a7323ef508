import { isRecord } from "@proofloop/foundation/text"
import type { DetectorState } from "@proofloop/runtime/detector"
import { isWorkTree, type WorkTree } from "./work_tree.ts"

/** What is kept of a session between two events: plain JSON, bounded, and made by the fold alone. */
export interface HookState {
  readonly detector: DetectorState
  /** Ids of the calls that were folded last: a host may tell one twice. */
  readonly seen: readonly string[]
  /** Calls that ended so far. */
  readonly calls: number
  readonly tree: WorkTree
  /** The command line that last ran each check, by the check's id, the latest last. */
  readonly commands: readonly (readonly [check_id: string, command: string])[]
  /** The command that checked this project last in an earlier session; null if none is known. */
  readonly known_check: string | null
  /** The check that failed last, while nothing was written since: how often that very command line failed that very way. */
  readonly repeat: Repeat | null
  /** The last command since an edit whose check has an outcome that something hides; null if none. */
  readonly hidden_check: string | null
  /** Checks that passed since what they cover failed, the latest last. */
  readonly passed: readonly string[]
  /** The failures of checks that were seen last, each with the edits before it, and whether it was said that one did not change it. */
  readonly failures: readonly SeenFailure[]
  /** How often the agent was held for the same evidence. */
  readonly holds: readonly (readonly [evidence: string, times: number])[]
  /** Holds since the person last spoke. */
  readonly holds_of_prompt: number
  /** The number of calls that had ended at the last hold. */
  readonly held_at: number | null
}

export interface SeenFailure {
  readonly check_id: string
  readonly signature: string
  readonly edits: number
  readonly is_told: boolean
}

export interface Repeat {
  readonly command: string
  readonly signature: string
  readonly times: number
  readonly refused: number
}

/** Whether a value that was read back has the shape of a state; the detector looks through its own part when it takes it. */
export function isHookState(value: unknown): value is HookState {
  return (
    isRecord(value) &&
    isRecord(value["detector"]) &&
    LISTS.every((name) => Array.isArray(value[name])) &&
    COUNTS.every((name) => typeof value[name] === "number") &&
    isWorkTree(value["tree"]) &&
    isRecordOrNull(value["repeat"]) &&
    NAMES.every((name) => value[name] === null || typeof value[name] === "string") &&
    (value["held_at"] === null || typeof value["held_at"] === "number")
  )
}

const LISTS = ["seen", "commands", "passed", "failures", "holds"]
const COUNTS = ["calls", "holds_of_prompt"]
const NAMES = ["known_check", "hidden_check"]

function isRecordOrNull(value: unknown): boolean {
  return value === null || isRecord(value)
}
