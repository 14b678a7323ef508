import { text } from "node:stream/consumers"
import type { WriteStream } from "node:tty"
import { EXIT_CODES } from "./exit_code.ts"
import type { Io, Output } from "./io.ts"
import { endWithStarter } from "./starter.ts"

/** `argv`: what the command was called with. */
export function processIo(argv: readonly string[]): Io {
  endWithStarter()
  return {
    stdout: output(process.stdout),
    stderr: output(process.stderr),
    env: process.env,
    cwd: process.cwd(),
    self: ownCommand(argv),
    ask,
    readInput: () => text(process.stdin),
    onStop,
  }
}

/** Only where the process was started for this call; otherwise a host that calls the command would start itself. */
function ownCommand(argv: readonly string[]): readonly string[] | undefined {
  const [, script, ...given] = process.argv
  if (script === undefined || given.join("\0") !== argv.join("\0")) return undefined
  return [process.execPath, ...process.execArgv, script]
}

async function ask(question: string): Promise<string | null> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return null
  const { createInterface } = await import("node:readline/promises")
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const aborted = new AbortController()
  terminal.once("close", () => aborted.abort())
  // A terminal that is read key by key sends no signal at Ctrl-C.
  terminal.once("SIGINT", () => {
    process.emit("SIGINT")
    terminal.close()
  })
  try {
    return await terminal.question(question, { signal: aborted.signal })
  } catch {
    return ""
  } finally {
    terminal.close()
  }
}

/** A reader that leaves early (`| head`) is not an error; any other failed write is reported and sets an exit code. */
function output(stream: NodeJS.WriteStream): Output {
  let closed = false
  stream.on("error", (error: NodeJS.ErrnoException) => {
    const was_closed = closed
    closed = true
    if (was_closed || error.code === "EPIPE" || error.code === "EIO") return
    process.once("exit", () => {
      process.exitCode = EXIT_CODES.escalate
    })
    if (stream !== process.stderr) process.stderr.write(`proofloop: cannot write: ${error.message}\n`)
  })
  const terminal: Partial<WriteStream> = stream
  return {
    write(text) {
      if (!closed) stream.write(text)
    },
    is_terminal: terminal.isTTY === true,
    columns: terminal.columns || columnsAsked(),
    isClosed: () => closed,
  }
}

/** What a shell says of a terminal that is not ours, as in `COLUMNS=80 proofloop doctor | less`. */
function columnsAsked(): number | undefined {
  const columns = Number(process.env["COLUMNS"])
  return Number.isInteger(columns) && columns > 0 ? columns : undefined
}

/** `npx` and `npm start` pass on a Ctrl-C that the terminal has already sent to everyone. */
const ECHO_MS = 200

const SIGNALS = { SIGINT: 130, SIGTERM: 143, SIGHUP: 129 } as const

function onStop(stop: () => void): () => void {
  let stopped_at: number | null = null
  const listeners = Object.entries(SIGNALS).map(([signal, exit_code]) => {
    const listener = (): void => {
      if (stopped_at === null) {
        stopped_at = performance.now()
        stop()
      } else if (performance.now() - stopped_at > ECHO_MS) process.exit(exit_code)
    }
    process.on(signal, listener)
    return () => void process.off(signal, listener)
  })
  return () => {
    for (const unlisten of listeners) unlisten()
  }
}
