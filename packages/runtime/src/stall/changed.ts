import { fileChanges } from "../evidence/command/file_changes.ts"
import { readCommand } from "../evidence/command/read_command.ts"
import { relativeTo } from "../evidence/command/targets.ts"
import { boundedText } from "./calls.ts"
import type { SettledResult } from "./settled_result.ts"
import { isLive, slotOf } from "./slot.ts"
import { BOUNDS, type Changes, type DetectorState, type Draft, type Slot } from "./state.ts"
import { mayChange } from "./unknown_effect.ts"

const KEPT_FILES = 32
/** Brings back files as they were, which may undo any edit. */
const TAKES_BACK = /\bgit(?: -[Cc] \S{1,200}){0,3} (?:restore|checkout|switch|stash|reset|revert|clean)\b/

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

/** Something changed that no result tells, or may have. */
export function noteOtherChange(draft: Draft): void {
  const { so_far } = draft.changed
  draft.changed = { ...draft.changed, so_far: { ...so_far, other: so_far.other + 1 } }
}

/** What was done about a failure since it was first seen. */
export interface Attempts {
  /** Edits that a later run of the check has seen; 0 where some may have been taken back. */
  readonly applied: number
  /** Their files, the latest last, at most four. */
  readonly files: readonly string[]
  /** Those are all files of all these edits. */
  readonly names_all: boolean
  /** Edits that were not applied, where none was. */
  readonly rejected: number
  /** What the last of them was told. */
  readonly rejection: string
  /** What was edited since may have been taken back before the check saw it. */
  readonly is_taken_back: boolean
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
  const is_unedited = so_far.applied === first.applied
  const is_taken_back = !is_unedited && so_far.taken_back > first.taken_back
  const applied = is_taken_back ? 0 : last.applied - first.applied
  return {
    applied,
    files: paths.slice(-BOUNDS.files),
    names_all: named_edits === applied && paths.length <= BOUNDS.files,
    rejected: is_unedited ? so_far.rejected - first.rejected : 0,
    rejection,
    is_taken_back,
    is_unedited,
    is_unchanged: is_unedited && so_far.other + so_far.taken_back === first.other + first.taken_back,
    is_baseline: first.applied + first.other + first.taken_back === 0,
  }
}

/** The same for a live failure by its names; undefined for any other. */
export function attemptsFor(
  state: Pick<DetectorState, "slots" | "changed">,
  { check_id, signature }: Pick<Slot, "check_id" | "signature">,
): Attempts | undefined {
  const slot = slotOf(state.slots, check_id)
  return slot?.signature === signature && isLive(slot) ? attemptsAt(state, slot) : undefined
}

/** Whether a call edited files. Formatters, installers and what brings back earlier files edit none. */
export function hasEdited({ wrote, is_edit, call: { command } }: Read): boolean {
  if (!wrote || is_edit || !readCommand(command).writes) return wrote
  const { written, writes_unnamed } = fileChanges(command)
  return written.length > 0 || (writes_unnamed && !TAKES_BACK.test(command))
}

function changeOf(result: Read): keyof Changes | null {
  const { wrote, is_edit, ok, evidence, observation, may_have_written, role, call } = result
  if (is_edit && !wrote) {
    const is_open = observation.running || may_have_written || (!ok && evidence !== null)
    return is_open ? "other" : "rejected"
  }
  const may_change = (may_have_written || role === "verification") && mayChange(call, role)
  if (!wrote && !may_change) return null
  if (!is_edit && TAKES_BACK.test(call.command)) return "taken_back"
  return hasEdited(result) ? "applied" : "other"
}

/** The files a result says it touched; else those that the call names. */
function filesOf({ call, file_hashes }: Read): readonly string[] {
  const touched = file_hashes.map(([path]) => path)
  const named = call.files.length > 0 || call.command === "" ? call.files : fileChanges(call.command).written
  return (touched.length > 0 ? touched : named).slice(0, BOUNDS.files)
}
