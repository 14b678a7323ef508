import { join } from "node:path"
import { runCommand } from "@proofloop/foundation/process"
import type { Command } from "./command.ts"
import { FEEDBACK } from "./shop.ts"

/** Adds so many rows to the store by the library beside a command: a process for each would take minutes. */
export async function fillStore({ checkout, has }: Command, store: string, rows: number): Promise<void> {
  const library = has("--unsafe-host-runner")
    ? "@proofloop/self-correction"
    : "@proofloop/stdlib/self-correction"
  const program = `
    import { openFeedbackStore } from ${JSON.stringify(library)}
    const store = await openFeedbackStore(${JSON.stringify(store)})
    for (let row = 1; row <= ${rows}; row += 1)
      await store.add({ id: "fb-" + row, body: ${JSON.stringify(FEEDBACK)}, severity: "high", from_handle: "ada" })
    await store.close()`
  const command = [
    process.execPath,
    "--import",
    import.meta.resolve("tsx"),
    "--input-type=module",
    "--eval",
    program,
  ] as const
  const cwd = join(checkout, "packages/cli")
  const { exit_code, output } = await runCommand({ command, cwd, timeout_ms: 600_000 })
  if (exit_code !== 0) throw new Error(`${rows} rows could not be added: ${output.slice(0, 1000)}`)
}
