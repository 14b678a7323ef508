import { withGitTimeout } from "@proofloop/foundation/git"
import { oneLine } from "@proofloop/foundation/text"
import { StoreError, type StoreProblem } from "@proofloop/jobs/internal"
import { readCount } from "../arguments/numbers.ts"
import type { Input } from "../arguments/verb.ts"
import { EXIT_CODES } from "../console/exit_code.ts"
import type { Io } from "../console/io.ts"
import { Misuse } from "../console/misuse.ts"
import { type FlagNames, inFlags } from "../verdicts/flag_names.ts"

/** The exit code of each store error; the others are misuse. */
const CODES: Partial<Readonly<Record<StoreProblem, number>>> = {
  corrupt: EXIT_CODES.findings,
  differs: EXIT_CODES.findings,
  busy: EXIT_CODES.escalate,
  io: EXIT_CODES.escalate,
  not_claimed: EXIT_CODES.escalate,
}

const JOB_FLAGS: FlagNames = {
  id: { flag: "ID" },
  by: { flag: "--by" },
  store: { flag: "--store" },
  reply: { flag: "--refine and --reason" },
  model_timeout_ms: { flag: "--model-timeout" },
  prompt_dir: { flag: "--prompt-dir" },
  base_url: { flag: "--github-url" },
  remote_url: { flag: "--github-remote" },
  fork: { flag: "--github-fork" },
  "app.app_id": { flag: "--github-app" },
  "app.private_key": { flag: "--github-app-key" },
  token: { flag: "--github-token-env" },
}

/**
 * Does something with a store of jobs, under --git-timeout. Reports an error of the store and returns its exit code.
 * A file of another kind is misuse where a flag names it, and a damaged store in the place of the default one. Errors
 * name options by their flags. Throws Misuse.
 */
export async function withStoreTrouble(
  {
    input,
    io,
    flags,
    named = input.isArgument("store") ? "--store: " : null,
  }: {
    readonly input: Input
    readonly io: Io
    readonly flags: FlagNames
    /** What stands before an error where a flag names the store; null: it is the default one. Default: by --store. */
    readonly named?: string | null
  },
  work: () => Promise<number>,
): Promise<number> {
  const seconds = readCount(input, "git-timeout")
  try {
    return await inFlags(
      { ...JOB_FLAGS, ...flags },
      seconds === undefined ? work : () => withGitTimeout(seconds * 1000, work),
    )
  } catch (error) {
    if (!(error instanceof StoreError)) throw error
    const { code, message } = error
    const exit_code = code === "not_a_store" && named === null ? EXIT_CODES.findings : CODES[code]
    if (exit_code === undefined) throw new Misuse(`${named ?? ""}${oneLine(message)}`)
    if (input.json) io.stdout.write(`${JSON.stringify({ error: { code, message } })}\n`)
    io.stderr.write(`proofloop: ${oneLine(message)}\n`)
    return exit_code
  }
}
