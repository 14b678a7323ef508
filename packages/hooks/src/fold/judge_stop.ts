import { isAbsolute } from "node:path"
import { type CurrentFailure, type LiveFailure, readCommand } from "@proofloop/runtime/detector"
import { type FoldSettings, MAX_HOLDS, MAX_HOLDS_OF_PROMPT } from "../events/fold_settings.ts"
import { type HookReply, NOTHING } from "../events/hook_reply.ts"
import type { HookEvent, SeenFiles } from "../events/host_event.ts"
import { covers } from "./check_scope.ts"
import type { HookState } from "./hook_state.ts"
import { failingWords, handBackWords, othersWords, pendingWords, uncheckedWords } from "./words.ts"

/** The reasons against stopping; `evidence` stays the same until something new is seen. */
interface Open {
  readonly evidence: string
  readonly text: string
}

const MAX_KEPT = 16

type Stop = Extract<HookEvent, { readonly type: "stop" }>

/**
 * Whether the agent may stop. It is held while a failed check has not passed since the last edit, or code changed and
 * no check ran since. It is held at most twice for the same evidence, and not twice in a row without an action in
 * between.
 */
export function judgeStop(
  state: HookState,
  stop: Stop,
  { settings, failure }: { readonly settings: FoldSettings; readonly failure: CurrentFailure | undefined },
): { readonly state: HookState; readonly reply: HookReply } {
  const open = whatIsOpen(state, stop, { settings, failure })
  if (open === null) return tellOthers(state, stop)
  const times = state.holds.find(([evidence]) => evidence === open.evidence)?.[1] ?? 0
  const holds = [
    ...state.holds.filter(([evidence]) => evidence !== open.evidence),
    [open.evidence, times + 1] as const,
  ].slice(-MAX_KEPT)
  const did_nothing = stop.again && state.held_at === state.calls
  if (times < MAX_HOLDS && state.holds_of_prompt < MAX_HOLDS_OF_PROMPT && !did_nothing) {
    const held = { ...state, holds, holds_of_prompt: state.holds_of_prompt + 1, held_at: state.calls }
    return { state: held, reply: { type: "hold", text: open.text } }
  }
  // Said once: the person decides about later stops with the same evidence.
  const is_said = times > MAX_HOLDS
  const let_go = {
    ...state,
    holds: is_said ? state.holds : [...holds.slice(0, -1), [open.evidence, MAX_HOLDS + 1] as const],
  }
  return { state: let_go, reply: is_said ? NOTHING : { type: "hand_back", text: handBackWords(open.text) } }
}

/** A background server is not worth a wait; a check is. */
function runsCheck(
  command: string,
  { commands }: HookState,
  { workspace_root, verify }: FoldSettings,
): boolean {
  const is_known = command === verify || commands.some(([, known]) => known === command)
  return is_known || readCommand(command, workspace_root).check !== null
}

/** Inline code, and commands for a person to start: a server, a task that is not a check. */
const NO_CHECK = /^\S{1,100} run | (?:-c|-e|-r|-p|-pe|-ne|--eval|--print|-)$/

/** A check is open until it, or one that covers it, passes; a script of the agent until any check does. */
function isOpen({ check_id, kind }: LiveFailure, { detector, commands }: HookState): boolean {
  const isCheck = (id: string): boolean => id === "default" || commands.some(([known]) => known === id)
  const at = detector.slots.findIndex((slot) => slot.check_id === check_id)
  const later = detector.slots.slice(at + 1).filter((slot) => slot.class === "pass" && isCheck(slot.check_id))
  const passed = later.map((slot) => slot.check_id)
  if (!isCheck(check_id)) return !NO_CHECK.test(check_id) && passed.length === 0
  return !covers(passed, check_id, kind === "test")
}

/** What a person or another session changed is theirs to check: it is told once, and holds nobody. */
function tellOthers(
  state: HookState,
  { files }: Stop,
): { readonly state: HookState; readonly reply: HookReply } {
  const by_others = files?.by_others ?? []
  const evidence = `others ${by_others.join(" ")}`.slice(0, 500)
  if (by_others.length === 0 || state.holds.some(([told]) => told === evidence))
    return { state, reply: NOTHING }
  const holds = [...state.holds, [evidence, MAX_HOLDS + 1] as const].slice(-MAX_KEPT)
  return { state: { ...state, holds }, reply: { type: "hand_back", text: othersWords(by_others) } }
}

/** Whether code is not as the session found it, or not as its last pass saw it; by calls where nobody looked. */
function hasChanged({ changes }: HookState, files: SeenFiles | undefined): boolean {
  return (files?.since_pass.length ?? 0) > 0 || (files?.since_begin?.length ?? changes.edits) > 0
}

function whatIsOpen(
  state: HookState,
  { pending, files }: Stop,
  { settings, failure }: { readonly settings: FoldSettings; readonly failure: CurrentFailure | undefined },
): Open | null {
  // A session that changed no code owes nothing, whatever it ran.
  const { edits, checked_at } = state.changes
  // Nobody looks at files of another folder.
  const elsewhere = state.changes.files.filter((path) => isAbsolute(path))
  // Who tried to edit was at work, and the person named what judges it.
  const has_tried = settings.verify !== undefined && state.detector.changed.so_far.rejected > 0
  if (!hasChanged(state, files) && elsewhere.length === 0 && !has_tried) return null
  const checks = pending.filter((command) => runsCheck(command, state, settings))
  if (checks.length > 0)
    return { evidence: `pending ${checks.toSorted().join(" ")}`.slice(0, 500), text: pendingWords(checks) }
  const commands = new Map(state.commands)
  const live = failure === undefined ? [] : [failure, ...failure.others]
  const failures = live.filter((one) => isOpen(one, state))
  if (failures.length > 0) {
    const evidence = failures
      .map(({ signature }) => signature)
      .toSorted()
      .join(" ")
      .slice(0, 500)
    return { evidence, text: failingWords(failures, (check_id) => commands.get(check_id), state.detector) }
  }
  const { hidden_check } = state
  const { weakness } = state.detector.work
  const known = settings.verify ?? state.commands.at(-1)?.[1] ?? hidden_check
  const unchecked = files === undefined ? state.changes.files : [...files.since_pass, ...elsewhere]
  if (known === null || (files === undefined ? edits === checked_at : unchecked.length === 0)) return null
  return { evidence: "unchecked", text: uncheckedWords(unchecked, known, { hidden_check, weakness }) }
}
