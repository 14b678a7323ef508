import { renameSync, statSync, writeSync } from "node:fs"
import { dirname, join } from "node:path"
import { withPlainFile, writePlainFile } from "@proofloop/foundation/files"
import { redactSecrets } from "@proofloop/foundation/text"
import type { HostName } from "../events/host_event.ts"
import { makeFolder } from "./make_folder.ts"

const MAX_LOG = 1024 * 1024
const MAX_LINE = 2000

/** Writes a line into the log of hooks, the only place where a hook complains; never throws. */
export function note(home: string, text: string): void {
  try {
    const file = join(home, "hook.log")
    makeFolder(home)
    if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > MAX_LOG) renameSync(file, `${file}.1`)
    // The JSON parser's messages quote the unreadable input.
    const line = redactSecrets(text)
      .replaceAll(/\s{1,1000}/g, " ")
      .slice(0, MAX_LINE)
    withPlainFile(file, "append", (log) => writeSync(log, `${new Date().toISOString()} ${line}\n`))
  } catch {
    // A full or read-only disk must not disturb the host.
  }
}

export interface Heartbeat {
  /** Milliseconds since 1970. */
  readonly at: number
  readonly session_id: string
  readonly event: string
  readonly version: string
}

/** The file that shows when a host last ran its hook: for calls that ended, or for anything else. */
export function heartbeatFile(home: string, host: HostName, of: "calls" | "rest"): string {
  return join(home, "state", "heartbeat", `${host}${of === "calls" ? ".calls" : ""}.json`)
}

/** Records that a host runs its hook, which proves the installation; never throws. */
export function beat(home: string, host: HostName, heartbeat: Heartbeat): void {
  const file = heartbeatFile(home, host, heartbeat.event === "calls_ended" ? "calls" : "rest")
  const write = () => writePlainFile(file, JSON.stringify(heartbeat))
  try {
    write()
  } catch {
    try {
      // The folder is missing the first time alone.
      makeFolder(dirname(file))
      write()
    } catch {
      // As above.
    }
  }
}
