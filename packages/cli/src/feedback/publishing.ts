import type { Forge } from "@proofloop/self-correction"

/** Where pull requests go. */
export interface Publishing {
  readonly forge: Forge
  readonly base: string
}
