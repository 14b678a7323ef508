import { readPlainFile } from "@proofloop/foundation/files"
import { isRecord } from "@proofloop/foundation/text"
import { type Heartbeat, heartbeatFile } from "../entry/notes.ts"
import type { HostName } from "../events/host_event.ts"

/** When a host last ran its hook, and when last for calls that ended; null: never, or unknown. */
export async function readHeartbeats(
  home: string,
  host: HostName,
): Promise<{ readonly heartbeat: Heartbeat | null; readonly calls: Heartbeat | null }> {
  const rest = readOne(heartbeatFile(home, host, "rest"))
  const calls = readOne(heartbeatFile(home, host, "calls"))
  return { heartbeat: (rest?.at ?? 0) > (calls?.at ?? 0) ? rest : calls, calls }
}

function readOne(file: string): Heartbeat | null {
  try {
    const value: unknown = JSON.parse(readPlainFile(file).toString())
    return isHeartbeat(value) ? value : null
  } catch {
    return null
  }
}

function isHeartbeat(value: unknown): value is Heartbeat {
  return (
    isRecord(value) &&
    typeof value["at"] === "number" &&
    ["session_id", "event", "version"].every((field) => typeof value[field] === "string")
  )
}
