export interface CheckRun {
  readonly output: string
  /** Null if it was killed. */
  readonly exit_code: number | null
}

const MAX_OUTPUT = 512 * 1024

/**
 * Runs a command line with the system's shell in a folder; after `seconds` kills it and everything it started. Never
 * rejects.
 */
export async function runCheck(command: string, folder: string, seconds: number): Promise<CheckRun> {
  // Most events run no check, and loading this takes a tenth of what starting Node does.
  const { spawn } = await import("node:child_process")
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    const child = spawn(command, {
      cwd: folder,
      shell: true,
      stdio: ["ignore", "pipe", "pipe"],
      detached: process.platform !== "win32",
    })
    const end = () => {
      try {
        if (child.pid !== undefined && process.platform !== "win32") process.kill(-child.pid, "SIGKILL")
        else child.kill("SIGKILL")
      } catch {
        // It has ended already.
      }
    }
    const timer = setTimeout(end, seconds * 1000)
    const take = (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      // The end of a report says what failed.
      while (size > MAX_OUTPUT && chunks.length > 1) size -= chunks.shift()?.length ?? 0
    }
    const done = (exit_code: number | null) => {
      clearTimeout(timer)
      resolve({ output: Buffer.concat(chunks).toString("utf8").slice(-MAX_OUTPUT), exit_code })
    }
    child.stdout.on("data", take)
    child.stderr.on("data", take)
    child.on("error", () => done(null))
    child.on("exit", (code) => {
      // What it left behind keeps the pipes open.
      end()
      setImmediate(done, code)
    })
  })
}
