import { isAbsolute, posix, relative } from "node:path"
import { fileURLToPath } from "node:url"

/** Most severe first. */
export const SEVERITIES = ["error", "warning", "info"] as const
export type ScannerSeverity = (typeof SEVERITIES)[number]

export interface ScannerFinding {
  /** The scanner's id of the rule or the weakness: "python.lang.eval", "CVE-2021-23337". */
  readonly rule: string
  /** Relative to the root. */
  readonly path: string
  readonly line?: number | undefined
  readonly severity: ScannerSeverity
  readonly kind: "code" | "vuln" | "secret" | "misconfig"
  readonly message: string
  /** "CWE-79". */
  readonly cwe?: string | undefined
  /** "lodash@4.17.20". */
  readonly package?: string | undefined
  readonly fixed_version?: string | undefined
}

/** The key of a finding in a baseline: its rule and path, because lines move. */
export function findingKey({ rule, path }: Pick<ScannerFinding, "rule" | "path">): string {
  return `${rule}\0${path}`
}

/** The severity as one of the floor's three steps; null for an unknown word, which is ignored. */
export function severityOf(word: string | undefined): ScannerSeverity | null {
  return STEPS.get(word?.toUpperCase() ?? "") ?? null
}

const STEPS: ReadonlyMap<string, ScannerSeverity> = new Map([
  ["ERROR", "error"],
  ["CRITICAL", "error"],
  ["HIGH", "error"],
  ["WARNING", "warning"],
  ["MEDIUM", "warning"],
  ["INFO", "info"],
  ["LOW", "info"],
  ["UNKNOWN", "info"],
  ["NOTE", "info"],
])

export function isAtLeast(severity: ScannerSeverity, floor: ScannerSeverity): boolean {
  return SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(floor)
}

/** A scanner's path, absolute, as a file URL or with "./" in front, made relative to the root. */
export function findingPath(root: string, printed: string): string {
  const plain = printed.startsWith("file://") ? pathOfUrl(printed) : printed
  const inside = isAbsolute(plain) ? relative(root, plain) : plain
  return posix.normalize(inside.replaceAll("\\", "/"))
}

function pathOfUrl(url: string): string {
  try {
    return fileURLToPath(url)
  } catch {
    return url
  }
}

export function cweOf(texts: readonly string[]): string | undefined {
  for (const text of texts) {
    const found = /\bcwe-\d{1,5}\b/i.exec(text.slice(0, 200))
    if (found !== null) return found[0].toUpperCase()
  }
  return undefined
}
