import type { execa as Execa, ResultPromise } from "execa"
import { InvalidOptionError } from "../errors/invalid_option.ts"
import { thrownMessage } from "../errors/thrown_message.ts"
import { cleanEnvironment } from "./clean_environment.ts"
import { createOutputBuffer } from "./command_output.ts"
import { holdProcessGroup, type ProcessGroup } from "./process_group.ts"

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
  /** Kept of the output, half from its start and half from its end. Default 1 MiB. */
  readonly max_output_bytes?: number | undefined
  /** Added to the clean environment; undefined takes a variable out. */
  readonly env?: Readonly<Record<string, string | undefined>> | undefined
  readonly signal?: AbortSignal | undefined
  /** Called with each piece of output as it arrives, also with what `output` leaves out. A throw is ignored. */
  readonly on_output?: ((text: string) => void) | undefined
}

export interface CommandOutcome {
  /** stdout and stderr in order of arrival. */
  readonly output: string
  /** null when the command never started or ended by a signal. */
  readonly exit_code: number | null
  readonly signal: string | null
  readonly timed_out: boolean
  readonly aborted: boolean
  /** Why the command could not start, else null. */
  readonly spawn_error: string | null
  /** Left out between the head and the tail of `output`. */
  readonly truncated_bytes: number
  readonly duration_ms: number
}

/** How long a background process may keep the output open after the command itself has ended. */
const DRAIN_MS = 1000

/**
 * Runs a command in its own process group with a clean environment and no stdin. Time-out and abort end the whole
 * group: SIGTERM, `kill_after_ms`, SIGKILL. Background processes that still hold the output one second after the
 * command ended are ended too; those that redirected theirs live on. Rejects only for bad options.
 */
export async function runCommand(options: CommandOptions): Promise<CommandOutcome> {
  const limits = checkedLimits(options)
  const started_at = performance.now()
  const buffer = createOutputBuffer(limits.max_output_bytes)
  const ended: Ended = options.signal?.aborted
    ? { ...not_started, aborted: true }
    : await execute(options, limits, (text) => {
        buffer.add(text)
        notify(options, text)
      })
  return {
    output: buffer.text(),
    ...ended,
    truncated_bytes: buffer.truncatedBytes(),
    duration_ms: Math.round(performance.now() - started_at),
  }
}

type Ended = Pick<CommandOutcome, "exit_code" | "signal" | "timed_out" | "aborted" | "spawn_error">

const not_started: Ended = {
  exit_code: null,
  signal: null,
  timed_out: false,
  aborted: false,
  spawn_error: null,
}

async function execute(
  options: CommandOptions,
  limits: Limits,
  receive: (text: string) => void,
): Promise<Ended> {
  // Loaded when the first command runs: a host that runs none does not pay for it.
  const { execa } = await import("execa")
  if (options.signal?.aborted === true) return { ...not_started, aborted: true }
  let child: ResultPromise<typeof child_options>
  try {
    child = start(execa, options)
  } catch (error) {
    return { ...not_started, spawn_error: thrownMessage(error) }
  }
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", receive)
  if (child.pid === undefined) {
    const result = await child
    return { ...not_started, spawn_error: result.originalMessage ?? result.shortMessage ?? "spawn failed" }
  }
  const group = holdProcessGroup(child.pid, limits.kill_after_ms)
  try {
    return await supervise(child, group, options, limits)
  } finally {
    group.release()
    child.stdout.destroy()
    child.stderr.destroy()
  }
}

async function supervise(
  child: ResultPromise<typeof child_options>,
  group: ProcessGroup,
  options: CommandOptions,
  limits: Limits,
): Promise<Ended> {
  const ended = { ...not_started, exited: false }
  const endFor = (cause: "timed_out" | "aborted") => () => {
    if (!ended.exited && !group.isEnding()) Object.assign(ended, { [cause]: true })
    group.end()
  }
  const onAbort = endFor("aborted")
  const timeout = setTimeout(endFor("timed_out"), limits.timeout_ms)
  let drain: NodeJS.Timeout | undefined
  options.signal?.addEventListener("abort", onAbort, { once: true })
  child.once("exit", (exit_code, signal) => {
    Object.assign(ended, { exited: true, exit_code, signal })
    clearTimeout(timeout)
    drain = setTimeout(() => group.end(), DRAIN_MS)
  })
  await Promise.race([child, group.abandoned])
  if (group.isEnding()) await group.gone
  clearTimeout(timeout)
  clearTimeout(drain)
  options.signal?.removeEventListener("abort", onAbort)
  const { exited, ...rest } = ended
  return exited ? rest : { ...rest, signal: "SIGKILL" }
}

const child_options = {
  detached: true,
  stdin: "ignore",
  stdout: "pipe",
  stderr: "pipe",
  buffer: false,
  reject: false,
  extendEnv: false,
  cleanup: false,
} as const

function start(
  execa: typeof Execa,
  { command, cwd, env }: CommandOptions,
): ResultPromise<typeof child_options> {
  const on_windows = process.platform === "win32"
  const options = {
    ...child_options,
    detached: !on_windows,
    shell: on_windows && typeof command === "string",
    env: definedOnly({ ...cleanEnvironment(), ...env }),
    ...(cwd === undefined ? {} : { cwd }),
  } as typeof child_options
  if (typeof command !== "string") return execa(command[0], command.slice(1), options)
  if (on_windows) return execa(command, options)
  // One pipe for both streams: with two, their order would be a guess.
  return execa("sh", ["-c", 'exec sh -c "$1" 2>&1', "sh", command], options)
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
    // A host's display must not change what a command's outcome is.
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
    timeout_ms: checkedNumber("timeout_ms", options.timeout_ms ?? 120_000, 1, LONGEST_TIMER_MS),
    kill_after_ms: checkedNumber("kill_after_ms", options.kill_after_ms ?? 5000, 0, LONGEST_TIMER_MS),
    max_output_bytes: checkedNumber("max_output_bytes", options.max_output_bytes ?? 2 ** 20, 0, 2 ** 30),
  }
}

function checkedNumber(option: string, value: number, minimum: number, maximum: number): number {
  if (Number.isSafeInteger(value) && value >= minimum && value <= maximum) return value
  throw new InvalidOptionError({
    option,
    expected: `a whole number from ${minimum} to ${maximum}`,
    got: value,
  })
}
