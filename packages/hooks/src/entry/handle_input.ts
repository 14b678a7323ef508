import { userInfo } from "node:os"
import { readPlainFile } from "@proofloop/foundation/files"
import { isRecord, type JsonObject, readText } from "@proofloop/foundation/text"
import type { FoldSettings } from "../events/fold_settings.ts"
import { spokenReply } from "../events/hook_mode.ts"
import { type HookReply, NOTHING } from "../events/hook_reply.ts"
import type { HookCall, HookEvent, SeenFiles, ToldEvent } from "../events/host_event.ts"
import type { Fold } from "../fold/fold.ts"
import type { HookState } from "../fold/hook_state.ts"
import type { HostAdapter } from "../hosts/host_adapter.ts"
import { keptEvent } from "../state/kept_event.ts"
import { keepKnownChecks, readKnownChecks } from "../state/known_checks.ts"
import { knownChecksFile, sessionFolder } from "../state/session_folder.ts"
import {
  copySessionLog,
  isOpened,
  openedRoot,
  openSessionLog,
  type SessionLog,
} from "../state/session_log.ts"
import type { Snapshots } from "../state/session_memory.ts"
import type { Moment } from "./files_seen.ts"
import { type HookFlags, isWithin } from "./flags.ts"
import { loadFiles } from "./load_files.ts"
import { makeFolder } from "./make_folder.ts"
import { beat } from "./notes.ts"
import { isOutside, repositoryOf } from "./outside.ts"
import { runCheck } from "./run_check.ts"
import { scriptLine } from "./script_line.ts"

export interface HandleOptions {
  readonly flags: HookFlags
  readonly adapter: HostAdapter
  readonly home: string
  /** The version of this program; another version's folded state is folded again. */
  readonly version: string
  /** Where folded state is kept; default: beside the logs. */
  readonly snapshots?: Snapshots | undefined
  /** Makes the fold; loaded only when a reply is due. */
  readonly loadFold: (event: HookEvent) => (settings: FoldSettings) => Fold
}

const ACCEPTS = /^\s{0,16}\/?proofloop\s{1,8}accept[.!]?\s{0,16}$/i
const MAX_TRANSCRIPT = 4 * 1024 * 1024

/** The answer to one input of a host; null is no answer. Rejects where the state cannot be read or written. */
export async function handleInput(input: unknown, options: HandleOptions): Promise<JsonObject | null> {
  const { flags, adapter, home, version } = options
  if (!isRecord(input)) return null
  const given = input as JsonObject
  const told = adapter.read(given, transcriptOf(given, adapter))
  if (told === null) return null
  beat(home, flags.host, {
    at: Date.now(),
    session_id: told.session.session_id,
    event: told.event.type,
    version,
  })
  const { session, untold: calls = [] } = told
  if (calls.length > 0) await replyTo({ session, event: { type: "calls_ended", calls } }, options)
  const reply = await replyTo(told, options)
  return adapter.answer(spokenReply(reply, flags.mode), given)
}

async function replyTo({ session, event }: ToldEvent, options: HandleOptions): Promise<HookReply> {
  const { flags, home, version, snapshots } = options
  const log = openSessionLog(sessionFolder(home, flags.host, session), snapshots)
  // An agent that changes its folder stays in the session of its first folder.
  const root = openedRoot(log.folder) ?? session.cwd
  const settings: FoldSettings = {
    workspace_root: root,
    repair_aware: isWithin(
      flags.repair_aware_percent,
      () => [userInfo().username, repositoryOf(root) ?? root] as const,
    ),
    refuse_repeats: flags.refuse_repeats,
    verify: flags.verify,
  }
  const checks = knownChecksFile(home, session.cwd)
  const look = async (moment: Moment) =>
    flags.mode === "hold" ? (await loadFiles())(log.folder, root, moment) : null
  if (!isOpened(log.folder)) {
    makeFolder(log.folder)
    if (session.parent_id !== undefined) {
      const parent = sessionFolder(home, flags.host, { ...session, session_id: session.parent_id })
      if (isOpened(parent)) copySessionLog(parent, log.folder)
    }
    const { session_id, agent_id } = session
    const known_checks = readKnownChecks(checks)
    log.append(
      { type: "opened", host: flags.host, session_id, agent_id, settings, known_checks },
      flags.mode,
      flags.source,
    )
    await look(event.type === "calls_ended" || event.type === "stop" ? "began_late" : "began")
  }
  // The person's word for "what fails is known, and the files are fine as they are".
  const accepts = event.type === "prompt" && ACCEPTS.test(event.text)
  if (event.type === "prompt") await look(accepts ? "passed" : "spoken_to")
  const kept = keptEvent(withPlaces(event, session.cwd, root))
  if (accepts) log.append({ type: "accepted" }, flags.mode, flags.source)
  // What a sub-agent does, the session answers for as well.
  const whole = openSessionLog(sessionFolder(home, flags.host, { ...session, agent_id: "" }), snapshots)
  const is_part = session.agent_id !== "" && isOpened(whole.folder)
  if (is_part && kept.type === "calls_ended")
    whole.append({ ...kept, calls: kept.calls.map(ofAgent) }, flags.mode, flags.source)
  const is_due = isDue(event, flags)
  if (!is_due && event.type !== "session_end") {
    log.append(kept, flags.mode, flags.source)
    return NOTHING
  }
  const fold = options.loadFold(kept)(settings)
  const stamp = `${version} ${JSON.stringify(settings)}`
  const filesAtStop = async (): Promise<SeenFiles | undefined> => {
    const files = (await look("stopped")) ?? undefined
    const { verify: command } = flags
    if (command === undefined || !owesCheck(log.state(fold, stamp), files)) return files
    await runOwnCheck(log, fold, { command, folder: session.cwd, flags })
    if (log.state(fold, stamp).has_just_judged) await look("passed")
    return (await look("stopped")) ?? undefined
  }
  const told = kept.type === "stop" ? { ...kept, files: await filesAtStop() } : kept
  const reply = log.reply(log.append(told, flags.mode, flags.source), fold, stamp)
  if (event.type === "calls_ended" && log.state(fold, stamp).has_just_judged) {
    await look("passed")
    if (is_part && flags.mode === "hold") await (await loadFiles())(whole.folder, root, "passed")
  }
  if (event.type === "session_end" || event.type === "stop")
    keepKnownChecks(
      checks,
      log.state(fold, stamp).commands.map(({ command }) => command),
    )
  return reply
}

function ofAgent(call: HookCall): HookCall {
  return { ...call, of_agent: true }
}

/**
 * Marks calls whose files are in no repository, because no check of this one covers them, calls that ran elsewhere, and
 * the script that a task runs.
 */
function withPlaces(event: HookEvent, cwd: string, root: string): HookEvent {
  if (event.type !== "calls_ended") return event
  const calls = event.calls.map((call) => {
    const command = readText(call.arguments, "command")
    // The folder is the one after the call.
    const is_elsewhere = cwd !== root && command !== undefined && !/\b(?:cd|pushd|popd)\b/.test(command)
    const script = command === undefined ? undefined : scriptLine(command, cwd)
    return {
      ...call,
      ...(script !== undefined && { script }),
      ...(isOutside(call.arguments, cwd) && { is_outside: true }),
      ...(is_elsewhere && { folder: cwd }),
    }
  })
  return { ...event, calls }
}

/** Events that may need an answer; others are only recorded. */
function isDue(event: HookEvent, { mode, refuse_repeats }: HookFlags): boolean {
  if (mode === "observe") return false
  return (
    event.type === "calls_ended" ||
    (event.type === "stop" && mode === "hold") ||
    (event.type === "call_begins" && refuse_repeats)
  )
}

/** Whether the person's own check matters now: code changed, or was to change, and was not checked, or the check fails. */
function owesCheck({ changes, detector }: HookState, files: SeenFiles | undefined): boolean {
  const has_changed = (files?.since_begin?.length ?? changes.edits) > 0
  const is_unchecked = (files?.since_pass.length ?? changes.edits - changes.checked_at) > 0
  return (
    is_unchecked || changes.attempted || (has_changed && detector.slots.some((slot) => slot.class === "fail"))
  )
}

/** Runs the person's own check for the agent. */
async function runOwnCheck(
  log: SessionLog,
  fold: Fold,
  {
    command,
    folder,
    flags,
  }: { readonly command: string; readonly folder: string; readonly flags: HookFlags },
): Promise<void> {
  const outcome = await runCheck(command, folder, flags.verify_seconds)
  const check = fold.readCheck(outcome, { command })
  const { output, exit_code } = outcome
  const call = {
    id: "",
    tool: "proofloop_verify",
    arguments: { command },
    observation: check.status === "pass" ? output : `${output}\n${command} ${check.reason}`,
    failed: check.status !== "pass",
    ...(exit_code === null ? {} : { exit_code }),
    annotations: { evidence_role: "verification", check_id: command },
  } as const
  log.append(keptEvent({ type: "calls_ended", calls: [call] }), flags.mode, flags.source)
}

function transcriptOf(input: JsonObject, { transcriptPath }: HostAdapter): string | null {
  const path = transcriptPath?.(input)
  if (typeof path !== "string") return null
  try {
    return readPlainFile(path, { from: (size) => size - MAX_TRANSCRIPT }).toString()
  } catch {
    return null
  }
}
