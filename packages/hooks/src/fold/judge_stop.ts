import { isAbsolute } from "node:path"
import { readCommand } from "@proofloop/runtime/detector"
import {
  coversCheck,
  type CurrentFailure,
  isPartialCheck,
  type LiveFailure,
  TESTS_CHANGED,
} from "@proofloop/runtime/internal/detector"
import { type FoldSettings, MAX_HOLDS, MAX_HOLDS_OF_PROMPT } from "../events/fold_settings.ts"
import { type HookReply, NOTHING } from "../events/hook_reply.ts"
import type { HookEvent, SeenFiles } from "../events/host_event.ts"
import { admits, claimsPass, isBaseline, isTaken } from "./baseline.ts"
import type { HookState, RanCheck } from "./hook_state.ts"
import {
  acceptedWords,
  baselineWords,
  changedTestsWords,
  failingWords,
  handBackWords,
  heldWords,
  type Open,
  othersWords,
  pendingWords,
  uncheckedWords,
  waitingWords,
} from "./words.ts"

const MAX_KEPT = 16
const MAX_EVIDENCE = 500

type Stop = Extract<HookEvent, { readonly type: "stop" }>

/**
 * Whether the agent may stop. It is held while a failed check has not passed since the last edit, or code changed and
 * no check ran since. It is held at most twice for the same evidence, once for what it cannot settle, and not twice in
 * a row without an action in between. Nothing is held while the host waits for work in the background.
 */
export function judgeStop(
  before: HookState,
  stop: Stop,
  { settings, failure }: { readonly settings: FoldSettings; readonly failure: CurrentFailure | undefined },
): { readonly state: HookState; readonly reply: HookReply } {
  const has_worked = before.changes.edits > before.edits_before
  const claims = claimsPass(stop.last_words)
  const state: HookState = {
    ...before,
    changed_for: has_worked || claims ? before.prompts : before.changed_for,
    waited_for: [...new Set([...before.waited_for, ...stop.pending])].slice(-MAX_KEPT),
  }
  const failures = openFailures(state, stop, { settings, failure })
  const seen = whatIsOpen(state, stop, { settings, failures: failures.held })
  // What is changed, or claimed, for a new prompt is new evidence.
  const open = seen === null ? null : { ...seen, evidence: `${seen.evidence} @${state.changed_for}` }
  if (open !== null && stop.resumes === true) {
    if ((stop.agents ?? []).length > 0) return { state, reply: NOTHING }
    // A server never ends: what ran before the person spoke last is waited for no longer.
    const pending = stop.pending.filter((command) => !state.lasting.includes(command))
    if (pending.length > 0) return tellOnce(state, `waits ${open.evidence}`, waitingWords(pending, open))
  }
  if (open === null) return tellRest(state, stop, failures.baseline)
  const times = state.holds.find(([evidence]) => evidence === open.evidence)?.[1] ?? 0
  const of_all = state.holds.filter(([evidence]) => evidence.startsWith(`${seen?.evidence} @`))
  const most = open.is_unsettled === true ? 1 : MAX_HOLDS
  const did_nothing = state.held_at === state.calls
  // It was held for that before, and since then the person asked for something that changed no code.
  const is_other = times > 0 && state.holds_of_prompt === 0 && !has_worked && !claims
  // Who says what is open claims nothing. A check that the person named is owed all the same.
  const is_said = settings.verify === undefined && admits(stop.last_words)
  if (times > MAX_HOLDS) return { state, reply: NOTHING }
  if (is_other || is_said) return tellOnce(state, `let go ${seen?.evidence}`, handBackWords(open))
  // What was held at that many prompts, the person has read as often.
  const is_worn = of_all.length >= MAX_HOLDS_OF_PROMPT
  if (times < most && state.holds_of_prompt < MAX_HOLDS_OF_PROMPT && !did_nothing && !is_worn) {
    const held = { ...state, holds_of_prompt: state.holds_of_prompt + 1, held_at: state.calls }
    return {
      state: { ...held, holds: holdsWith(state, open.evidence, times + 1) },
      // Not every host shows the person what a hook says at the end.
      reply: {
        type: "hold",
        text: heldWords(open, times + 1 === most),
        hand_back: handBackWords(open),
      },
    }
  }
  return tellOnce(state, is_worn ? `worn ${seen?.evidence}` : open.evidence, handBackWords(open))
}

/** Said once: the person decides about later stops with the same evidence. */
function tellOnce(
  state: HookState,
  evidence: string,
  text: string,
): { readonly state: HookState; readonly reply: HookReply } {
  const is_said = state.holds.some(([known, times]) => known === evidence && times > MAX_HOLDS)
  if (is_said) return { state, reply: NOTHING }
  return {
    state: { ...state, holds: holdsWith(state, evidence, MAX_HOLDS + 1) },
    reply: { type: "hand_back", text },
  }
}

function holdsWith({ holds }: HookState, evidence: string, times: number): HookState["holds"] {
  return [...holds.filter(([known]) => known !== evidence), [evidence, times] as const].slice(-MAX_KEPT)
}

/** A background server is not worth a wait; a check is. */
function runsCheck(
  command: string,
  { commands }: HookState,
  { workspace_root, verify }: FoldSettings,
): boolean {
  const is_known = command === verify || commands.some((known) => known.command === command)
  return is_known || readCommand(command, workspace_root).check !== null
}

/** Inline code, what lies outside of the folder, and commands for a person to start: a server, a task that is not a check. */
const NO_CHECK = /^sha256:|(?:^| )~?\/|^git |^\S{1,100} run | (?:-c|-e|-r|-p|-pe|-ne|--eval|--print|-)$/

/**
 * A check is open until it, or one that covers it, passes with at least as many tests; a script of the agent until any
 * check does.
 */
export function isOpen(
  { check_id, kind }: Pick<LiveFailure, "check_id" | "kind">,
  { detector, commands, unable }: HookState,
): boolean {
  const ranAs = (id: string): RanCheck | undefined => commands.find((known) => known.check_id === id)
  const at = detector.slots.findIndex((slot) => slot.check_id === check_id)
  const later = detector.slots.slice(at + 1).filter((slot) => slot.class === "pass")
  const passed = later.flatMap((slot) => ranAs(slot.check_id) ?? [])
  const failed = ranAs(check_id)
  if (unable.includes(check_id)) return false
  if (failed === undefined && check_id !== "default") return !NO_CHECK.test(check_id) && passed.length === 0
  if (failed?.weakness === TESTS_CHANGED) return false
  // Under its new name a script is the same check.
  if (passed.some(({ script }) => script !== null && script === failed?.script)) return false
  if (failed?.judged_nothing && coversCheck(passed.map(runnersOf), runnersOf(failed), "runtime")) return false
  const most = detector.slots[at]?.tests_run ?? 0
  const whole = passed.filter(({ tests_run }) => tests_run === null || tests_run >= most)
  // What a task shows to be run has run if it counts its tests.
  const covering = whole.flatMap((ran) => [
    longId(ran),
    ...(most > 0 && ran.tests_run === null ? [] : ran.runs),
  ])
  return !coversCheck(covering, failed === undefined ? check_id : longId(failed), kind)
}

/** The id of a check; the failure model keeps a long one as a digest. */
function longId({ check_id, command }: RanCheck): string {
  return (check_id.startsWith("sha256:") ? readCommand(command).check?.check_id : undefined) ?? check_id
}

/** A check without its folder, flags and targets. */
function runnersOf(ran: RanCheck): string {
  return longId(ran)
    .split(" && ")
    .map((part) => part.split(" ", 1)[0])
    .join(" && ")
}

/**
 * What holds nobody is told once: failures that were there before, tests that passed after they were changed, and what a
 * person or another session changed.
 */
function tellRest(
  state: HookState,
  { files }: Stop,
  baseline: readonly LiveFailure[],
): { readonly state: HookState; readonly reply: HookReply } {
  const by_others = files?.by_others ?? []
  const changed = state.detector.slots.filter(
    ({ check_id, standing }) =>
      standing !== null &&
      state.commands.some((ran) => ran.check_id === check_id && ran.weakness === TESTS_CHANGED),
  )
  const tests = changed.flatMap(({ test_files }) => test_files)
  const { accepted } = state
  const notes = [
    ...(accepted.length === 0 ? [] : [[`accepted ${accepted.join(" ")}`, acceptedWords(accepted.length)]]),
    ...(baseline.length === 0 ? [] : [[`baseline ${signaturesOf(baseline)}`, baselineWords(baseline)]]),
    ...(tests.length === 0 ? [] : [[`tests ${tests.join(" ")}`, changedTestsWords(tests)]]),
    ...(by_others.length === 0 ? [] : [[`others ${by_others.join(" ")}`, othersWords(by_others)]]),
  ]
  let told = state
  const texts = notes.flatMap(([evidence = "", text = ""]) => {
    const said = tellOnce(told, evidence.slice(0, MAX_EVIDENCE), text)
    told = said.state
    return said.reply.type === "nothing" ? [] : [text]
  })
  const reply: HookReply = texts.length === 0 ? NOTHING : { type: "hand_back", text: texts.join("\n") }
  return { state: told, reply }
}

function signaturesOf(failures: readonly LiveFailure[]): string {
  const signatures = failures.map(({ signature }) => signature)
  return signatures.toSorted().join(" ").slice(0, MAX_EVIDENCE)
}

/** The open failures: those that hold the agent, and those that are no task of its. */
function openFailures(
  state: HookState,
  { files, last_words }: Stop,
  { settings, failure }: { readonly settings: FoldSettings; readonly failure: CurrentFailure | undefined },
): { readonly held: readonly LiveFailure[]; readonly baseline: readonly LiveFailure[] } {
  const live = failure === undefined ? [] : [failure, ...failure.others]
  // A session that changed no code hears nothing of what fails.
  if (!owesSomething(state, files, settings)) return { held: [], baseline: [] }
  const open = live.filter((one) => isOpen(one, state) && !state.accepted.includes(one.signature))
  const edited = [...(files?.since_begin ?? []), ...state.changes.files]
  const baseline = open.filter(
    (one) => isBaseline(state, one, settings) && !isTaken(state, one, { edited, last_words }),
  )
  return { held: open.filter((one) => !baseline.includes(one)), baseline }
}

/** Changed files of another folder, at which nobody looks. */
function elsewhere({ changes }: HookState): readonly string[] {
  return changes.files.filter((path) => isAbsolute(path))
}

/**
 * Whether code is not as the session found it, or not as its last pass saw it; by calls where nobody looked. Who tried
 * to edit was at work as well, where the person named what judges it.
 */
function owesSomething(state: HookState, files: SeenFiles | undefined, { verify }: FoldSettings): boolean {
  const { changes, detector } = state
  return (
    (files?.since_pass.length ?? 0) > 0 ||
    (files?.since_begin?.length ?? changes.edits) > 0 ||
    elsewhere(state).length > 0 ||
    (verify !== undefined && detector.changed.so_far.rejected > 0)
  )
}

/** The latest check of everything that passed, else of everything, else any. */
function checkToRun({ commands }: HookState): string | undefined {
  const whole = commands.filter(({ check_id }) => !isPartialCheck(check_id))
  return (whole.findLast((ran) => ran.has_passed) ?? whole.at(-1) ?? commands.at(-1))?.command
}

function whatIsOpen(
  state: HookState,
  { pending, files, resumes }: Stop,
  { settings, failures }: { readonly settings: FoldSettings; readonly failures: readonly LiveFailure[] },
): Open | null {
  if (!owesSomething(state, files, settings)) return null
  const checks = resumes === true ? [] : pending.filter((command) => runsCheck(command, state, settings))
  if (checks.length > 0)
    return {
      evidence: `pending ${checks.toSorted().join(" ")}`.slice(0, MAX_EVIDENCE),
      ...pendingWords(checks),
    }
  if (failures.length > 0) return { evidence: signaturesOf(failures), ...failingWords(failures, state) }
  const { hidden_check } = state
  const { weakness } = state.detector.work
  const known = settings.verify ?? checkToRun(state) ?? hidden_check?.command ?? null
  const { edits, checked_at } = state.changes
  const unchecked = files === undefined ? state.changes.files : [...files.since_pass, ...elsewhere(state)]
  if (known === null || (files === undefined ? edits === checked_at : unchecked.length === 0)) return null
  return {
    evidence: `unchecked ${checked_at}`,
    ...uncheckedWords(unchecked, known, { hidden_check, weakness }),
  }
}
