import type { Readable } from "node:stream"
import { cleanEnvironment } from "./clean_environment.ts"
import { superviseProcess } from "./supervised_process.ts"

export interface ProgramOptions {
  /** No shell reads it. */
  readonly command: readonly [program: string, ...args: string[]]
  readonly cwd: string
  /** Milliseconds until it is ended. */
  readonly timeout_ms: number
  /** Most bytes that either stream may print; a program that prints more is ended. */
  readonly max_output_bytes: number
  /** The whole environment. Default: the clean one. */
  readonly env?: Readonly<Record<string, string>> | undefined
  /** What it reads. Default: nothing. */
  readonly input?: string | undefined
  readonly signal?: AbortSignal | undefined
}

export interface ProgramOutcome {
  readonly stdout: Buffer
  readonly stderr: Buffer
  /** null when it was missing, was aborted or ended by a signal, took too long or printed too much. */
  readonly exit_code: number | null
  /** The signal that ended it, such as "SIGTERM"; null when none did. */
  readonly signal: string | null
  /** It was ended because its time was over. */
  readonly timed_out: boolean
  /** Why it could not start, else null. */
  readonly spawn_error: string | null
  /** It was ended because it printed too much. */
  readonly is_cut: boolean
  /** Why it has no exit code; null when it has one. */
  readonly failure: string | null
}

const KILL_AFTER_MS = 5000

/** Runs a program to its end in its own process group, keeping the bytes of both streams apart. Never rejects. */
export async function runProgram({
  command,
  cwd,
  timeout_ms,
  max_output_bytes,
  env = cleanEnvironment(),
  input,
  signal: stop,
}: ProgramOptions): Promise<ProgramOutcome> {
  const stdout = createSink(max_output_bytes)
  const stderr = createSink(max_output_bytes)
  const ended = await superviseProcess({
    command,
    cwd,
    env,
    stdin: input === undefined ? "ignore" : "pipe",
    signal: stop,
    timeout_ms,
    kill_after_ms: KILL_AFTER_MS,
    connect(started, end) {
      stdout.read(started.stdout, end)
      stderr.read(started.stderr, end)
      started.stdin?.end(input)
    },
  })
  const { exit_code, signal, timed_out, aborted, spawn_error } = ended
  const is_cut = stdout.isFull() || stderr.isFull()
  const failure =
    spawn_error ??
    (aborted ? "was aborted" : null) ??
    (timed_out ? `took longer than ${timeout_ms} ms` : null) ??
    (is_cut ? `printed more than ${max_output_bytes} bytes` : null) ??
    (exit_code === null ? `was ended by ${signal}` : null)
  return {
    stdout: stdout.bytes(),
    stderr: stderr.bytes(),
    exit_code: failure === null ? exit_code : null,
    signal,
    timed_out,
    spawn_error,
    is_cut,
    failure,
  }
}

function createSink(max_bytes: number) {
  const chunks: Buffer[] = []
  let length = 0
  return {
    isFull: () => length > max_bytes,
    bytes: () => Buffer.concat(chunks),
    read(stream: Readable, end: () => void): void {
      stream.on("data", (chunk: Buffer | string) => {
        length += chunk.length
        if (length <= max_bytes) chunks.push(typeof chunk === "string" ? Buffer.from(chunk, "latin1") : chunk)
        else end()
      })
    },
  }
}
