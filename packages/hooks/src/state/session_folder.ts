import { join } from "node:path"
import { sha256Hex } from "@proofloop/foundation/text"
import type { HookSession, HostName } from "../events/host_event.ts"

/** The folder of one agent of one session. Its path contains no text of the host. */
export function sessionFolder(home: string, host: HostName, { session_id, agent_id }: HookSession): string {
  return join(home, "state", host, shortDigest(`${session_id}\0${agent_id}`))
}

/** The file with the commands that checked a project before. */
export function knownChecksFile(home: string, root: string): string {
  return join(home, "state", "checks", `${shortDigest(root)}.json`)
}

function shortDigest(text: string): string {
  return sha256Hex(text).slice(0, 32)
}
