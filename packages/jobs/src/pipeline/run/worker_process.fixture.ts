import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdir, rm } from "node:fs/promises"
import { createRequire } from "node:module"
import { fileURLToPath, pathToFileURL } from "node:url"

/** A worker in its own process and folder. */
export interface WorkerProcess {
  readonly pid: number
  /** As `kill -9` does, after which its machine is gone with all it had; or as a deployment asks a worker to end. */
  readonly end: (signal: "SIGKILL" | "SIGTERM") => Promise<void>
}

/** Starts a program with what it is to do as JSON; resolves when it has written a line. */
export async function startWorker(program: URL, folder: string, job: object): Promise<WorkerProcess> {
  await mkdir(folder, { recursive: true })
  const loader = pathToFileURL(createRequire(import.meta.url).resolve("tsx")).href
  const child: ChildProcess = spawn(
    process.execPath,
    ["--import", loader, fileURLToPath(program), JSON.stringify(job)],
    { cwd: folder, env: { PATH: process.env["PATH"], HOME: folder }, stdio: ["ignore", "pipe", "pipe"] },
  )
  let said = ""
  child.stderr?.on("data", (data: Buffer) => void (said = `${said}${data.toString()}`.slice(-4000)))
  const ended = once(child, "close")
  const { stdout } = child
  if (stdout === null) throw new Error("the worker has no output")
  const is_ready = await Promise.race([once(stdout, "data").then(() => true), ended.then(() => false)])
  if (!is_ready) throw new Error(`the worker ended: ${said}`)
  return {
    pid: child.pid ?? 0,
    async end(signal) {
      child.kill(signal)
      await ended
      // Commands that it ran may still write there.
      if (signal === "SIGKILL") await rm(folder, { recursive: true, force: true, maxRetries: 20 })
    },
  }
}
