import { rm } from "node:fs/promises"
import { dirname } from "node:path"
import { runProgram } from "../process/program.ts"

/**
 * Removes a folder in which a stranger's program ran: paths may be too long for the system, folders may forbid their
 * owner to enter. Leaves what still cannot be removed. Never rejects.
 */
export async function removeFolder(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true, maxRetries: 3 })
  } catch {
    const options = { cwd: dirname(path), timeout_ms: 600_000, max_output_bytes: 2 ** 24 }
    // Both go down folder by folder, because Node would hand whole paths to the system. Follows no link.
    await runProgram({ command: ["chmod", "-R", "u+rwx", "--", path], ...options })
    await runProgram({ command: ["rm", "-rf", "--", path], ...options })
  }
}
