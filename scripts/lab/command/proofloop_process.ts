import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"
import { cleanEnvironment } from "@proofloop/foundation/process"

/** How the command ended, and what it said. */
export interface Ended {
  readonly ms: number
  /** The exit code, or the signal that ended it. */
  readonly ended: number | string | null
  readonly stdout: string
  /** stdout and stderr, as they came. */
  readonly output: string
}

interface Start {
  readonly env: Readonly<Record<string, string>>
  /** Gets what kills the process with SIGKILL, as soon as there is one. */
  readonly started?: ((kill: () => void) => void) | undefined
}

const PROGRAM = fileURLToPath(new URL("../../../packages/proofloop/bin.mjs", import.meta.url))

/** Runs the command `proofloop` as a process of its own, with a clean environment beside `env`. */
export async function runProofloop(args: readonly string[], { env, started }: Start): Promise<Ended> {
  const start = performance.now()
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    env: { ...cleanEnvironment(), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  })
  started?.(() => child.kill("SIGKILL"))
  const stdout: string[] = []
  const output: string[] = []
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout.push(text)
    output.push(text)
  })
  child.stderr.setEncoding("utf8").on("data", (text: string) => output.push(text))
  const ended = await new Promise<number | string | null>((resolve, reject) => {
    child.once("error", reject)
    child.once("close", (code, signal) => resolve(signal ?? code))
  })
  const ms = Math.round(performance.now() - start)
  return { ms, ended, stdout: stdout.join(""), output: output.join("") }
}
