import { findingKey } from "./finding.ts"
import { scan } from "./scan.ts"
import type { ScannerName, ScanOptions } from "./scanner.ts"
import { scannerEnvironment, semgrepInput, skipsBaseline, trivyInput } from "./scanner_options.ts"

/** A scanner's findings in `root`, as `rule\0path`; null when no scan ran. Missing options are read from `env`. */
export async function scanBaseline(
  root: string,
  tool: ScannerName,
  options: Partial<ScanOptions> & {
    /** The environment that missing options are read from. Default: none. */
    readonly env?: Readonly<Record<string, string | undefined>> | undefined
    /** Aborts the scan. Default: none. */
    readonly signal?: AbortSignal | undefined
  } = {},
): Promise<ReadonlySet<string> | null> {
  const { env = {}, signal, ...given } = options
  if (skipsBaseline(tool, env)) return null
  const schema = tool === "semgrep" ? semgrepInput : trivyInput
  const settings = schema.parse({ ...scannerEnvironment(tool, env), ...given })
  const found = await scan(root, tool, settings, signal)
  return "reason" in found ? null : new Set(found.findings.map(findingKey))
}
