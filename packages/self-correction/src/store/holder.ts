import { randomUUID } from "node:crypto"
import { readFileSync, readlinkSync } from "node:fs"
import { hostname } from "node:os"
import { isRunning, ownIdentity } from "@proofloop/foundation/process"

/** One open store of one process. */
export interface Holder {
  /** Tells it from other stores that the same process has open. */
  readonly token: string
  readonly pid: number
  readonly began: string | null
  readonly host: string
}

export interface Claim extends Holder {
  readonly renewed_at_ms: number
}

/** What a claim from another machine is good for after its last change. */
export const LEASE_MS = 15 * 60_000

export function newHolder(): Holder {
  return { token: randomUUID(), ...ownIdentity(), host: ownHost() }
}

/**
 * Whether the holder of a claim may still be at work: on this machine as long as its process runs. A process elsewhere cannot
 * be asked, so its claim ends 15 minutes after its last change.
 */
export function isAlive(claim: Claim, host: string, now_ms: number): boolean {
  return claim.host === host ? isRunning(claim) : now_ms - claim.renewed_at_ms < LEASE_MS
}

/** Numbers of processes mean something only within one start of one system, and within one container. */
function ownHost(): string {
  const boot = read(() => readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim())
  const namespace = read(() => readlinkSync("/proc/self/ns/pid"))
  return [hostname(), boot, namespace].join(" ").trim()
}

function read(source: () => string): string {
  try {
    return source()
  } catch {
    return ""
  }
}
