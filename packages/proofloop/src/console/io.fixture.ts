import { runCommand } from "../main.ts"
import type { Io, Output } from "./io.ts"

export interface Called {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Calls the command in this process, on outputs that only remember. */
export async function call(
  args: readonly string[],
  options: {
    readonly env?: Io["env"]
    readonly cwd?: string
    readonly is_terminal?: boolean
    readonly answer?: string
    readonly input?: string
    readonly onStop?: Io["onStop"]
  } = {},
): Promise<Called> {
  const { env = {}, cwd = process.cwd(), is_terminal = false } = options
  let stdout = ""
  let stderr = ""
  const output = (write: Output["write"]): Output => ({
    write,
    is_terminal,
    columns: is_terminal ? 100 : undefined,
    isClosed: () => false,
  })
  const code = await runCommand(args, {
    stdout: output((text) => (stdout += text)),
    stderr: output((text) => (stderr += text)),
    env,
    cwd,
    ask: async (question) => {
      stderr += question
      return options.answer ?? null
    },
    readInput: async () => options.input ?? "",
    onStop: options.onStop ?? (() => () => undefined),
  })
  return { code, stdout, stderr }
}
