import type { Runner } from "@proofloop/foundation/sandbox"
import type { OutputParser } from "@proofloop/runtime/detector"
import type { Fingerprint } from "./fingerprint.ts"

/** The repository after a change. Reads are cached; a missing or unreadable file throws nothing. */
export interface RepositoryFacts {
  /** Absolute path of the work tree with the change, for critics that run commands; null: the repository is only data. */
  readonly root: string | null
  /** A regular file's bytes. null for a missing file, a folder, a link, a path out of the root, and above 2 MiB. */
  read(path: string): Promise<Uint8Array | null>
  /** Whether a file or a folder is there, inside the root. */
  exists(path: string): Promise<boolean>
  /** Every file except ignored and vendored ones, sorted by code unit. Rejects above a million. */
  paths(): Promise<readonly string[]>
  /** null: unknown, and critics that need it say nothing. */
  fingerprint(): Promise<Fingerprint | null>
  /** Measures from before the change; a critic that needs a missing one is `unable`. */
  readonly baselines: Baselines
  /** How a critic that may use the network looks up addresses; default: real requests. */
  readonly probe?: UrlProbe | undefined
  /** Where builds and tests run. Default: with the rights of this process. */
  readonly runner?: Runner | undefined
  /** Read what builds and tests print, before the built-in parsers. Default: the built-in ones alone. */
  readonly parsers?: readonly OutputParser[] | undefined
  /** Ends long work: a build, tests, a scan. */
  readonly signal?: AbortSignal | undefined
  /** Called with a critic's measures of the changed tree, so that an accepted change can become the next baseline. */
  readonly on_measured?: ((measured: Baselines) => void) | undefined
}

/** Whether an address exists. `unknown`: could not be told. Never rejects. */
export type UrlProbe = (url: URL, signal: AbortSignal) => Promise<"found" | "missing" | "unknown">

/** Measured before a run's first change, and moved forward by each accepted change. */
export interface Baselines {
  /** Names of failing tests; null: the tests could not run. */
  readonly failing_tests?: ReadonlySet<string> | null
  /** Compile errors, as detectBuildErrors names them; null: it could not be built. Without it every error counts. */
  readonly build?: ReadonlySet<string> | null
  /** `rule\0path` of findings at or above the floor; empty is a clean scan. null: the scan failed. */
  readonly semgrep?: ReadonlySet<string> | null
  /** The same findings of Trivy; null: the scan failed. */
  readonly trivy?: ReadonlySet<string> | null
}
