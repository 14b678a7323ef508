import { randomUUID } from "node:crypto"
import { isRunning, ownIdentity, ownSpace } from "@proofloop/foundation/process"
import type { ClaimHolder } from "./store.ts"

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

/** How long a claim from another machine holds after its last renewal. */
export const LEASE_MS = 5 * 60_000

export function newHolder(): Holder {
  const { host, boot, namespace } = ownSpace()
  return { token: randomUUID(), ...ownIdentity(), host: [host, boot, namespace].join(" ").trim() }
}

/**
 * Whether the holder of a claim may still be at work: on this machine, as long as its process runs. A process elsewhere
 * cannot be checked; its claim ends 5 minutes after the last renewal.
 */
export function isAlive(claim: Claim, host: string, now_ms: number): boolean {
  return claim.host === host ? isRunning(claim) : now_ms - claim.renewed_at_ms < LEASE_MS
}

/** The holder's name for a sentence about a row; "" without one. */
export function heldBy(holder: ClaimHolder | null): string {
  return holder === null ? "" : `; process ${holder.pid} on ${holder.host} is, since ${holder.since}`
}
