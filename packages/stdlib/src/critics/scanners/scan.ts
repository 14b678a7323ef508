import { realpath } from "node:fs/promises"
import { runCommand } from "@proofloop/foundation/process"
import { redactSecrets, parsedJson } from "@proofloop/foundation/text"
import { type ScannerFinding, isAtLeast } from "./finding.ts"
import { readSarif } from "./read_sarif.ts"
import { type ScannerName, type ScanOptions, scanners } from "./scanner.ts"

export type Scan = { readonly findings: readonly ScannerFinding[] } | { readonly reason: string }

const MAX_OUTPUT_BYTES = 64 * 2 ** 20

/** Scans everything below `root`: the findings at or above the floor, or why it cannot scan. Never rejects. */
export async function scan(
  given_root: string,
  name: ScannerName,
  options: ScanOptions,
  signal?: AbortSignal,
): Promise<Scan> {
  const root = await realpath(given_root).catch(() => null)
  if (root === null) return { reason: `${given_root} is not a folder` }
  const scanner = scanners[name]
  const [program = name, ...first] = options.command ?? []
  const outcome = await runCommand({
    command: [program, ...first, ...scanner.arguments(options)],
    cwd: root,
    timeout_ms: options.timeout_ms,
    max_output_bytes: MAX_OUTPUT_BYTES,
    kill_after_ms: 2000,
    signal,
  })
  const { output, exit_code } = outcome
  if (outcome.spawn_error !== null) return { reason: notStarted(name, outcome.spawn_error) }
  if (outcome.aborted) return { reason: `${name} was interrupted` }
  if (outcome.timed_out) return { reason: `${name} timed out after ${options.timeout_ms / 1000} s` }
  if (outcome.truncated_bytes > 0) return { reason: `${name} printed more than 64 MiB` }
  const document = scanner.exits.includes(exit_code ?? -1) ? readDocument(output) : undefined
  const found = scanner.read(document, root) ?? readSarif(document, root)
  if (found === null) return { reason: notRead(name, exit_code, output) }
  return { findings: found.filter(({ severity }) => isAtLeast(severity, options.severity)) }
}

function notStarted(name: string, error: string): string {
  return error.includes("ENOENT") ? `${name} is not installed` : `${name} could not be started: ${error}`
}

function notRead(name: string, exit_code: number | null, output: string): string {
  const said = redactSecrets(output.trim().slice(0, 200))
  return `${name} failed with exit code ${exit_code ?? "none"}${said === "" ? "" : `: ${said}`}`
}

/** The JSON document in an output with log lines before or behind it; undefined without one. */
function readDocument(output: string): unknown {
  return parsedJson(output) ?? parsedJson(output.slice(lineBegin(output), output.lastIndexOf("}") + 1))
}

function lineBegin(output: string): number {
  return output.startsWith("{") ? 0 : output.indexOf("\n{") + 1
}
