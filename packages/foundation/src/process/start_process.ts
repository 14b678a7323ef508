import { type ChildProcess, spawn } from "node:child_process"
import { subscribe, unsubscribe } from "node:diagnostics_channel"
import { closeSync, openSync, statSync, readdirSync, readFileSync } from "node:fs"
import { devNull } from "node:os"
import type { Readable, Writable } from "node:stream"
import type * as Execa from "execa"
import { thrownMessage } from "../errors/thrown_message.ts"

export interface StartOptions {
  /** A program and its arguments, without a shell; a text is for the system's default shell. */
  readonly command: readonly [string, ...string[]] | string
  /** The folder it runs in. Default: that of this process. */
  readonly cwd?: string | undefined
  readonly env: Readonly<Record<string, string>>
  /** Default "ignore": there is nothing to read. */
  readonly stdin?: "ignore" | "pipe" | undefined
  /** Whether the child may inherit files that this process was started with. Default true; false replaces them by nothing. */
  readonly inherits_files?: boolean | undefined
}

export interface ProcessExit {
  /** Its exit code; null when a signal ended it. */
  readonly exit_code: number | null
  /** The signal that ended it; null without one. */
  readonly signal: string | null
  /** Why it never ran, where the system reports that late. */
  readonly spawn_error: string | null
}

export interface StartedProcess {
  readonly pid: number
  /** Its standard input; null unless `stdin` was "pipe". */
  readonly stdin: Writable | null
  readonly stdout: Readable
  readonly stderr: Readable
  /** Resolves when the process has ended, even if others still hold its output open. */
  readonly exited: Promise<ProcessExit>
  /** Settles when the process has ended and its output is closed. */
  readonly closed: Promise<void>
}

let loading: Promise<typeof Execa> | undefined

/**
 * Loads execa, which takes file handles itself. Called before handles may run out; otherwise the first start does it. A
 * load that fails is tried again, which helps from Node 22 on.
 */
export async function prepareProcesses(): Promise<void> {
  await loadExeca().catch(() => undefined)
}

async function loadExeca(): Promise<typeof Execa> {
  loading ??= import("execa")
  try {
    return await loading
  } catch (error) {
    loading = undefined
    throw error
  }
}

/**
 * Starts a child process; no other place does. Never rejects and leaves no event unhandled. A failed start is an
 * outcome: no file handle or process left, no such program or folder, no permission, or too long arguments.
 */
export async function startProcess(
  options: StartOptions,
): Promise<StartedProcess | { readonly spawn_error: string }> {
  try {
    const { execa } = await loadExeca()
    const { command, cwd, env, stdin = "ignore", inherits_files = true } = options
    const [program, ...args] = typeof command === "string" ? [command] : command
    const start = (more: readonly ("ignore" | number)[]) =>
      execa(program, args, {
        ...(cwd === undefined ? {} : { cwd }),
        env,
        extendEnv: false,
        // Its types know no number of a file.
        stdio: [stdin, "pipe", "pipe", ...(more as readonly "ignore"[])],
        detached: process.platform !== "win32",
        shell: typeof command === "string",
        // Output, time-out, abort and the end of the whole group are ours.
        buffer: false,
        // Bun, which runs opencode, hands out text: in this encoding each character is a byte.
        encoding: "latin1",
        cleanup: false,
        reject: false,
      })
    const guarded = guardedCall(() => (inherits_files ? start([]) : withoutFiles(start)))
    if ("failed" in guarded) return { spawn_error: reasonOf(await guarded.failed, options) }
    const child = guarded.made
    const exited = exitOf(child, options)
    const closed = new Promise<void>((resolve) => child.once("close", () => resolve()))
    const { pid, stdout, stderr } = child
    if (pid === undefined) return { spawn_error: reasonOf((await child).cause, options) }
    for (const stream of [child.stdin, stdout, stderr]) stream?.on("error", () => undefined)
    return { pid, stdin: child.stdin, stdout, stderr, exited, closed }
  } catch (error) {
    return { spawn_error: reasonOf(error, options) }
  }
}

/**
 * Without a free file handle execa throws, and nothing listens to its child: the error event would end this process. So
 * each child gets a listener as it is made.
 */
function guardedCall<Child>(
  start: () => Child,
): { readonly made: Child } | { readonly failed: Promise<unknown> } {
  let failed: Promise<unknown> | undefined
  const listen = (message: unknown): void => {
    const child = (message as { readonly process: ChildProcess }).process
    failed = new Promise((resolve) => child.once("error", resolve))
  }
  subscribe("child_process", listen)
  try {
    return { made: start() }
  } catch (error) {
    if (failed === undefined || !(error instanceof TypeError)) throw error
    return { failed }
  } finally {
    unsubscribe("child_process", listen)
  }
}

/** Gives the child /dev/null in place of each file that it would inherit. */
function withoutFiles<Child>(start: (more: readonly ("ignore" | number)[]) => Child): Child {
  const inherited = inheritedFiles()
  const nothing = openSync(devNull, "r")
  try {
    const numbers = Array.from({ length: Math.max(2, ...inherited) - 2 }, (_, at) => at + 3)
    return start(numbers.map((number) => (inherited.includes(number) ? nothing : "ignore")))
  } finally {
    closeSync(nothing)
  }
}

/** Windows has no groups, and console programs ignore a polite request, so the whole tree is killed at once. */
export function endProcessTree(pid: number): void {
  const options = { stdio: "ignore", windowsHide: true } as const
  spawn("taskkill", ["/pid", String(pid), "/T", "/F"], options).on("error", () => undefined)
}

function exitOf(child: ChildProcess, options: StartOptions): Promise<ProcessExit> {
  return new Promise((resolve) => {
    child.on("error", (error) => {
      resolve({ exit_code: null, signal: null, spawn_error: reasonOf(error, options) })
    })
    child.once("exit", (exit_code, signal) => resolve({ exit_code, signal, spawn_error: null }))
  })
}

function reasonOf(error: unknown, { cwd }: StartOptions): string {
  const reason = thrownMessage(error)
  // The system blames the program when the folder is missing.
  return cwd === undefined || !reason.includes("ENOENT") || isFolder(cwd) ? reason : `cwd: no folder ${cwd}`
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory()
  } catch {
    return false
  }
}

/** By open(2). */
const CLOSED_BY_EXEC = 0o2000000

/** Open files, numbered from 3, that a child would inherit as this process did. Linux only; empty elsewhere. */
function inheritedFiles(): readonly number[] {
  if (process.platform !== "linux") return []
  try {
    return readdirSync("/proc/self/fd")
      .map(Number)
      .filter((number) => number > 2 && isInherited(number))
  } catch {
    return []
  }
}

/** What is gone is the listing's own. */
function isInherited(number: number): boolean {
  try {
    const [, flags] =
      /^flags:\s{1,20}([0-7]{1,20})$/m.exec(readFileSync(`/proc/self/fdinfo/${number}`, "latin1")) ?? []
    return flags !== undefined && (Number.parseInt(flags, 8) & CLOSED_BY_EXEC) === 0
  } catch {
    return false
  }
}
