import { rm } from "node:fs/promises"
import { dirname } from "node:path"
import { runProgram } from "../process/program.ts"

/**
 * Removes a folder in which a stranger's program has run: paths may be longer than the system takes, folders may forbid their
 * owner to enter. What cannot be removed even so stays. Never rejects.
 */
export async function removeFolder(path: string): Promise<void> {
  try {
    await rm(path, { recursive: true, force: true, maxRetries: 3 })
  } catch {
    const options = { cwd: dirname(path), timeout_ms: 600_000, max_output_bytes: 2 ** 24 }
    // Both go down folder by folder, where Node hands whole paths to the system. No link is followed.
    await runProgram({ command: ["chmod", "-R", "u+rwx", "--", path], ...options })
    await runProgram({ command: ["rm", "-rf", "--", path], ...options })
  }
}
