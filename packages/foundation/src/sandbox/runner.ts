import type { CommandOutcome } from "../process/command.ts"

/** What isolates the commands of a room; "none": they run with the rights of this process. */
export type SandboxName = "bubblewrap" | "none"

/** Runs commands that a model or a stranger decided. An implementation keeps what `Room` promises, or says `sandbox: "none"`. */
export interface Runner {
  readonly sandbox: SandboxName
  /** Rejects with InvalidOptionError when `tree` is not a folder. */
  open(tree: string, options?: RoomOptions): Promise<Room>
}

export interface RoomOptions {
  /** Default false: no network at all, not even to this machine. True is for setting a tree up. */
  readonly network?: boolean | undefined
  /** The tree's `.git`: missing, or readable with the folder that it names. Default "hidden". */
  readonly git?: "hidden" | "read-only" | undefined
  readonly env?: Readonly<Record<string, string>> | undefined
  /** Folders in front of PATH, absolute. */
  readonly programs?: readonly string[] | undefined
  /** Absolute files and folders that are readable beside the toolchain; missing ones are left out. */
  readonly readable?: readonly string[] | undefined
  /** Absolute folders outside the tree that are writable. */
  readonly writable?: readonly string[] | undefined
}

/**
 * A tree and a separate home. In a sandbox a command sees the tree, the toolchain and the system's programs. It
 * writes in the tree, its home and its temporary folder, and sees only its own processes and a short list of
 * variables.
 */
export interface Room {
  /** Links resolved; the same path inside the room. */
  readonly tree: string
  readonly sandbox: SandboxName
  /** Rejects only for bad options. When it resolves, no process of the command is left. */
  run(command: RoomCommand): Promise<RoomOutcome>
  /** Removes home and temporary folder; the tree stays. Never rejects. */
  close(): Promise<void>
}

export interface RoomLimits {
  /** Memory of each process, and of all together. Linux alone. Default 4 GiB. */
  readonly max_memory_bytes?: number | undefined
  /** At a time. Linux alone. Default 512. */
  readonly max_processes?: number | undefined
  /** Bytes written since the room was opened, in tree, home and writable folders; also for one file. Default 8 GiB. */
  readonly max_disk_bytes?: number | undefined
}

export interface RoomCommand extends RoomLimits {
  /** A text is for `sh -c`; a list runs its first entry. */
  readonly command: string | readonly [string, ...string[]]
  /** In the tree. Default: the tree. */
  readonly cwd?: string | undefined
  readonly env?: Readonly<Record<string, string>> | undefined
  /** Default 120 000. */
  readonly timeout_ms?: number | undefined
  /** Bytes of output kept, half from the start and half from the end. Default 1 MiB. */
  readonly max_output_bytes?: number | undefined
  readonly signal?: AbortSignal | undefined
}

export interface RoomOutcome extends CommandOutcome {
  readonly sandbox: SandboxName
  /** Which limit ended the command, beside its time; null: none. */
  readonly limit: "max_memory_bytes" | "max_processes" | "max_disk_bytes" | null
}
