import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { onTestFinished } from "vitest"
import { mainOf } from "../run_example.fixture.ts"

/** A host in a process of its own. */
export interface Host {
  readonly url: string
  /** What it has printed so far, line by line. */
  readonly lines: readonly string[]
  stop(signal: NodeJS.Signals): Promise<void>
}

/** Starts a host as its reader does, waits for the address it prints, and ends it with the test. */
export async function startHost(example: string, env: Readonly<Record<string, string>>): Promise<Host> {
  const child = spawn(process.execPath, ["--liftoff-only", mainOf(example)], {
    env: { ...process.env, PROOFLOOP_MODEL: "", PROOFLOOP_BASE_URL: "", PORT: "0", ...env },
    stdio: ["ignore", "pipe", "inherit"],
  })
  onTestFinished(() => stop(child, "SIGKILL"))
  const lines: string[] = []
  const url = await new Promise<string>((resolve, reject) => {
    child.once("exit", (code) => reject(new Error(`${example} ended with ${code}: ${lines.join("\n")}`)))
    createInterface({ input: child.stdout }).on("line", (line) => {
      lines.push(line)
      if (line.startsWith("http://")) resolve(line)
    })
  })
  return { url, lines, stop: (signal) => stop(child, signal) }
}

async function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exited = once(child, "exit")
  child.kill(signal)
  await exited
}
