import { realpathSync } from "node:fs"
import module from "node:module"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { hostAdapter } from "../hosts/hosts.ts"
import { hookHome } from "../state/hook_home.ts"
import { loadFold } from "./in_process.ts"
import { programVersion } from "./program_version.ts"
import { runHook } from "./run_hook.ts"

export { hookOpencode } from "./hook_opencode.ts"
export { hookPi } from "./hook_pi.ts"

/** Longer than any check a hook runs by itself. */
const GIVE_UP_MS = 3700 * 1000

// A host that loads plugins imports this file: then nothing runs by itself.
if (isProgram()) await main()

async function main(): Promise<void> {
  const [verb, ...words] = process.argv.slice(2)
  // From Node 22.1 on: what was compiled once is read from there. In the person's own folder, where nobody else can put code.
  const cacheCode: unknown = Reflect.get(module, "enableCompileCache")
  if (typeof cacheCode === "function") cacheCode.call(module, join(hookHome(), "compiled"))
  const timer = setTimeout(() => process.exit(0), GIVE_UP_MS)
  if (verb === "run") {
    const answer = await runHook({
      words,
      input: process.stdin,
      environment: process.env,
      version: programVersion(),
      adapterOf: hostAdapter,
      loadFold,
    })
    if (answer !== "") process.stdout.write(answer)
  }
  clearTimeout(timer)
}

function isProgram(): boolean {
  try {
    return realpathSync(process.argv[1] ?? "") === fileURLToPath(import.meta.url)
  } catch {
    return false
  }
}
