import { holdProcessGroup, type ProcessGroup } from "./process_group.ts"
import { type ProcessExit, type StartedProcess, startProcess, type StartOptions } from "./start_process.ts"

export interface SupervisedOptions extends StartOptions {
  /** Until the process is ended. */
  readonly timeout_ms: number
  /** Between SIGTERM and SIGKILL. */
  readonly kill_after_ms: number
  readonly signal?: AbortSignal | undefined
  /** Whether the rest of the group may outlive the process. Default true; false ends it with the process. */
  readonly may_leave_processes?: boolean | undefined
  /** Connects the pipes of the process before anything is read. `end` ends it. */
  readonly connect: (started: StartedProcess, end: () => void) => void
}

export interface SupervisedOutcome extends ProcessExit {
  readonly timed_out: boolean
  readonly aborted: boolean
}

/** How long a background process may keep the output open after the process itself has ended. */
const DRAIN_MS = 1000

/**
 * Runs a process in its own group. Time-out and abort end the whole group: SIGTERM, `kill_after_ms`, SIGKILL. Background
 * processes that still hold the output one second after the process ended are ended too; those that redirected theirs live
 * on. Never rejects.
 */
export async function superviseProcess(options: SupervisedOptions): Promise<SupervisedOutcome> {
  if (options.signal?.aborted) return { ...NOT_STARTED, aborted: true }
  const started = await startProcess(options)
  if ("spawn_error" in started) return { ...NOT_STARTED, ...started }
  const group = holdProcessGroup(started.pid, options.kill_after_ms)
  options.connect(started, () => group.end())
  try {
    return await supervise(started, group, options)
  } finally {
    group.release()
    started.stdout.destroy()
    started.stderr.destroy()
  }
}

const NOT_STARTED: SupervisedOutcome = {
  exit_code: null,
  signal: null,
  spawn_error: null,
  timed_out: false,
  aborted: false,
}

async function supervise(
  { exited, closed }: StartedProcess,
  group: ProcessGroup,
  { signal, timeout_ms, may_leave_processes = true }: SupervisedOptions,
): Promise<SupervisedOutcome> {
  const ended: { exit: ProcessExit | null; cause: { timed_out?: true; aborted?: true } } = {
    exit: null,
    cause: {},
  }
  const endFor = (cause: typeof ended.cause) => () => {
    if (ended.exit === null && !group.isEnding()) ended.cause = cause
    group.end()
  }
  const onAbort = endFor({ aborted: true })
  // The signal may have fired while the process started.
  if (signal?.aborted) onAbort()
  signal?.addEventListener("abort", onAbort, { once: true })
  const timeout = setTimeout(endFor({ timed_out: true }), timeout_ms)
  let drain: NodeJS.Timeout | undefined
  void exited.then((exit) => {
    ended.exit = exit
    clearTimeout(timeout)
    if (may_leave_processes) drain = setTimeout(() => group.end(), DRAIN_MS)
    else group.end()
  })
  // No abort race: `closed` settles late but never fails.
  await Promise.race([closed, group.abandoned])
  if (group.isEnding()) await group.gone
  clearTimeout(timeout)
  clearTimeout(drain)
  signal?.removeEventListener("abort", onAbort)
  return { ...NOT_STARTED, ...(ended.exit ?? { signal: "SIGKILL" }), ...ended.cause }
}
