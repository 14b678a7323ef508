import { dirname, join } from "node:path"
import { hookHome } from "../state/hook_home.ts"
import type { OpencodeContext, OpencodeHooks } from "./hook_opencode.ts"
import type { PiApi } from "./hook_pi.ts"
import { onceFlags } from "./once_flags.ts"
import { openScripts, type Scripts, type ScriptsOptions } from "./open_scripts.ts"
import type * as Program from "./program.ts"
import { programVersion } from "./program_version.ts"

export function hookOpencode(context: OpencodeContext, words: readonly string[]): OpencodeHooks {
  return loadProgram().program.hookOpencode(context, words)
}

/** Listens to pi, for an extension that imports this file. */
export function hookPi(pi: PiApi, words: readonly string[]): void {
  loadProgram().program.hookPi(pi, words)
}

// A host that loads plugins imports this file: then nothing runs by itself.
if (require.main === module) void main()

async function main(): Promise<void> {
  const [verb, ...words] = process.argv.slice(2)
  if (verb !== "run") return
  // In the person's own folder, where nobody else can put code.
  const cache = join(hookHome(), "compiled")
  const flags = onceFlags()
  const { program, scripts } = loadProgram({
    cache,
    compile: (made) => flags.without(made),
    beforeRunOnce: () => flags.set(),
  })
  const { is_waiting } = await program.answerHost(words)
  flags.without(() => scripts.keep())
  if (is_waiting) endBySignal()
}

/** Exit waits for the reading thread. The launcher knows this signal, and leaves the input alone. */
function endBySignal(): void {
  process.kill(process.pid, process.platform === "win32" ? "SIGKILL" : "SIGALRM")
}

function loadProgram(options: Omit<ScriptsOptions, "folder" | "version"> = { cache: null }): {
  readonly program: typeof Program
  readonly scripts: Scripts
} {
  const scripts = openScripts({ folder: dirname(__filename), version: programVersion(), ...options })
  return { program: scripts.load("program.js") as typeof Program, scripts }
}
