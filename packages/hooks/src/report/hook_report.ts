import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { plural } from "@proofloop/foundation/text"
import { type Unjudged, unjudgedWords } from "@proofloop/runtime/internal/detector"
import { spokenReply } from "../events/hook_mode.ts"
import { type HookReply, MARK } from "../events/hook_reply.ts"
import type { HookEvent, HostName } from "../events/host_event.ts"
import { createFold } from "../fold/fold.ts"
import type { HookState } from "../fold/hook_state.ts"
import { type LoggedEvent, readSessionLog } from "../state/session_log.ts"
import { type FoldedLog, takeLine } from "../state/told_twice.ts"

export interface ReportedReply {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly host: HostName
  readonly session_id: string
  readonly type: Exclude<HookReply["type"], "nothing">
  /** False where the mode kept it back. */
  readonly said: boolean
  readonly text: string
  /** What followed before the person spoke again or the session ended: passed, still failing, or nothing checked. */
  readonly outcome: "passed" | "failing" | "unchecked"
}

export interface HookReport {
  /** Sessions with an event since then, sub-agents counted by themselves, and their events. */
  readonly sessions: number
  readonly events: number
  /** Logs that could not be read. */
  readonly unreadable: number
  /** Every message to an agent since then, oldest first. */
  readonly replies: readonly ReportedReply[]
  /** Sessions in which 20 calls or more judged nothing, with what could not be read. */
  readonly unjudged: readonly UnjudgedSession[]
}

export interface UnjudgedSession extends Unjudged {
  readonly host: HostName
  readonly session_id: string
}

/** What hooks saw and said, or would have said, since a moment (milliseconds since 1970), oldest first. Reads only logs. */
export function reportHooks(home: string, since: number): HookReport {
  let report: HookReport = { sessions: 0, events: 0, unreadable: 0, replies: [], unjudged: [] }
  for (const folder of sessionFolders(home)) {
    try {
      const events = readSessionLog(folder)
      const recent = events.filter(({ at }) => at >= since)
      if (recent.length === 0) continue
      const { replies, unjudged } = readingOf(events)
      report = {
        ...report,
        sessions: report.sessions + 1,
        events: report.events + recent.length,
        replies: [...report.replies, ...replies.filter(({ at }) => at >= since)],
        unjudged: [...report.unjudged, ...unjudged],
      }
    } catch {
      report = { ...report, unreadable: report.unreadable + 1 }
    }
  }
  return { ...report, replies: report.replies.toSorted((left, right) => left.at - right.at) }
}

/** For each kind of message its name, how many there are, how many were said, and how many ended passed, failing and unchecked. */
export function reportCounts({
  replies,
}: HookReport): readonly (readonly [name: string, ...counts: number[]])[] {
  return TYPES.map(({ type, name }) => {
    const of = replies.filter((reply) => reply.type === type)
    const ended = (what: ReportedReply["outcome"]) => of.filter((reply) => reply.outcome === what).length
    const said = of.filter((reply) => reply.said).length
    return [name, of.length, said, ended("passed"), ended("failing"), ended("unchecked")]
  })
}

export function reportText(report: HookReport): string {
  const { sessions, events, unreadable, replies, unjudged } = report
  const rows = reportCounts(report).map(
    ([name, ...counts]) => `${name.padEnd(12)}${counts.map(cell).join("")}`,
  )
  const last = replies.slice(-SHOWN).map(({ at, host, type, said, text, outcome }) => {
    const [first = "", second = ""] = text.replace(`${MARK} `, "").split("\n")
    return `${new Date(at).toISOString().slice(0, 16)}  ${host}  ${said ? "" : "would "}${type.replace("_", " ")}, then ${outcome}\n    ${[first, second.trim()].join(" ").slice(0, 160)}`
  })
  return [
    `${plural(sessions, "session")}, ${plural(events, "event")}${unreadable === 0 ? "" : `, ${unreadable} logs that cannot be read`}`,
    "",
    `${"".padEnd(12)}${["all", "said", "passed", "failing", "unchecked"].map((word) => word.padStart(10)).join("")}`,
    ...rows,
    ...(last.length === 0 ? [] : ["", ...last]),
    ...(unjudged.length === 0 ? [] : ["", ...unjudged.slice(-SHOWN).map(unjudgedText)]),
  ].join("\n")
}

/** Which session judged nothing, and what to do. */
export function unjudgedText({ host, session_id, ...unjudged }: UnjudgedSession): string {
  const check = (command: string) => `proofloop hook install ${host} --verify ${command}`
  return `${host}  ${session_id}\n    ${unjudgedWords(unjudged, { tools: null, check })}`
}

const SHOWN = 10
const TYPES = [
  { type: "tell", name: "nudges" },
  { type: "refuse", name: "refusals" },
  { type: "hold", name: "holds" },
  { type: "hand_back", name: "hand-backs" },
] as const

function cell(count: number): string {
  return String(count).padStart(10)
}

/** The folders with a session's log. */
export function sessionFolders(home: string): readonly string[] {
  const state = join(home, "state")
  if (!existsSync(state)) return []
  return readdirSync(state, { withFileTypes: true })
    .filter((host) => host.isDirectory() && !["checks", "heartbeat"].includes(host.name))
    .flatMap((host) =>
      readdirSync(join(state, host.name), { withFileTypes: true })
        .filter((session) => session.isDirectory())
        .map((session) => join(state, host.name, session.name)),
    )
}

interface Said extends Omit<ReportedReply, "outcome"> {
  readonly index: number
}

function readingOf(events: readonly LoggedEvent[]): Pick<HookReport, "replies" | "unjudged"> {
  const opened = events.map(({ event }) => event).find(isOpened)
  if (opened === undefined) return { replies: [], unjudged: [] }
  const { host, session_id } = opened
  const fold = createFold(opened.settings)
  const states: HookState[] = []
  const said: Said[] = []
  let log: FoldedLog = { state: fold.initial_state, told: [] }
  events.forEach((line, index) => {
    const { reply, ...taken } = takeLine(fold, log, line)
    log = taken
    states.push(log.state)
    const { at, mode } = line
    if (reply.type === "nothing") return
    const spoken = spokenReply(reply, mode).type !== "nothing"
    said.push({ at, host, session_id, type: reply.type, said: spoken, text: reply.text, index })
  })
  const unread = fold.unjudged(log.state)
  return {
    replies: said.map(({ index, ...reply }) => ({ ...reply, outcome: outcomeAfter(index, events, states) })),
    unjudged: unread === undefined ? [] : [{ host, session_id, ...unread }],
  }
}

export function isOpened(event: HookEvent): event is Extract<HookEvent, { readonly type: "opened" }> {
  return event.type === "opened"
}

function outcomeAfter(
  index: number,
  events: readonly LoggedEvent[],
  states: readonly HookState[],
): ReportedReply["outcome"] {
  const next = events.findIndex(({ event }, at) => at > index && event.type === "prompt")
  const last = states[next === -1 ? states.length - 1 : next - 1]
  if (last === undefined) return "unchecked"
  if (last.detector.slots.some((slot) => slot.class === "fail")) return "failing"
  return last.changes.edits === last.changes.checked_at ? "passed" : "unchecked"
}
