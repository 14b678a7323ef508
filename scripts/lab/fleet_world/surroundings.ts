import type { GithubServer } from "../../../packages/github/src/github_loopback.fixture.ts"
import type { RunStore } from "../../../packages/pipeline/src/index.ts"
import type { FleetProcess } from "./process.ts"

export interface WorldOptions {
  readonly repositories: number
  readonly concurrency: number
  /** What the limit of requests asks to wait. */
  readonly retry_after_s: number
  /** Gets what happens, a line each. */
  readonly told: (line: string) => void
}

/** What a measured fleet works with, and how one is started. */
export interface World {
  readonly options: WorldOptions
  readonly state: string
  /** Bare repositories by their names on the forge. */
  readonly shops: ReadonlyMap<string, string>
  readonly store: RunStore
  readonly server: GithubServer
  readonly start: (names?: readonly string[]) => Promise<FleetProcess>
}
