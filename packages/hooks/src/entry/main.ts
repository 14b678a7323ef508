import module from "node:module"
import { hostAdapter } from "../hosts/hosts.ts"
import { runHook } from "./run_hook.ts"

/** Longer than any check a hook runs by itself. */
const GIVE_UP_MS = 3700 * 1000

const [verb, ...words] = process.argv.slice(2)
// From Node 22.1 on: what was compiled once is read from there.
const cacheCode: unknown = Reflect.get(module, "enableCompileCache")
if (typeof cacheCode === "function") cacheCode.call(module)
const timer = setTimeout(() => process.exit(0), GIVE_UP_MS)
if (verb === "run") {
  const answer = await runHook({
    words,
    input: process.stdin,
    environment: process.env,
    version: __PROGRAM_VERSION__,
    adapterOf: hostAdapter,
    loadFold: async () => (await import("../fold/fold.ts")).createFold,
  })
  if (answer !== "") process.stdout.write(answer)
}
clearTimeout(timer)
