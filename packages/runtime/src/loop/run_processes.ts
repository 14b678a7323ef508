import {
  endMarkedProcesses,
  type MarkedProcess,
  markedEnvironment,
  markedProcesses,
} from "@proofloop/foundation/process"
import type { ReadLoopOptions } from "./options.ts"
import { knowsFiles } from "./run_files.ts"

/** Processes that calls of one run started and left behind. */
export interface RunProcesses {
  /** Marks what a call starts. */
  readonly env: Readonly<Record<string, string>>
  /** Ends them before a check, unless the host keeps them. Never rejects. */
  endBeforeCheck(): Promise<void>
  /** Those that run; undefined where no work tree is known or the system does not tell. */
  running(): readonly string[] | undefined
}

/** `mark` is random and belongs to this run, so no other process carries it. @requirement proof.left-behind */
export function runProcesses(options: ReadLoopOptions, mark: string): RunProcesses {
  const is_asked = knowsFiles(options)
  return {
    env: markedEnvironment(mark),
    async endBeforeCheck() {
      if (is_asked && options.keep_processes !== true) await endMarkedProcesses(mark)
    },
    running: () => (is_asked ? markedProcesses(mark)?.slice(0, MOST_NAMED).map(nameOf) : undefined),
  }
}

const MOST_NAMED = 64

function nameOf({ pid, command }: MarkedProcess): string {
  return `${pid} ${command}`
}
