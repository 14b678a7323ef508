import { thrownMessage } from "@proofloop/foundation/errors"
import type { Command } from "../arguments/verb.ts"
import type { Io, Output } from "../console/io.ts"
import { mayBeSecret, type ResidentAnswer, type ResidentCall, type Terminal } from "./messages.ts"

/**
 * Runs a call as a process of its own would: in the caller's folder and environment, except that variables that may be
 * secret are those of this process. null: the caller left before it was done, or the folder is gone.
 */
export async function answerCall(
  call: ResidentCall,
  { command, gone }: { readonly command: Command; readonly gone: Promise<void> },
): Promise<ResidentAnswer | null> {
  const here = process.cwd()
  const own = { ...process.env }
  const umask = process.umask(call.umask)
  const printed: (readonly ["stdout" | "stderr", string])[] = []
  let has_left = false
  void gone.then(() => (has_left = true))
  try {
    process.chdir(call.cwd)
    const secrets = Object.entries(own).filter(([name, value]) => mayBeSecret(name, value ?? ""))
    setEnvironment({ ...Object.fromEntries(secrets), ...call.env })
    const exit_code = await command(call.argv, {
      ...silentIo({ env: process.env, cwd: call.cwd }),
      stdout: output(call.stdout, (text) => void printed.push(["stdout", text])),
      stderr: output(call.stderr, (text) => void printed.push(["stderr", text])),
      onStop(stop) {
        let is_listening = true
        void gone.then(() => is_listening && stop())
        return () => void (is_listening = false)
      },
    })
    return has_left ? null : { printed, exit_code }
  } catch (error) {
    process.stderr.write(`check: ${thrownMessage(error)}\n`)
    return null
  } finally {
    process.umask(umask)
    setEnvironment(own)
    process.chdir(here)
  }
}

/** Nothing is printed and nobody is asked. */
export function silentIo({ env, cwd }: Pick<Io, "env" | "cwd">): Io {
  const nowhere = output({ is_terminal: false, columns: null }, () => undefined)
  return {
    stdout: nowhere,
    stderr: nowhere,
    env,
    cwd,
    ask: async () => null,
    readInput: async () => "",
    onStop: () => () => undefined,
  }
}

function output({ is_terminal, columns }: Terminal, write: Output["write"]): Output {
  return { write, is_terminal, columns: columns ?? undefined, isClosed: () => false }
}

/** Programs that a critic starts get it too. */
function setEnvironment(env: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name]
  Object.assign(process.env, env)
}
