import type { ScannerFinding, ScannerSeverity } from "./finding.ts"
import { readSemgrep } from "./read_semgrep.ts"
import { readTrivy } from "./read_trivy.ts"

export type ScannerName = "semgrep" | "trivy"

export interface ScanOptions {
  /** Longest run of the scanner in milliseconds. */
  readonly timeout_ms: number
  /** What counts: findings of this severity and above. */
  readonly severity: ScannerSeverity
  /** Program and first arguments. Default: the scanner's name. */
  readonly command?: readonly string[] | undefined
  readonly config?: string | undefined
}

/** How to call a scanner, with the root as its folder, and how to read its own format. */
export interface Scanner {
  readonly arguments: (options: ScanOptions) => readonly string[]
  readonly read: (document: unknown, root: string) => readonly ScannerFinding[] | null
  /** Exit codes of a complete scan. */
  readonly exits: readonly number[]
}

export const DEFAULT_RULES = "p/default"

export const scanners: Readonly<Record<ScannerName, Scanner>> = {
  semgrep: {
    arguments: ({ config = DEFAULT_RULES }) => [
      "scan",
      "--config",
      config,
      "--json",
      "--quiet",
      // "auto" chooses rules by sending facts about the project to the vendor.
      "--metrics",
      config === "auto" ? "on" : "off",
      ".",
    ],
    read: readSemgrep,
    exits: [0, 1],
  },
  trivy: {
    arguments: ({ severity, timeout_ms }) => [
      "fs",
      "--scanners",
      "vuln,secret,misconfig",
      "--severity",
      severity === "info" ? "CRITICAL,HIGH,MEDIUM,LOW,UNKNOWN" : "CRITICAL,HIGH,MEDIUM",
      "--format",
      "json",
      "--quiet",
      "--timeout",
      `${Math.ceil(timeout_ms / 1000)}s`,
      ".",
    ],
    read: readTrivy,
    exits: [0, 1],
  },
}
