import type { Implementation } from "./implementation.ts"
import { stdioProcesses } from "./stdio_processes.ts"

/** Golden cases build, test and scan small projects, side by side and on machines that are busy otherwise. */
const LONGEST_ANSWER_MS = 300_000

/** Milliseconds a process may take to load what it serves. */
const LONGEST_START_MS = 120_000

/**
 * Our own implementation in so many processes, to share the cases of a run: each uses a core of its own, and what it starts
 * starts faster than from one large process. Each has to be closed.
 */
export async function ourProcesses(count: number): Promise<readonly Implementation[]> {
  const command = [process.execPath, "--input-type=module", "--eval", program()] as const
  return stdioProcesses(count, {
    command,
    timeout_ms: LONGEST_ANSWER_MS,
    start_timeout_ms: LONGEST_START_MS,
  })
}

function program(): string {
  const entry = import.meta.resolve("@proofloop/conformance")
  const serve = `const { ourImplementation, serveStdio } = await import(${JSON.stringify(entry)})
    await serveStdio(ourImplementation())`
  // In a checkout the package resolves to sources, in an installed package to dist.
  if (!entry.endsWith(".ts")) return serve
  return `const { register } = await import(${JSON.stringify(import.meta.resolve("tsx/esm/api"))})
    register({ tsconfig: false })
    ${serve}`
}
