import { InvalidOptionError } from "../errors/invalid_option.ts"
import { numberOption } from "../errors/option_value.ts"
import { cleanEnvironment } from "./clean_environment.ts"
import { createOutputBuffer } from "./command_output.ts"
import { superviseProcess } from "./supervised_process.ts"

export { cleanEnvironment } from "./clean_environment.ts"

export interface CommandOptions {
  /** A string runs in a shell (`sh -c`; on Windows the default shell); a list runs its first entry directly. */
  readonly command: string | readonly [string, ...string[]]
  /** Default: the folder of this process. */
  readonly cwd?: string | undefined
  /** Default 120 000. */
  readonly timeout_ms?: number | undefined
  /** Between SIGTERM and SIGKILL after a time-out or abort. Default 5000. */
  readonly kill_after_ms?: number | undefined
  /** Bytes of output kept, half from the start and half from the end. Default 1 MiB. */
  readonly max_output_bytes?: number | undefined
  /** Added to the clean environment; undefined removes a variable. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined
  /** Ends the command. Default: none. */
  readonly signal?: AbortSignal | undefined
  /** Called with each piece of output as it arrives, including pieces that `output` leaves out. A throw is ignored. */
  readonly on_output?: ((text: string) => void) | undefined
}

export interface CommandOutcome {
  /** stdout and stderr in order of arrival. */
  readonly output: string
  /** null when the command never started or ended by a signal. */
  readonly exit_code: number | null
  /** The signal that ended it; null without one. */
  readonly signal: string | null
  readonly timed_out: boolean
  readonly aborted: boolean
  /** Why the command could not start, else null. */
  readonly spawn_error: string | null
  /** Bytes left out between the head and the tail of `output`. */
  readonly truncated_bytes: number
  /** How long it ran, in milliseconds. */
  readonly duration_ms: number
}

/**
 * Runs a command in its own process group with a clean environment and no stdin. Time-out and abort end the group:
 * SIGTERM, `kill_after_ms`, SIGKILL. Background processes that still hold the output one second after the command
 * ended are ended too; those that redirected it live on. Rejects only for bad options.
 */
export async function runCommand(options: CommandOptions): Promise<CommandOutcome> {
  const limits = checkedLimits(options)
  const started_at = performance.now()
  const buffer = createOutputBuffer(limits.max_output_bytes)
  const receive = (text: string): void => {
    buffer.add(text)
    notify(options, text)
  }
  const ended = await superviseProcess({
    ...limits,
    command: programOf(options.command),
    cwd: options.cwd,
    env: definedOnly({ ...cleanEnvironment(), ...options.env }),
    signal: options.signal,
    connect({ stdout, stderr }) {
      for (const stream of [stdout, stderr]) stream.setEncoding("utf8").on("data", receive)
    },
  })
  return {
    output: buffer.text(),
    ...ended,
    truncated_bytes: buffer.truncatedBytes(),
    duration_ms: Math.round(performance.now() - started_at),
  }
}

/** On Windows the default shell reads a text. */
function programOf(command: CommandOptions["command"]): CommandOptions["command"] {
  if (typeof command !== "string" || process.platform === "win32") return command
  // One pipe for both streams: with two, their order would be a guess.
  return ["sh", "-c", 'exec sh -c "$1" 2>&1', "sh", command]
}

function definedOnly(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}

function notify(options: CommandOptions, text: string): void {
  try {
    options.on_output?.(text)
  } catch {
    // A host's display must not change the outcome of a command.
  }
}

interface Limits {
  readonly timeout_ms: number
  readonly kill_after_ms: number
  readonly max_output_bytes: number
}

/** setTimeout fires at once for anything longer. */
const LONGEST_TIMER_MS = 2 ** 31 - 1

function checkedLimits(options: CommandOptions): Limits {
  const { command } = options
  if (typeof command === "string" ? command.trim() === "" : !command[0]) {
    throw new InvalidOptionError({ option: "command", expected: "a command", got: command })
  }
  return {
    timeout_ms: numberOption("timeout_ms", options.timeout_ms ?? 120_000, 1, LONGEST_TIMER_MS),
    kill_after_ms: numberOption("kill_after_ms", options.kill_after_ms ?? 5000, 0, LONGEST_TIMER_MS),
    max_output_bytes: numberOption("max_output_bytes", options.max_output_bytes ?? 2 ** 20, 0, 2 ** 30),
  }
}
