import type { Forge } from "@proofloop/self-correction"

export interface Publishing {
  readonly forge: Forge
  readonly base: string
}
