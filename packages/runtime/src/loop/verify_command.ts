import { type CommandOptions, type CommandOutcome, runCommand } from "@proofloop/foundation/process"
import { cutMiddle } from "@proofloop/foundation/text"
import { type CheckOutcome, readCheck } from "../evidence/check_outcome.ts"
import { normaliseCommand } from "../evidence/command/normalise_command.ts"
import type { OutputParser } from "../evidence/parsers/parser.ts"
import { quoteText } from "../evidence/quote.ts"
import type { CheckVerdict, Verdict } from "../protocol/verdict.ts"
import type { VerifyCommand } from "./options.ts"

const LONGEST_EVIDENCE = 4000

export interface VerifyCommandPorts {
  /** Runs the command, in a sandbox for instance. Default: in a process group of its own. */
  readonly run?: ((options: CommandOptions) => Promise<CommandOutcome>) | undefined
  /** Read its output, before the built-in parsers. Default: the built-in ones alone. */
  readonly parsers?: readonly OutputParser[] | undefined
}

export async function verifyByCommand(
  options: VerifyCommand,
  workspace_root: string | undefined,
  signal: AbortSignal,
  { run = runCommand, parsers }: VerifyCommandPorts = {},
): Promise<Verdict> {
  const { command, cwd = workspace_root, timeout_ms, env, max_output_bytes } = options
  const outcome = await run({ command, cwd, timeout_ms, env, max_output_bytes, signal })
  return verdictOf(readCheck(outcome, { command, parsers }), options.check_id ?? commandLine(options))
}

/**
 * The outcome of a check in the words of the protocol. It has no weak verdict: a weak pass is `unable`, and its reason
 * says that it passes. What the environment lacks is a `fail`, because the detector tells its kind and the model may
 * mend it. A time-out fails with `timed_out`.
 */
function verdictOf(check: CheckOutcome, check_id: string): CheckVerdict {
  const { status } = check
  const { output = "", exit_code, tests_run, output_cut } = check
  const ran = {
    check_id,
    output,
    ...(typeof exit_code === "number" ? { exit_code } : {}),
    ...(typeof tests_run === "number" ? { tests_run } : {}),
  }
  if (status === "pass") return { status, ...ran, ...(output_cut && { output_cut }) }
  const said = `${check_id} ${check.reason}`
  if (status === "weak" || (status === "unable" && check.cause !== "environment"))
    return { status: "unable", reason: said, check_id }
  const evidence = `${said}.\n${quoteText(excerpt(output))}`
  return {
    status: "fail",
    evidence,
    ...ran,
    ...(status === "fail" && check.timed_out && { timed_out: true }),
  }
}

export function commandLine({ command }: VerifyCommand): string {
  return normaliseCommand(typeof command === "string" ? command : command.join(" "))
}

function excerpt(output: string): string {
  return cutMiddle(output.trim(), LONGEST_EVIDENCE, Math.floor(LONGEST_EVIDENCE / 3))
}
