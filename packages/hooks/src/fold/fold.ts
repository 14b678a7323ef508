import { recordedCall } from "@proofloop/replay/internal/recording"
import {
  createDetector,
  type Detector,
  type DetectorState,
  knobs,
  readCommand,
} from "@proofloop/runtime/detector"
import {
  attemptsFor,
  type DetectorStep,
  type SettledResult,
  TESTS_CHANGED,
  type Unjudged,
} from "@proofloop/runtime/internal/detector"
import { readCheck } from "@proofloop/runtime/internal/evidence"
import { FUTILE_AFTER, type FoldSettings } from "../events/fold_settings.ts"
import { type HookReply, MARK, NOTHING } from "../events/hook_reply.ts"
import type { HookCall, HookEvent } from "../events/host_event.ts"
import { isJudged } from "../events/judged_path.ts"
import { ANYTHING } from "../events/named_words.ts"
import { isBaseline } from "./baseline.ts"
import { afterCall, afterCheck, UNCHANGED } from "./changes.ts"
import { asHiddenPass } from "./hidden_pass.ts"
import type { HookState, Repeat } from "./hook_state.ts"
import { judgeStop } from "./judge_stop.ts"
import { asBackground, backgroundWith, commandOf, inItsFolder, keptCommand } from "./placed_call.ts"
import { commandsWith, knownCommands, ranCheck } from "./ran_checks.ts"
import { isUnable, saysMissing } from "./unable.ts"
import { ACCEPTS_NOTHING, futileWords, nudgeWords, unchangedWords } from "./words.ts"

export interface Fold {
  readonly initial_state: HookState
  /** Takes one event; the same events give the same state and replies. Throws for no event. */
  step(state: HookState, event: HookEvent): { readonly state: HookState; readonly reply: HookReply }
  /** What could not be read in a session that judged nothing; undefined where the person named the check. */
  unjudged(state: HookState): Unjudged | undefined
  /** What a run of the person's own check means. Here, because its parsers are loaded with the fold. */
  readonly readCheck: typeof readCheck
}

type Evidence = NonNullable<SettledResult["evidence"]>

const MAX_SEEN = 64
const MAX_COMMANDS = 32
const MAX_ASKED = 1024

/** The one fold for all hosts: from events to the detector, and from its state to replies. */
export function createFold(settings: FoldSettings): Fold {
  const detector = createDetector({
    stall_diagnostics: knobsOf(settings.repair_aware ?? true),
    workspace_root: settings.workspace_root,
    checks: settings.verify === undefined ? [] : [settings.verify],
  })
  const initial_state: HookState = {
    detector: detector.initial_state,
    seen: [],
    calls: 0,
    changes: UNCHANGED,
    has_just_judged: false,
    commands: [],
    hidden_check: null,
    unable: [],
    background: [],
    repeat: null,
    told: [],
    asked: null,
    accepted: [],
    waited_for: [],
    lasting: [],
    holds: [],
    edits_before: 0,
    prompts: 0,
    changed_for: 0,
    holds_of_prompt: 0,
    held_at: null,
  }
  return {
    initial_state,
    unjudged: ({ detector: state }) => (settings.verify === undefined ? detector.unjudged(state) : undefined),
    readCheck,
    step(state, event) {
      switch (event.type) {
        case "session_start":
          // Earlier messages and failures are gone with it.
          return {
            state: event.source === "clear" ? { ...initial_state, commands: state.commands } : state,
            reply: NOTHING,
          }
        case "opened":
          return { state: { ...state, commands: knownCommands(state, event.known_checks) }, reply: NOTHING }
        case "prompt":
          return {
            state: event.text.startsWith(MARK) ? state : spokenTo(state, event.asked, detector),
            reply: NOTHING,
          }
        case "accepted":
          return { state: accepted(state), reply: NOTHING }
        case "notice":
          return { state: { ...state, detector: detector.renew(state.detector) }, reply: NOTHING }
        case "call_begins":
          return settings.refuse_repeats === true ? judgeCall(state, event.call) : { state, reply: NOTHING }
        case "calls_ended":
          return takeCalls(state, event.calls, { detector, settings })
        case "stop":
          return judgeStop(state, event, { settings, failure: detector.currentFailure(state.detector) })
        case "session_end":
          return { state, reply: NOTHING }
      }
    },
  }
}

/** The recommended knobs without hard stops: a hook cannot end the run, and limits its own messages. */
function knobsOf(repair_aware: boolean): Readonly<Record<string, unknown>> {
  const recommended = knobs
    .filter(({ value }) => value.type !== "host")
    .map(({ name, recommended: value }) => [name, value])
  return {
    ...Object.fromEntries(recommended),
    repair_aware,
    certain_trips: "nudge",
    likely_trips: "nudge",
  }
}

function spokenTo(state: HookState, asked: readonly string[] | undefined, detector: Detector): HookState {
  const failing = state.detector.slots.filter((slot) => slot.class === "fail")
  // A program with what it was told to do; a tool that checks has a name alone.
  const deeds = failing.filter(
    ({ check_id }) => /[\s/]/.test(check_id) && !state.commands.some((known) => known.check_id === check_id),
  )
  const words = asked === undefined ? state.asked : [...new Set([...(state.asked ?? []), ...asked])]
  return {
    ...state,
    detector: detector.renew(state.detector),
    unable: [...new Set([...state.unable, ...deeds.map(({ check_id }) => check_id)])].slice(-MAX_COMMANDS),
    asked: words?.includes(ANYTHING) ? [ANYTHING] : (words?.slice(-MAX_ASKED) ?? null),
    lasting: state.waited_for,
    waited_for: [],
    edits_before: state.changes.edits,
    prompts: state.prompts + 1,
    holds_of_prompt: 0,
    held_at: null,
  }
}

function accepted(state: HookState): HookState {
  const failing = state.detector.slots.filter((slot) => slot.class === "fail")
  const signatures = new Set([...state.accepted, ...failing.map((slot) => slot.signature)])
  return {
    ...state,
    accepted: [...signatures].slice(-MAX_COMMANDS),
    changes: afterCheck(state.changes, false),
    hidden_check: null,
  }
}

/** Refuses a command twice after two failures with nothing written since, then runs it: no agent is locked out. */
function judgeCall(
  state: HookState,
  call: HookCall,
): { readonly state: HookState; readonly reply: HookReply } {
  const { repeat } = state
  if (repeat === null || repeat.times < FUTILE_AFTER || repeat.refused >= FUTILE_AFTER)
    return { state, reply: NOTHING }
  const failing = failingUnchanged(state, repeat.check_id)
  const is_futile =
    failing !== undefined && commandOf(call) === repeat.command && !readCommand(repeat.command).polling
  if (!is_futile) return { state, reply: NOTHING }
  return {
    state: { ...state, repeat: { ...repeat, refused: repeat.refused + 1 } },
    reply: { type: "refuse", text: futileWords(repeat.times, failing.snippet) },
  }
}

/** The failure of a check after whose last run nothing may have been changed. */
function failingUnchanged(
  { detector }: HookState,
  check_id: string,
): DetectorState["slots"][number] | undefined {
  const { so_far } = detector.changed
  const slot = detector.slots.find((one) => one.check_id === check_id && one.class === "fail")
  const isSame = (name: keyof typeof so_far): boolean => slot?.last_seen[name] === so_far[name]
  return isSame("applied") && isSame("other") && isSame("taken_back") ? slot : undefined
}

function takeCalls(
  before: HookState,
  told: readonly HookCall[],
  { detector, settings }: { readonly detector: Detector; readonly settings: FoldSettings },
): { readonly state: HookState; readonly reply: HookReply } {
  const { workspace_root, verify } = settings
  const unseen = told
    .filter(({ id }) => id === "" || !before.seen.includes(id))
    .map((call) => inItsFolder(asBackground(call, before.background)))
  // When the person named the check, no other check judges.
  const calls = verify === undefined ? unseen.map((call) => asHiddenPass(call, workspace_root)) : unseen
  if (calls.length === 0) return { state: before, reply: NOTHING }
  const recorded = calls.map((call, event) => recordedCall({ ...call, event }))
  const step = detector.observe(before.detector, {
    tool_calls: recorded.map(({ tool_call }) => tool_call),
    results: recorded.map(({ tool_call, result }) => ({ tool_name: tool_call.name, ...result })),
  })
  let state: HookState = {
    ...before,
    detector: step.state,
    calls: before.calls + calls.length,
    has_just_judged: false,
    background: backgroundWith(before.background, calls),
    seen: [...before.seen, ...calls.map(({ id }) => id).filter((id) => id !== "")].slice(-MAX_SEEN),
  }
  step.results.forEach((result, index) => {
    const call = calls[index]
    if (call !== undefined) state = takeResult(state, call, { result, settings })
  })
  if (calls.some((call) => ACCEPTS.test(commandOf(call))))
    return { state, reply: { type: "tell", text: ACCEPTS_NOTHING } }
  // What a sub-agent ran counts for the session, and is answered where it ran.
  if (calls.every(({ of_agent }) => of_agent === true)) return { state, reply: NOTHING }
  return tellUnchanged(state, step)
}

const ACCEPTS = /\bproofloop\b[^\n;|&]{0,200}\bhook\s{1,8}accept\b/

/** Says once for each failure that an edit did not change it, in the detector's words if it has some. */
function tellUnchanged(
  after: HookState,
  { results, feedback }: DetectorStep,
): { readonly state: HookState; readonly reply: HookReply } {
  const failed = results.flatMap(({ evidence }) =>
    evidence?.class === "fail" && !after.unable.includes(evidence.check_id) ? [evidence] : [],
  )
  const live = after.detector.slots.filter((slot) => slot.class === "fail")
  // What passed meanwhile and fails again is another failure.
  const told = after.told.filter((signature) => live.some((slot) => slot.signature === signature))
  const [unchanged] = failed.flatMap((one) => {
    const attempts = attemptsFor(after.detector, one)
    if (attempts === undefined || attempts.applied === 0 || told.includes(one.signature)) return []
    const is_prose = attempts.names_all && !attempts.files.some(isJudged)
    return is_prose ? [] : [unchangedWords(one.snippet, attempts.is_baseline)]
  })
  const text = feedback === undefined ? unchanged : nudgeWords(feedback)
  if (text === undefined) return { state: { ...after, told }, reply: NOTHING }
  const signatures = new Set([...told, ...failed.map(({ signature }) => signature)])
  return { state: { ...after, told: [...signatures].slice(-MAX_COMMANDS) }, reply: { type: "tell", text } }
}

function takeResult(
  before: HookState,
  call: HookCall,
  { result, settings }: { readonly result: SettledResult; readonly settings: FoldSettings },
): HookState {
  const root = settings.workspace_root
  const command = keptCommand(commandOf(call))
  const { evidence } = result
  const judges = evidence !== null && result.role === "verification"
  const reading = readCommand(commandOf(call), root)
  // A check does not cover what the same command writes after it.
  const lateIn = (state: HookState): HookState["changes"] =>
    judges && reading.unjudged !== ""
      ? afterCall(state.changes, { command: reading.unjudged }, { is_edit: false, root })
      : state.changes
  const is_late = lateIn(before) !== before.changes
  const changes = is_late ? before.changes : changesAfter(before, call, { result, root })
  // What is written after a check in the same batch, it has not seen.
  const has_just_judged = before.has_just_judged && changes === before.changes
  const changed = { ...before, changes, has_just_judged }
  const { check } = reading
  // Its outcome is unknown, and some hosts never report its end. So it counts as a check that must be run.
  if (call.status === "running" && check !== null)
    return { ...changed, commands: [...changed.commands, ranCheck(command, check.check_id)] }
  // The program is not there, or it complained before it did anything.
  if (isUnable(result)) {
    const check_id = result.evidence?.check_id ?? ""
    const unable = [...new Set([...changed.unable, check_id])].slice(-MAX_COMMANDS)
    if (check === null && check_id !== settings.verify) return { ...changed, unable }
    return { ...changed, unable, hidden_check: { command, check_id, why: "unable" } }
  }
  // How it ended is hidden by another command, or the host does not tell.
  const is_hidden = check?.exit_code_hidden === true || call.status === "unknown"
  if (!judges) {
    const is_missing = saysMissing(call.observation ?? "")
    const why = is_missing ? "unable" : call.status === "unknown" ? "unsaid" : "hidden"
    return is_hidden && check !== null
      ? { ...changed, hidden_check: { command, check_id: check.check_id, why } }
      : changed
  }
  const is_check = check !== null || !isShell(call) || evidence.check_id === settings.verify
  // A script for looking at something need not be repeated.
  if (!is_check) return { ...changed, repeat: repeatAfter(before, command, evidence) }
  // A run without a test settles nothing, nor one that counts none where it counted some before.
  const counted = changed.commands.find((known) => known.check_id === evidence.check_id)?.tests_run ?? 0
  const is_empty = counted > 0 && evidence.tests_run === null && !command.includes(">")
  if (evidence.class === "pass" && (evidence.tests_run === 0 || is_empty))
    return command === ""
      ? changed
      : {
          ...changed,
          changes: changesAfter(before, call, { result, root }),
          commands: commandsWith(changed.commands, call, { result, evidence }, root),
          hidden_check: { command, check_id: evidence.check_id, why: "hidden" },
        }
  const is_elsewhere = /\(in (?:\/|\.\.)[^()]*\)$/.test(evidence.check_id)
  const judged: HookState = {
    ...changed,
    changes: afterCheck(changed.changes, is_elsewhere),
    has_just_judged:
      changed.has_just_judged ||
      (!is_late &&
        !is_elsewhere &&
        (evidence.class === "pass" ? isEnough(evidence) : isLetGo(changed, evidence, settings))),
    commands: commandsWith(changed.commands, call, { result, evidence }, root),
    hidden_check: null,
    unable: changed.unable.filter((known) => known !== evidence.check_id),
    repeat: repeatAfter(before, command, evidence),
  }
  return { ...judged, changes: lateIn(judged) }
}

/** Tests that were changed after they had failed hold nobody: the person is told which. */
function isEnough({ weakness }: Evidence): boolean {
  return weakness === "" || weakness === TESTS_CHANGED
}

/** The failure was there before, or the person accepted it: the check tells nothing against the files as they are. */
function isLetGo(state: HookState, evidence: Evidence, settings: FoldSettings): boolean {
  return state.accepted.includes(evidence.signature) || isBaseline(state, evidence, settings)
}

function isShell(call: HookCall): boolean {
  return call.annotations?.evidence_role !== "verification" && commandOf(call) !== ""
}

function changesAfter(
  { changes }: HookState,
  call: HookCall,
  { result, root }: { readonly result: SettledResult; readonly root: string },
): HookState["changes"] {
  const { wrote, ok, is_edit } = result
  if (call.is_outside === true) return changes
  if (is_edit && !wrote) return { ...changes, attempted: true }
  const may_write = wrote || (ok && commandOf(call) !== "")
  return may_write ? afterCall(changes, call.arguments, { is_edit, root }) : changes
}

/** `before`: the state before the call, whose detector has not seen it. */
function repeatAfter(before: HookState, command: string, evidence: Evidence): Repeat | null {
  const { class: outcome, check_id, signature } = evidence
  if (outcome !== "fail" || command === "") return null
  const { repeat } = before
  const is_same = repeat?.command === command && failingUnchanged(before, check_id)?.signature === signature
  return is_same ? { ...repeat, times: repeat.times + 1 } : { command, check_id, times: 1, refused: 0 }
}
