import { onTestFinished } from "vitest"
import type { Io, Output } from "../console/io.ts"
import { runCommand } from "../main.ts"

/** A cockpit of the command, in this process. */
export interface StartedUi {
  readonly url: string
  readonly said: { readonly stdout: string; readonly stderr: string }
  /** As Ctrl-C does; resolves to the exit code. */
  stop(): Promise<number>
}

/** Calls `proofloop ui` and waits until it listens. Rejects with what it said where it ends before. */
export async function startUi(
  args: readonly string[],
  {
    cwd,
    env = {},
    self,
  }: { readonly cwd: string; readonly env?: Io["env"]; readonly self?: readonly string[] },
): Promise<StartedUi> {
  const said = { stdout: "", stderr: "" }
  let stop = (): void => undefined
  let told = (): void => undefined
  const listening = new Promise<void>((resolve) => (told = resolve))
  const output = (name: keyof typeof said): Output => ({
    write(text) {
      said[name] += text
      if (name === "stdout") told()
    },
    is_terminal: false,
    columns: undefined,
    isClosed: () => false,
  })
  const ended = runCommand(["ui", "--port", "0", "--json", ...args], {
    stdout: output("stdout"),
    stderr: output("stderr"),
    env: { HOME: cwd, PATH: process.env["PATH"], ...env },
    cwd,
    self,
    ask: async () => null,
    readInput: async () => "",
    onStop(listener) {
      stop = listener
      return () => undefined
    },
  })
  await Promise.race([listening, ended])
  const { url } = JSON.parse(said.stdout || "{}") as { url?: string }
  if (url === undefined) throw new Error(`it ended with ${await ended}: ${said.stderr}`)
  const end = async (): Promise<number> => {
    stop()
    return ended
  }
  onTestFinished(async () => void (await end()))
  return { url, said, stop: end }
}

export const TOKEN = "a-token-for-tests-0123456789"

/** What an address answers, as JSON. */
export async function getJson<Result = Record<string, unknown>>(url: string, path: string): Promise<Result> {
  return (await fetch(new URL(path, url))).json() as Promise<Result>
}

/** Does an action of a row. */
export async function act(
  url: string,
  row: string,
  body: object,
): Promise<{
  readonly status: number
  readonly answer: { readonly done?: string; readonly error?: string }
}> {
  const response = await fetch(new URL(`/api/rows/${row}/actions`, url), {
    method: "POST",
    headers: { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  })
  return { status: response.status, answer: (await response.json()) as { done?: string } }
}
