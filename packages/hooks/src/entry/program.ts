import { hostAdapter } from "../hosts/hosts.ts"
import { loadFold } from "./load_fold.ts"
import { programVersion } from "./program_version.ts"
import { runHook } from "./run_hook.ts"
import { writeOutput } from "./standard_streams.ts"

export { hookOpencode } from "./hook_opencode.ts"
export { hookPi } from "./hook_pi.ts"

/**
 * Answers the event on standard input, told by what stands behind `run` in the host's settings, and says whether it still waits
 * for that input. Never rejects.
 */
export async function answerHost(words: readonly string[]): Promise<{ readonly is_waiting: boolean }> {
  let is_set = false
  const { answer, is_waiting } = await runHook({
    words,
    environment: process.env,
    version: programVersion(),
    adapterOf: hostAdapter,
    async loadFold() {
      const createFold = await loadFold()
      is_set = true
      setV8Flag("--no-regexp-peephole-optimization")
      return createFold
    },
  })
  if (answer !== "") writeOutput(answer)
  if (is_set) setV8Flag("--regexp-peephole-optimization")
  return { is_waiting }
}

/**
 * A fold that is used once runs most of its regular expressions once or twice: to make their code better takes longer than to
 * run it. V8 takes no code that was kept under other flags, so the flag stands only while the fold runs.
 */
function setV8Flag(flag: string): void {
  // Most events need no flag, and loading this takes time.
  process.getBuiltinModule("node:v8").setFlagsFromString(flag)
}
