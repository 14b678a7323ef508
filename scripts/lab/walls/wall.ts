import type { Command } from "./command.ts"

/** What became of an attempt. */
export interface Seen {
  /** Whether the product behaved as it has to. */
  readonly holds: boolean
  /** Exit codes, states of rows and counts of requests. */
  readonly evidence: string
}

/** Something real repositories and services do, against which an earlier version failed. */
export interface Wall {
  readonly name: string
  readonly about: string
  /** Tries it once with processes of `command` in `folder`, which is empty. Rejects when the attempt itself cannot be made. */
  readonly attempt: (command: Command, folder: string) => Promise<Seen>
}
