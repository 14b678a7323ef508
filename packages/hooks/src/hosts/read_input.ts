import { isAbsolute } from "node:path"
import { isRecord, readMember, readText } from "@proofloop/foundation/text"
import type { HookCall, HookEvent, HookSession } from "../events/host_event.ts"

/** A host's names are short; a longer text would fill the log. */
const MAX_ID = 500
const MAX_PENDING = 64

/** The session and folder of an event, by the host's fields; null when either is missing. */
export function sessionOf(told: {
  readonly session_id: string | undefined
  readonly agent_id?: string | undefined
  readonly cwd: string | undefined
}): HookSession | null {
  const { session_id = "", agent_id = "", cwd = "" } = told
  const is_named = session_id !== "" && session_id.length <= MAX_ID && agent_id.length <= MAX_ID
  return is_named && isAbsolute(cwd) ? { session_id, agent_id, cwd } : null
}

const SOURCES = ["startup", "resume", "clear", "compact", "fork"] as const

/** How a session began; an unknown word means that it goes on. */
export function sessionStart(source: string | undefined): HookEvent {
  const known = SOURCES.find((name) => name === source)
  const is_new = source === undefined || source === "new"
  return { type: "session_start", source: known ?? (is_new ? "startup" : "resume") }
}

/** A call as its host names it; null where it names no tool. */
export function namedCall(
  id: string | undefined,
  tool: string | undefined,
  call_arguments: unknown,
): Omit<HookCall, "observation"> | null {
  if (tool === undefined || tool === "") return null
  const is_id = id !== undefined && id.length <= MAX_ID
  return { id: is_id ? id : "", tool, arguments: call_arguments ?? {} }
}

const RUNNING: ReadonlySet<string> = new Set(["running", "pending", "in_progress", "queued"])

/** What still runs of a list of background tasks: commands by their line, anything else by what it does. */
export function runningTasks(tasks: readonly unknown[]): {
  pending: readonly string[]
  agents: readonly string[]
} {
  const running = tasks
    .filter((task) => isRecord(task) && RUNNING.has(readText(task, "status") ?? ""))
    .filter((task) => readText(task, "type") !== "monitor")
    .slice(0, MAX_PENDING)
  return {
    pending: running.flatMap((task) => readText(task, "command") ?? []),
    agents: running
      .filter((task) => readText(task, "command") === undefined)
      .flatMap((task) => readText(task, "description") ?? readText(task, "id") ?? []),
  }
}

export function isSet(value: unknown, name: string): boolean {
  return readMember(value, name) === true
}
