import type { Implementation } from "./implementation.ts"
import { stdioImplementation, type StdioOptions } from "./stdio.ts"

/**
 * So many processes of one implementation, to share the cases of a run; each has to be closed. Rejects as stdioImplementation
 * does; none is left running then.
 */
export async function stdioProcesses(
  count: number,
  options: StdioOptions,
): Promise<readonly Implementation[]> {
  const started = await Promise.allSettled(
    Array.from({ length: count }, async () => stdioImplementation(options)),
  )
  const running = started.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []))
  const refused = started.find((one) => one.status === "rejected")
  if (refused === undefined) return running
  await Promise.all(running.map(async (implementation) => implementation.close()))
  throw refused.reason
}
