import { lookAtFiles } from "../entry/files_seen.ts"
import type { HostName } from "../events/host_event.ts"
import { createFold } from "../fold/fold.ts"
import { isOpen } from "../fold/judge_stop.ts"
import { type LoggedEvent, openSessionLog, readSessionLog } from "../state/session_log.ts"
import { type FoldedLog, takeLine } from "../state/told_twice.ts"
import { isOpened, sessionFolders } from "./hook_report.ts"

export interface LatestSession {
  /** Of its log. */
  readonly folder: string
  /** The folder in which it works. */
  readonly workspace_root: string
  readonly host: HostName
  readonly session_id: string
  /** Its last event is a stop, and the agent was let go. */
  readonly has_stopped: boolean
  /** Checks that fail and that no later pass settles, with their evidence. */
  readonly failing: readonly { readonly check_id: string; readonly snippet: string }[]
}

/** The session with the latest event of those in a folder or below it; null without one. Reads only logs. */
export function latestSession(home: string, project: string): LatestSession | null {
  const sessions = sessionFolders(home).flatMap((folder) => {
    const events = eventsOf(folder)
    const opened = events.map(({ event }) => event).find(isOpened)
    if (opened === undefined || opened.agent_id !== "") return []
    const { workspace_root: root } = opened.settings
    const is_here = root === project || root.startsWith(`${project}/`)
    return is_here ? [{ folder, events, opened, at: events.at(-1)?.at ?? 0 }] : []
  })
  const latest = sessions.toSorted((left, right) => left.at - right.at).at(-1)
  if (latest === undefined) return null
  const { folder, events, opened } = latest
  const fold = createFold(opened.settings)
  let log: FoldedLog = { state: fold.initial_state, told: [] }
  let has_stopped = false
  for (const line of events) {
    const { reply, ...taken } = takeLine(fold, log, line)
    log = taken
    if (line.event.type === "stop") {
      const { pending, agents = [] } = line.event
      has_stopped = pending.length + agents.length === 0 && (reply.type !== "hold" || line.mode !== "hold")
    } else if (line.event.type !== "session_end") has_stopped = false
  }
  const { state } = log
  const failing = state.detector.slots.filter((slot) => slot.class === "fail" && isOpen(slot, state))
  const { host, session_id, settings } = opened
  return { folder, workspace_root: settings.workspace_root, host, session_id, has_stopped, failing }
}

/** None where the log cannot be read. */
function eventsOf(folder: string): readonly LoggedEvent[] {
  try {
    return readSessionLog(folder)
  } catch {
    return []
  }
}

/** Notes that the person accepts what fails in a session, and its files as they are. Rejects where the log cannot be written. */
export async function acceptFailures({ folder, workspace_root }: LatestSession): Promise<void> {
  openSessionLog(folder).append({ type: "accepted" }, "hold")
  await lookAtFiles(folder, workspace_root, "passed")
}
