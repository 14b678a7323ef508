import { readGivenCheck } from "./command/read_command.ts"
import { missingPackage } from "./missing_module.ts"
import { readOwnReport } from "./own_report.ts"
import { parseErrors, isReportParser } from "./parsers/errors.ts"
import { linesParser } from "./parsers/lines.ts"
import type { OutputParser, ParsedDiagnostic, ParsedOutput } from "./parsers/parser.ts"
import { parsersWith, type ReadOutput } from "./parsers/registry.ts"

/** How the process of a check ended, as `runCommand` gives it. */
export interface EndedProcess {
  readonly output: string
  readonly exit_code: number | null
  readonly signal: string | null
  readonly timed_out: boolean
  readonly aborted: boolean
  readonly spawn_error: string | null
  readonly truncated_bytes: number
  readonly duration_ms: number
}

/** Why a run of a check says nothing about the code. */
export type UnableCause =
  | "interrupted"
  | "not_started"
  | "killed"
  | "nothing_ran"
  /** It names no failure, and lacks something that no edit can give: a tool, a package, a service. */
  | "environment"
  /** As `environment`, and what it lacks is a module of others that it imports. */
  | "missing_module"
  /** The middle of its output is gone, and its exit code is not known to be its own. */
  | "cut"
  /** Its exit code is hidden, and no report of it is known. */
  | "unreadable"

export type WeakCause =
  /** Its output speaks of a failure that no report counts. */
  | "doubt"
  /** Its exit code is hidden, and a pipe may have hidden the failures too. */
  | "part"
  /** Its exit code is hidden, and it printed nothing, as it does when it passes. */
  | "silent"
  /** It runs a tool that reports each run, and no report was printed: the code may have ended the process. */
  | "unreported"
  /** The middle of its output is gone, and no report follows. */
  | "cut"

interface ReadCheck extends ReadOutput {
  /** Tests that ran; null: it does not say. */
  readonly tests_run: number | null
  readonly output: string
  readonly exit_code: number
  /** The middle of its output was left out. */
  readonly output_cut: boolean
}

/** What one run of a check means. `reason` says it of the check, as in "npm test" + " was interrupted". */
export type CheckOutcome =
  | (ReadCheck & { readonly status: "pass" })
  | (ReadCheck & { readonly status: "weak"; readonly cause: WeakCause; readonly reason: string })
  | (Omit<ReadCheck, "exit_code"> & {
      readonly status: "fail"
      /** null: it was ended at its time limit. */
      readonly exit_code: number | null
      readonly timed_out: boolean
      readonly reason: string
    })
  | (Partial<ReadCheck> & { readonly status: "unable"; readonly cause: UnableCause; readonly reason: string })

export interface ReadCheckOptions {
  readonly command: string | readonly string[]
  readonly parsers?: readonly OutputParser[] | undefined
  /**
   * Whether a module that is missing would be the project's own, so that the code is at fault. Default: any may be.
   */
  readonly isOwnModule?: ((module: string) => boolean) | undefined
}

/**
 * Reads one run of a check: the only place that decides what it means. What its own report says of failures is a
 * failure, whatever hides the exit code. A pass has an exit code of 0 that is the check's own, or totals that show it.
 * Pure, linear in the output, never throws.
 * @requirement loop.proof.contradicted
 */
export function readCheck(
  outcome: EndedProcess,
  { command, parsers, isOwnModule }: ReadCheckOptions,
): CheckOutcome {
  const { output, exit_code, timed_out } = outcome
  if (outcome.aborted) return unable("interrupted", "was interrupted")
  if (outcome.spawn_error !== null)
    return unable("not_started", `could not be started: ${outcome.spawn_error}`)
  if (exit_code === null && !timed_out)
    return unable("killed", `was ended by ${outcome.signal ?? "a signal"}`)
  const line = shellLine(command)
  const own = readOwnReport(output, line, parsersWith(parsers), true)
  const { parsed, parser } = own.known ??
    parseErrors(own.text) ?? { parsed: linesParser.parse(own.text), parser: linesParser.name }
  const output_cut = outcome.truncated_bytes > 0
  const ran = { parsed, parser, tests_run: own.tests_run, output, exit_code: exit_code ?? -1, output_cut }
  const fail = (reason: string): CheckOutcome => ({ ...ran, exit_code, status: "fail", timed_out, reason })
  const weak = (cause: WeakCause, reason: string): CheckOutcome => ({ ...ran, status: "weak", cause, reason })
  const no = (cause: UnableCause, reason: string): CheckOutcome => ({ ...ran, ...unable(cause, reason) })
  if (timed_out) return fail(`timed out after ${Math.round(outcome.duration_ms / 1000)} s`)
  if (exit_code === 126 || exit_code === 127)
    return no(
      "not_started",
      `could not be started: ${exit_code === 126 ? "no right to run it" : "not installed"}: ${lastLine(output)}`,
    )
  if (exit_code !== 0) {
    const is_report = isReportParser(parser)
    if (own.tests_run === 0 && own.failures === 0 && !is_report) return no("nothing_ran", NOTHING)
    const found = isOwnModule === undefined ? parsed : withLacks(parsed, isOwnModule)
    const lack = is_report && found.diagnostics.some(isNamed) ? null : lackIn(found)
    if (lack === null) return fail(`failed with exit code ${exit_code}`)
    return no(parsed.diagnostics.includes(lack) ? "environment" : "missing_module", lackText(lack))
  }
  if (own.failures > 0) return fail("reports failures behind its exit code 0")
  const is_hidden = own.check?.exit_code_hidden === true
  if (is_hidden && own.shows_pass === null)
    return no("unreadable", "has an exit code that is another command's, and printed no report that is known")
  if (own.tests_run === 0) return no("nothing_ran", NOTHING)
  if (own.doubt !== "") return weak("doubt", `passes, but ${own.doubt}`)
  if (is_hidden && own.shows_pass === "silent")
    return weak("silent", "printed nothing, and its exit code is hidden")
  if (is_hidden && own.shows_pass === "part")
    return weak("part", "shows what passed alone: its exit code is hidden, and so may be what failed")
  if (output_cut && (own.check === null || is_hidden))
    return no("cut", "printed too much: the middle was left out, and its exit code may be another command's")
  if (output_cut) {
    const tail = readOwnReport(output.slice(output.lastIndexOf(CUT)), line, parsersWith(parsers), true)
    if (tail.shows_pass === null)
      return weak("cut", "passes, but the middle of its output was left out, and no report follows")
  }
  const runner = own.tests_run === null ? runnerWithoutReport(output, line, parsersWith(parsers)) : null
  return runner === null
    ? { ...ran, status: "pass" }
    : weak("unreported", `passes, but ${runner} printed no report of its tests`)
}

/** A runner that the line names, or a script by its echo, and that would have reported. */
function runnerWithoutReport(output: string, line: string, parsers: readonly OutputParser[]): string | null {
  for (const run of [line, ...echoedLines(output)]) {
    const checks = readGivenCheck(run)?.check_id.split(" && ") ?? []
    const names = checks.map((check) => check.split(" ", 1)[0] ?? "")
    const runner = names.find((name) =>
      parsers.some(
        ({ name: own, always_reports, commands }) =>
          always_reports === true &&
          (own === name || (commands !== undefined && name.search(commands) !== -1)),
      ),
    )
    if (runner !== undefined) return runner
  }
  return null
}

/** Command lines that an output shows before what they print, as package managers do: "> vitest run", "$ tsc -b". */
export function echoedLines(output: string): readonly string[] {
  const echoes = output.slice(0, MOST_ECHO).matchAll(/^[>$] (.{1,400})$/gm)
  return Array.from(echoes, ([, echo = ""]) => echo)
}

/** As `readCheck`, of a check that exited with 0, as far as anybody saw, and of which only the output is known. */
export function readPrinted(
  output: string,
  command: string,
  parsers?: readonly OutputParser[],
): CheckOutcome {
  const ended = { exit_code: 0, signal: null, timed_out: false, aborted: false, spawn_error: null }
  return readCheck({ ...ended, output, truncated_bytes: 0, duration_ms: 0 }, { command, parsers })
}

/** Where a package manager shows the line that it runs. */
const MOST_ECHO = 4000
const NOTHING = "ran no test, so it proves nothing"
/** As `runCommand` marks it. */
const CUT = " bytes of output left out]"

function unable(cause: UnableCause, reason: string) {
  return { status: "unable", cause, reason } as const
}

/** A list of arguments as a shell would take it. */
function shellLine(command: string | readonly string[]): string {
  return typeof command === "string"
    ? command
    : command
        .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`))
        .join(" ")
}

/** Whether a failure has a name that is not that of a missing thing. */
function isNamed({ kind, test_id, location }: ParsedDiagnostic): boolean {
  return test_id !== undefined || (location !== undefined && kind !== "environment")
}

/** Nothing is at fault where a module of others is missing, whichever file asks for it. */
function withLacks(parsed: ParsedOutput, isOwnModule: (module: string) => boolean): ParsedOutput {
  const diagnostics = parsed.diagnostics.map((diagnostic) => {
    const missing = missingPackage(diagnostic.message.slice(0, MAX_READ))
    if (missing === null || isOwnModule(missing.module)) return diagnostic
    const message = `the module ${missing.module}, which "${missing.install}" may bring`
    return { kind: "environment" as const, message }
  })
  return { ...parsed, diagnostics }
}

const MAX_READ = 2000

function lackIn({ diagnostics }: ParsedOutput): ParsedDiagnostic | null {
  return diagnostics.find(({ kind }) => kind === "environment") ?? null
}

function lackText({ message }: ParsedDiagnostic): string {
  return `lacks something outside the code: ${message.split("\n", 1)[0]?.slice(0, 200)}`
}

function lastLine(output: string): string {
  return output.trim().split("\n").at(-1)?.slice(0, 300) ?? ""
}
