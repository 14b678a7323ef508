import { readFile } from "node:fs/promises"
import { isRecord } from "@proofloop/foundation/text"
import { type Heartbeat, heartbeatFile } from "../entry/notes.ts"
import type { HostName } from "../events/host_event.ts"

/** When a host last ran its hook; null: never, or unknown. */
export async function readHeartbeat(home: string, host: HostName): Promise<Heartbeat | null> {
  try {
    const value: unknown = JSON.parse(await readFile(heartbeatFile(home, host), "utf8"))
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
