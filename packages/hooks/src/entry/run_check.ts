import type { EndedProcess } from "@proofloop/runtime/internal/evidence"

const MAX_OUTPUT = 512 * 1024
const PIPES_MS = 500

/**
 * Runs a command line with the system's shell in a folder, without what the program of hooks may not load; after `seconds` kills it and everything it started. Never
 * rejects.
 */
export async function runCheck(command: string, folder: string, seconds: number): Promise<EndedProcess> {
  // Most events run no check, and loading this takes a tenth of what starting Node does.
  const { spawn } = await import("node:child_process")
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    let truncated_bytes = 0
    let timed_out = false
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
    const timer = setTimeout(() => {
      timed_out = true
      end()
    }, seconds * 1000)
    const take = (chunk: Buffer) => {
      chunks.push(chunk)
      size += chunk.length
      // The end of a report says what failed.
      while (size > MAX_OUTPUT && chunks.length > 1) {
        const { length } = chunks.shift() ?? []
        size -= length
        truncated_bytes += length
      }
    }
    let grace: NodeJS.Timeout | undefined
    const done = (ended: Partial<EndedProcess>) => {
      clearTimeout(timer)
      clearTimeout(grace)
      resolve({
        output: Buffer.concat(chunks).toString("utf8").slice(-MAX_OUTPUT),
        exit_code: null,
        signal: null,
        spawn_error: null,
        aborted: false,
        timed_out,
        truncated_bytes,
        duration_ms: seconds * 1000,
        ...ended,
      })
    }
    child.stdout.on("data", take)
    child.stderr.on("data", take)
    child.on("error", ({ message }) => done({ spawn_error: message }))
    child.on("close", (exit_code, signal) => done({ exit_code, signal }))
    child.on("exit", (exit_code, signal) => {
      end()
      // A process that is in no group of ours may keep the pipes open.
      grace = setTimeout(done, PIPES_MS, { exit_code, signal })
    })
  })
}
