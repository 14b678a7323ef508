import type { BuildTool } from "@proofloop/foundation/paths"
import { cutCodePoints } from "@proofloop/foundation/text"
import { normaliseText, type ParsedDiagnostic } from "@proofloop/runtime/internal/evidence"
import type { Violation } from "../verdict.ts"
import { classifyBuildError } from "./build_taxonomy.ts"
import { relativeTo } from "./failing_tests.ts"
import { type ProjectCommandOptions, runProjectCheck } from "./project_command.ts"

export type BuildRun = { readonly errors: readonly Violation[] } | { readonly reason: string }

/** Compiles with one tool and reads the errors; `root` is a real path. */
export async function runBuild(
  root: string,
  { command }: BuildTool,
  options: ProjectCommandOptions,
): Promise<BuildRun> {
  if (typeof command !== "string") return { reason: command.missing }
  const check = await runProjectCheck(root, command, options)
  // A build runs no test.
  if (check.status === "pass" || (check.status === "unable" && check.cause === "nothing_ran"))
    return { errors: [] }
  if (check.status !== "fail" || check.timed_out) return { reason: `${command} ${check.reason}` }
  const errors = check.parsed.diagnostics
    .filter(({ kind, location }) => kind !== "environment" && location !== undefined)
    .map((diagnostic) => violationOf(diagnostic, root))
  return { errors: errors.length > 0 ? errors : [unreadError(command, check.output)] }
}

/** Names an error by its file, kind and words, without the line, as a build baseline holds it. */
export function buildErrorKey({ path, rule, message }: Violation): string {
  return `${rule}\0${path}\0${normaliseText(message, {})}`
}

function violationOf({ code, message, location }: ParsedDiagnostic, root: string): Violation {
  const words = message.split("\n").filter((line) => line.trim() !== "")
  return {
    path: relativeTo(root, location?.path ?? "."),
    ...(location?.line === undefined ? {} : { line: location.line }),
    ...(location?.column === undefined ? {} : { column: location.column }),
    rule: classifyBuildError(code, message),
    message: cutCodePoints(words.slice(0, 4).join("; "), 300),
    evidence: code ?? cutCodePoints(words[0] ?? "", 120),
  }
}

/** The last lines of an output that no parser knew, because errors come last. */
function unreadError(command: string, output: string): Violation {
  const lines = output.trim().split("\n").slice(-10)
  const message = `${command} failed: ${lines.join("; ").slice(-300)}`
  return { path: ".", rule: classifyBuildError(undefined, lines.join("\n")), message, evidence: command }
}
