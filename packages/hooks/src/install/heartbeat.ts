import { readFile } from "node:fs/promises"
import { isRecord } from "@proofloop/foundation/text"
import { type Heartbeat, heartbeatFile } from "../entry/notes.ts"
import type { HostName } from "../events/host_event.ts"

/** When a host last ran its hook, and when last for calls that ended; null: never, or unknown. */
export async function readHeartbeats(
  home: string,
  host: HostName,
): Promise<{ readonly heartbeat: Heartbeat | null; readonly calls: Heartbeat | null }> {
  const [rest, calls] = await Promise.all([
    readOne(heartbeatFile(home, host, "rest")),
    readOne(heartbeatFile(home, host, "calls")),
  ])
  return { heartbeat: (rest?.at ?? 0) > (calls?.at ?? 0) ? rest : calls, calls }
}

async function readOne(file: string): Promise<Heartbeat | null> {
  try {
    const value: unknown = JSON.parse(await readFile(file, "utf8"))
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
