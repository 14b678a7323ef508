import type { CommandOutcome } from "../process/command.ts"

/** What keeps the commands of a room from the rest of the machine; "none": they run with the rights of this process. */
export type SandboxName = "bubblewrap" | "none"

/**
 * A place where commands run that a model or a stranger's text decided. A port: an implementation keeps what `Room` promises, or
 * says `sandbox: "none"`.
 */
export interface Runner {
  readonly sandbox: SandboxName
  /** Rejects with InvalidOptionError when `tree` is not a folder. */
  open(tree: string, options?: RoomOptions): Promise<Room>
}

export interface RoomOptions {
  /** Default false: no network at all, not even this machine's own. For setting a tree up. */
  readonly network?: boolean | undefined
  /** The tree's `.git`: not there, or readable with the folder that it names. Default "hidden". */
  readonly git?: "hidden" | "read-only" | undefined
  /** Added to the room's environment. */
  readonly env?: Readonly<Record<string, string>> | undefined
  /** Folders in front of PATH, absolute. */
  readonly programs?: readonly string[] | undefined
  /** Files and folders that can be read beside the toolchain, absolute; what is not there is left out. */
  readonly readable?: readonly string[] | undefined
  /** Folders outside the tree that can be written, absolute. */
  readonly writable?: readonly string[] | undefined
}

/**
 * A tree and a home of its own. In a sandbox a command sees the tree, the toolchain and the system's programs. It
 * writes in the tree, its home and its temporary folder, and sees only its own processes and a short list of variables.
 */
export interface Room {
  /** Links resolved; the same path inside the room. */
  readonly tree: string
  readonly sandbox: SandboxName
  /** Never rejects but for bad options. When it resolves, no process that the command started is left. */
  run(command: RoomCommand): Promise<RoomOutcome>
  /** Takes home and temporary folder away; the tree stays. Never rejects. */
  close(): Promise<void>
}

/** What a command may take, beside its time. */
export interface RoomLimits {
  /** For each process, and for all of them together. Linux alone. Default 4 GiB. */
  readonly max_memory_bytes?: number | undefined
  /** At a time. Linux alone. Default 512. */
  readonly max_processes?: number | undefined
  /** Written since the room was opened, in the tree, its home and whatever else it writes to; for a file alone too. Default 8 GiB. */
  readonly max_disk_bytes?: number | undefined
}

export interface RoomCommand extends RoomLimits {
  /** A text is for `sh -c`; a list runs its first entry. */
  readonly command: string | readonly [string, ...string[]]
  /** In the tree. Default: the tree. */
  readonly cwd?: string | undefined
  /** Added to the environment of the room. */
  readonly env?: Readonly<Record<string, string>> | undefined
  /** Default 120 000. */
  readonly timeout_ms?: number | undefined
  /** Kept of the output, half from its start and half from its end. Default 1 MiB. */
  readonly max_output_bytes?: number | undefined
  readonly signal?: AbortSignal | undefined
}

export interface RoomOutcome extends CommandOutcome {
  readonly sandbox: SandboxName
  /** Which limit ended the command, beside its time; null: none did. */
  readonly limit: "max_memory_bytes" | "max_processes" | "max_disk_bytes" | null
}
