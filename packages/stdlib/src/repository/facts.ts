import type { Runner } from "@proofloop/foundation/sandbox"
import type { Fingerprint } from "./fingerprint.ts"

/** The repository as it is after a change. Reads are cached; nothing throws for a missing or unreadable file. */
export interface RepositoryFacts {
  /** Absolute path of the work tree the change is applied in, for what has to run commands there; null: only data. */
  readonly root: string | null
  /** A regular file's bytes; null for none, for a folder, a symbolic link, a path out of the root and above 2 MiB. */
  read(path: string): Promise<Uint8Array | null>
  /** Whether a file or a folder is there, inside the root. */
  exists(path: string): Promise<boolean>
  /** Every file, ignored and vendored ones left out, sorted by code unit; at most 20 000. */
  paths(): Promise<readonly string[]>
  /** null: not known, and critics that need it say nothing. */
  fingerprint(): Promise<Fingerprint | null>
  /** What was measured before the change; a critic that needs a missing one is `unable`. */
  readonly baselines: Baselines
  /** How addresses are looked at when a critic may use the network; default: real requests. */
  readonly probe?: UrlProbe | undefined
  /** Where builds and tests run. Default: with the rights of this process. */
  readonly runner?: Runner | undefined
  /** Ends what takes long: a build, tests, a scan. */
  readonly signal?: AbortSignal | undefined
  /** Told what a critic measured of the changed tree, so that an accepted change can become the next baseline. */
  readonly on_measured?: ((measured: Baselines) => void) | undefined
}

/** Whether an address exists. `unknown`: could not be told. Never rejects. */
export type UrlProbe = (url: URL, signal: AbortSignal) => Promise<"found" | "missing" | "unknown">

/** Measured before the first change of a run is applied, and moved forward by each accepted change. */
export interface Baselines {
  /** Names of failing tests; null: they could not be run. */
  readonly failing_tests?: ReadonlySet<string> | null
  /** What did not compile, as detectBuildErrors names it; null: it could not be built. Without it every error counts. */
  readonly build?: ReadonlySet<string> | null
  /** `rule\0path` of findings at or above the floor; empty is a clean scan. null: could not be scanned. */
  readonly semgrep?: ReadonlySet<string> | null
  readonly trivy?: ReadonlySet<string> | null
}
