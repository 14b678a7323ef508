import { setFlagsFromString } from "node:v8"
import type { Implementation } from "./implementation.ts"
import { ourImplementation } from "./ours.ts"
import { stdioProcesses } from "./stdio_processes.ts"

/**
 * The parsers of golden cases are WebAssembly, and a run ends before optimised code pays. Without optimisation a
 * process needs half the memory and half the time. Its children start faster too, because a fork takes longer with
 * more memory.
 */
const NO_OPTIMISED_WASM = "--liftoff-only"

/** Golden cases build, test and scan small projects in parallel, perhaps on busy machines. */
const LONGEST_ANSWER_MS = 300_000

/** Milliseconds a process may take to load what it serves. */
const LONGEST_START_MS = 120_000

/**
 * Our own implementation in this many processes, the first being this one, to share the cases of a run. Each has to
 * be closed.
 */
export async function ourProcesses(count: number): Promise<readonly Implementation[]> {
  setFlagsFromString(NO_OPTIMISED_WASM)
  const command = [process.execPath, NO_OPTIMISED_WASM, "--input-type=module", "--eval", program()] as const
  const others = await stdioProcesses(count - 1, {
    command,
    timeout_ms: LONGEST_ANSWER_MS,
    start_timeout_ms: LONGEST_START_MS,
  })
  return [ourImplementation(), ...others]
}

function program(): string {
  const entry = addressOf("@proofloop/conformance")
  const serve = `const { ourImplementation, serveStdio } = await import(${JSON.stringify(entry)})
    await serveStdio(ourImplementation())`
  // In a checkout the package resolves to sources, in an installed package to dist.
  if (!entry.endsWith(".ts")) return serve
  return `const { register } = await import(${JSON.stringify(addressOf("tsx/esm/api"))})
    register({ tsconfig: false })
    ${serve}`
}

/** webpack would follow a constant. */
function addressOf(specifier: string): string {
  return import.meta.resolve(specifier)
}
