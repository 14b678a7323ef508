import { InvalidOptionError } from "../errors/invalid_option.ts"
import { numberOption } from "../errors/option_value.ts"
import { createOutputBuffer } from "../process/command_output.ts"
import { superviseProcess } from "../process/supervised_process.ts"
import type { RoomCommand, RoomLimits, RoomOutcome, SandboxName } from "./runner.ts"
import { watchDisk } from "./watch_disk.ts"
import { watchProcesses } from "./watch_processes.ts"

export interface Enclosed {
  /** The program that runs `shell`, the arguments of a shell, in the room. */
  readonly command: (shell: readonly [string, ...string[]]) => readonly [string, ...string[]]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** "pipe": a silent pipe that closes when this process is gone. Default "ignore". */
  readonly stdin?: "ignore" | "pipe" | undefined
  readonly sandbox: SandboxName
  /** Folders it may write to, and from when on writes count: milliseconds since the epoch. */
  readonly disk: { readonly folders: readonly string[]; readonly since: number }
  /** Whether the limit on processes counts those of the room alone. */
  readonly counts_processes: boolean
}

const KILL_AFTER_MS = 500

/** Runs a command in its room within its limits, and ends its whole group. Rejects with InvalidOptionError for a wrong limit. */
export async function runInRoom(asked: RoomCommand, room: Enclosed): Promise<RoomOutcome> {
  const limits = limitsOf(asked)
  const started_at = performance.now()
  const buffer = createOutputBuffer(limits.max_output_bytes)
  const over: { limit: RoomOutcome["limit"] } = { limit: null }
  const watches: (() => void)[] = []
  const ended = await superviseProcess({
    command: room.command(shellOf(asked.command, limits, room)),
    cwd: room.cwd,
    env: room.env,
    stdin: room.stdin,
    // Through an open folder a program reaches files that its room hides.
    inherits_files: false,
    signal: asked.signal,
    timeout_ms: limits.timeout_ms,
    kill_after_ms: KILL_AFTER_MS,
    may_leave_processes: false,
    connect({ pid, stdout, stderr }, end) {
      for (const stream of [stdout, stderr]) {
        stream.setEncoding("utf8").on("data", (text: string) => buffer.add(text))
      }
      const exceed = (limit: RoomOutcome["limit"]): void => {
        over.limit ??= limit
        end()
      }
      const disk = { ...room.disk, pid, max_disk_bytes: limits.max_disk_bytes }
      watches.push(
        watchProcesses(pid, limits, exceed),
        watchDisk(disk, () => exceed("max_disk_bytes")),
      )
    },
  })
  for (const stop of watches) stop()
  return {
    output: buffer.text(),
    ...ended,
    truncated_bytes: buffer.truncatedBytes(),
    duration_ms: Math.round(performance.now() - started_at),
    sandbox: room.sandbox,
    limit: over.limit,
  }
}

interface Limits {
  readonly timeout_ms: number
  readonly max_output_bytes: number
  readonly max_memory_bytes: number
  readonly max_processes: number
  readonly max_disk_bytes: number
}

function limitsOf({ command, ...asked }: RoomCommand): Limits {
  if (typeof command === "string" ? command.trim() === "" : !command[0]) {
    throw new InvalidOptionError({ option: "command", expected: "a command", got: command })
  }
  const { timeout_ms = 120_000, max_output_bytes = 2 ** 20 } = asked
  return {
    timeout_ms: numberOption("timeout_ms", timeout_ms, 1, 2 ** 31 - 1),
    max_output_bytes: numberOption("max_output_bytes", max_output_bytes, 0, 2 ** 30),
    ...roomLimits(asked),
  }
}

/** Limits with their defaults. Throws InvalidOptionError. */
export function roomLimits({
  max_memory_bytes = 4 * 2 ** 30,
  max_processes = 512,
  max_disk_bytes = 8 * 2 ** 30,
}: RoomLimits) {
  return {
    max_memory_bytes: numberOption("max_memory_bytes", max_memory_bytes, 2 ** 20, 2 ** 46),
    max_processes: numberOption("max_processes", max_processes, 1, 2 ** 20),
    max_disk_bytes: numberOption("max_disk_bytes", max_disk_bytes, 2 ** 20, 2 ** 50),
  }
}

/** Threads count as processes there. */
const THREADS_EACH = 16

/**
 * One pipe for both streams: with two, their order would be a guess. The shell stays, because the first process of a
 * room adopts orphans, and the room ends with it.
 */
function shellOf(
  command: RoomCommand["command"],
  { max_memory_bytes, max_processes, max_disk_bytes }: Limits,
  { counts_processes }: Enclosed,
): readonly [string, ...string[]] {
  // Limits the data, because most of the address space is never used. Shells name the number of processes -u or -p.
  const data = `ulimit -d ${Math.floor(max_memory_bytes / 1024)} 2>/dev/null`
  // A file can reach this size in one step, before any watch sees it. The unit is half a kibibyte.
  const size = `ulimit -c 0; ulimit -f ${Math.ceil(max_disk_bytes / 512)} 2>/dev/null`
  const number = max_processes * THREADS_EACH
  const limits = counts_processes
    ? `${size}; ${data}; ulimit -u ${number} 2>/dev/null || ulimit -p ${number} 2>/dev/null`
    : `${size}; ${data}`
  return typeof command === "string"
    ? ["sh", "-c", `${limits}; sh -c "$1" 2>&1; exit $?`, "sh", command]
    : ["sh", "-c", `${limits}; "$@" 2>&1; exit $?`, "sh", ...command]
}
