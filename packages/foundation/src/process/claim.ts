import { randomBytes } from "node:crypto"
import { threadId } from "node:worker_threads"
import { isRunning, ownIdentity } from "./process_identity.ts"
import { ownSpace } from "./process_space.ts"

/** What the name of a claim says of its process. */
export interface Claim {
  readonly pid: number
  /** "0" where the system does not tell. */
  readonly began: string
  readonly thread: number
  readonly boot: string
  readonly namespace: string
  readonly host: string
}

/** The system does not tell. */
const NO_BOOT = "00000000"

/** A new name with this beginning, for a claim of this thread of this process. */
export function newClaim(prefix: string): string {
  const { pid, began, thread, boot, namespace, host } = ownClaim()
  const unique = randomBytes(4).toString("hex")
  return `${prefix}${pid}-${began}-${thread}-${unique}-${boot}-${namespace}-${host}`
}

/** null: not the name of a claim with this beginning. */
export function readClaim(prefix: string, name: string): Claim | null {
  if (!name.startsWith(prefix)) return null
  const parts = CLAIM_PATTERN.exec(name.slice(prefix.length))
  if (parts === null) return null
  const [, pid = "", began = "", thread = "", boot = "", namespace = "", host = ""] = parts
  return { pid: Number(pid), began, thread: Number(thread), boot, namespace, host }
}

const CLAIM_PATTERN = /^(\d{1,10})-(\d{1,20})-(\d{1,10})-[0-9a-f]{8}-([0-9a-f]{8})-(\d{1,20})-([\w.-]{0,64})$/

export type ClaimState = "held" | "abandoned" | "elsewhere"

/**
 * Whether a process still holds a claim. A claim `elsewhere`, on another host or in another container, cannot be
 * checked. A reboot ends every claim. `isOpen` tells about claims of this thread.
 */
export function stateOfClaim(claim: Claim, isOpen: () => boolean): ClaimState {
  const own = ownClaim()
  if (claim.host !== own.host) return "elsewhere"
  if (claim.boot !== own.boot && claim.boot !== NO_BOOT && own.boot !== NO_BOOT) return "abandoned"
  if (claim.namespace !== own.namespace) return "elsewhere"
  return isHeld(claim, own, isOpen) ? "held" : "abandoned"
}

function isHeld(claim: Claim, own: Claim, isOpen: () => boolean): boolean {
  if (claim.pid === own.pid && claim.began === own.began && claim.thread === own.thread) return isOpen()
  return isRunning({ pid: claim.pid, began: claim.began === "0" ? null : claim.began })
}

function ownClaim(): Claim {
  const { pid, began } = ownIdentity()
  const { host, boot, namespace } = ownSpace()
  return {
    pid,
    began: began ?? "0",
    thread: threadId,
    boot: boot === "" ? NO_BOOT : boot.slice(0, 8),
    namespace: namespace.replaceAll(/\D/g, "") || "0",
    host: host.replaceAll(/[^\w.-]/g, "_").slice(0, 64),
  }
}
