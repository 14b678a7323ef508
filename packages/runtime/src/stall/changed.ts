import { fileChanges } from "../evidence/command/file_changes.ts"
import { relativeTo } from "../evidence/command/targets.ts"
import { boundedText, isEditTool } from "./calls.ts"
import type { SettledResult } from "./settled_result.ts"
import { isLive, slotOf } from "./slot.ts"
import {
  BOUNDS,
  type Changes,
  type DetectorState,
  type Draft,
  type ProposedCall,
  type Slot,
} from "./state.ts"

const KEPT_FILES = 32

type Read = Omit<SettledResult, "write_epoch">

/** Notes in call order what a call changed, or may have changed. */
export function noteChange(draft: Draft, result: Read, workspace_root: string | undefined): void {
  const what = changeOf(result)
  if (what === null) return
  const { so_far, files, rejection } = draft.changed
  const now = { ...so_far, [what]: so_far[what] + 1 }
  const named = what === "applied" ? filesOf(result) : []
  const edited = named.map((path) => ({
    path: boundedText(relativeTo(path, workspace_root)),
    edit: now.applied,
  }))
  draft.changed = {
    so_far: now,
    files: [...files, ...edited].slice(-KEPT_FILES),
    rejection: what === "rejected" ? (result.rejection?.says ?? "") : rejection,
  }
}

/** Whether a call may have changed something if nobody knows its result. */
export function mayChange(call: ProposedCall): boolean {
  return isEditTool(call) || !(call.read_only || call.soft || call.evidence_role !== "")
}

/** Something changed that no result tells, or may have. */
export function noteOtherChange(draft: Draft): void {
  const { so_far } = draft.changed
  draft.changed = { ...draft.changed, so_far: { ...so_far, other: so_far.other + 1 } }
}

/** What was done about a failure since it was first seen. */
export interface Attempts {
  /** Edits that a later run of the check has seen. */
  readonly applied: number
  /** Their files, the latest last, at most four. */
  readonly files: readonly string[]
  /** Those are all files of all these edits. */
  readonly names_all: boolean
  /** Edits that were not applied, where none was. */
  readonly rejected: number
  /** What the last of them was told. */
  readonly rejection: string
  /** Nothing was edited, also not since its last run. */
  readonly is_unedited: boolean
  /** Nothing changed, as far as calls can tell. */
  readonly is_unchanged: boolean
  /** It was seen before the run changed anything. */
  readonly is_baseline: boolean
}

export function attemptsAt(
  { changed }: Pick<Draft, "changed">,
  { first_seen: first, last_seen: last }: Slot,
): Attempts {
  const { so_far, files, rejection } = changed
  const seen = files.filter(({ edit }) => edit > first.applied && edit <= last.applied)
  const paths = [...new Set(seen.map(({ path }) => path))]
  const named_edits = new Set(seen.map(({ edit }) => edit)).size
  const applied = last.applied - first.applied
  const is_unedited = so_far.applied === first.applied
  return {
    applied,
    files: paths.slice(-BOUNDS.files),
    names_all: named_edits === applied && paths.length <= BOUNDS.files,
    rejected: is_unedited ? so_far.rejected - first.rejected : 0,
    rejection,
    is_unedited,
    is_unchanged: is_unedited && so_far.other === first.other,
    is_baseline: isFirst(first),
  }
}

/** Whether a live failure was seen before the run changed anything. */
export function isBaseline(
  { slots }: Pick<DetectorState, "slots">,
  { check_id, signature }: Pick<Slot, "check_id" | "signature">,
): boolean {
  const slot = slotOf(slots, check_id)
  return slot?.signature === signature && isLive(slot) && isFirst(slot.first_seen)
}

function isFirst({ applied, other }: Changes): boolean {
  return applied + other === 0
}

function changeOf(result: Read): keyof Changes | null {
  const { wrote, is_edit, ok, evidence, observation, may_have_written, role, call, ran_freely } = result
  if (wrote) return "applied"
  if (is_edit) {
    const is_open = observation.running || may_have_written || (!ok && evidence !== null)
    return is_open ? "other" : "rejected"
  }
  if (!may_have_written || role === "verification") return null
  return call.kind !== "execute" || ran_freely ? "other" : null
}

/** The files a result says it touched; else those that the call names. */
function filesOf({ call, file_hashes }: Read): readonly string[] {
  const touched = file_hashes.map(([path]) => path)
  const named = call.files.length > 0 || call.command === "" ? call.files : fileChanges(call.command).written
  return (touched.length > 0 ? touched : named).slice(0, BOUNDS.files)
}
