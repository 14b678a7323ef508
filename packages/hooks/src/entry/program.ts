import { hostAdapter } from "../hosts/hosts.ts"
import { loadFold } from "./load_fold.ts"
import { programVersion } from "./program_version.ts"
import { runHook } from "./run_hook.ts"
import { writeOutput } from "./standard_streams.ts"

export { hookOpencode } from "./hook_opencode.ts"
export { hookPi } from "./hook_pi.ts"

/** Answers the event on standard input by the flags after `run`, and says whether it still waits for input. Never rejects. */
export async function answerHost(words: readonly string[]): Promise<{ readonly is_waiting: boolean }> {
  const { answer, is_waiting } = await runHook({
    words,
    environment: process.env,
    version: programVersion(),
    adapterOf: hostAdapter,
    loadFold,
  })
  if (answer !== "") writeOutput(answer)
  return { is_waiting }
}
