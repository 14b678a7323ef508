import { type CommandOptions, type CommandOutcome, runCommand } from "@proofloop/foundation/process"
import { cutMiddle } from "@proofloop/foundation/text"
import { normaliseCommand } from "../evidence/command/normalise_command.ts"
import { readCheckCommand } from "../evidence/command/read_command.ts"
import { diagnose } from "../evidence/diagnose.ts"
import { isReportParser } from "../evidence/parsers/errors.ts"
import type { OutputParser } from "../evidence/parsers/parser.ts"
import { parsersWith } from "../evidence/parsers/registry.ts"
import { quoteText } from "../evidence/quote.ts"
import type { Verdict } from "../protocol/verdict.ts"
import type { VerifyCommand } from "./options.ts"

const LONGEST_EVIDENCE = 4000

/** How a verification command is run and read. */
export interface VerifyCommandPorts {
  /** Runs the command, in a sandbox for instance. Default: in a process group of its own. */
  readonly run?: ((options: CommandOptions) => Promise<CommandOutcome>) | undefined
  /** Read its output, before the built-in parsers. Default: the built-in ones alone. */
  readonly parsers?: readonly OutputParser[] | undefined
}

/**
 * Runs the verification command. Exit 0 passes unless its own report speaks of failures; a time-out fails with kind
 * `timeout`. `unable`, because they say nothing about the work: exit 126 or 127, a spawn error, a foreign signal, or
 * zero tests run without a failure.
 * @requirement loop.proof.contradicted
 */
export async function verifyByCommand(
  options: VerifyCommand,
  workspace_root: string | undefined,
  signal: AbortSignal,
  { run = runCommand, parsers }: VerifyCommandPorts = {},
): Promise<Verdict> {
  const check_id = checkIdOf(options)
  const outcome = await run({
    command: options.command,
    cwd: options.cwd ?? workspace_root,
    timeout_ms: options.timeout_ms,
    env: options.env,
    max_output_bytes: options.max_output_bytes,
    signal,
  })
  const unable = (reason: string): Verdict => ({
    status: "unable",
    reason: `${check_id}: ${reason}`,
    check_id,
  })
  const { output, exit_code } = outcome
  if (outcome.aborted) return unable("interrupted")
  if (outcome.timed_out) {
    const evidence = `${check_id} timed out.\n${quoteText(excerpt(output))}`
    return { status: "fail", check_id, evidence, output, timed_out: true }
  }
  if (outcome.spawn_error !== null) return unable(`could not be started: ${outcome.spawn_error}`)
  if (exit_code === null) return unable(`was ended by ${outcome.signal ?? "a signal"}`)
  if (exit_code === 126 || exit_code === 127) {
    return unable(`exit code ${exit_code}, the command could not be run: ${excerpt(output)}`)
  }
  const context = {
    check_id,
    command: commandLine(options),
    workspace_root,
    parsers: parsersWith(parsers),
  }
  const report = diagnose({ ok: true, output, exit_code }, context)
  const hidden =
    typeof options.command === "string" && readCheckCommand(options.command)?.exit_code_hidden === true
  if (hidden && report.parser === "lines") {
    return unable("the exit code belongs to a command after the check, and the output is not a known report")
  }
  const { tests_run } = report
  const counted = tests_run === null ? {} : { tests_run }
  const speaks =
    report.count > 0 || (exit_code !== 0 && isReportParser(diagnose({ ok: false, output }, context).parser))
  if (tests_run === 0 && !speaks) return unable("no test ran, so it proves nothing")
  if (exit_code === 0 && !speaks) return { status: "pass", check_id, exit_code, output, ...counted }
  const how =
    exit_code === 0 ? "reports failures behind its exit code 0" : `failed with exit code ${exit_code}`
  const evidence = `${check_id} ${how}.\n${quoteText(excerpt(output))}`
  return { status: "fail", check_id, exit_code, evidence, output, ...counted }
}

/** Names the check of a command: what the host calls it, else the command line. */
function checkIdOf(options: VerifyCommand): string {
  return options.check_id ?? commandLine(options)
}

export function commandLine({ command }: VerifyCommand): string {
  return normaliseCommand(typeof command === "string" ? command : command.join(" "))
}

function excerpt(output: string): string {
  return cutMiddle(output.trim(), LONGEST_EVIDENCE, Math.floor(LONGEST_EVIDENCE / 3))
}
