import { readdir, realpath } from "node:fs/promises"
import { join } from "node:path"
import { errorCode, thrownMessage } from "@proofloop/foundation/errors"
import { readLog } from "@proofloop/foundation/files"
import { lockFile } from "@proofloop/foundation/process"
import type { Json } from "@proofloop/foundation/text"
import type { RunResult } from "../../protocol/result.ts"
import { canGoOn } from "./past.ts"
import { readRecords } from "./record.ts"

/**
 * The state of a run that has a journal. `running`: a process holds the journal. `crashed`: its process ended before
 * the run did. `aborted`: by `run.abort()` or its signal. `suspended`: by `run.suspend()`. `finished`: any other end.
 */
export type ListedRunState = "running" | "crashed" | "aborted" | "suspended" | "finished"

export type ListedRun =
  | {
      /** Path of the journal, for `loop.resume(file)`. */
      readonly file: string
      readonly state: ListedRunState
      readonly run_id: string
      readonly task: string
      /** What the host gave as `note` when the run began. */
      readonly note?: Json | undefined
      /** Whether a resume goes on rather than give the result again. Also true when the run's model failed. */
      readonly can_go_on: boolean
      readonly result?: RunResult | undefined
    }
  | {
      readonly file: string
      readonly state: "unreadable"
      readonly problem: string
    }

/**
 * Lists the runs whose journals (`*.jsonl`) a folder holds, by name, without changing them. A missing folder gives an
 * empty list. A file that is not a journal is `unreadable`. Rejects as the file system does.
 */
export async function listRuns(folder: string): Promise<readonly ListedRun[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (errorCode(error) === "ENOENT") return []
    throw error
  })
  const journals = names.filter((name) => name.endsWith(".jsonl")).sort()
  return Promise.all(journals.map((name) => listedRun(join(folder, name))))
}

async function listedRun(file: string): Promise<ListedRun> {
  // Asked first: a run that ends meanwhile is told as running, and a running one never as crashed.
  const running = await isHeld(file)
  try {
    const lines: string[] = []
    // Skips a last line that a crash cut off.
    await readLog(await realpath(file), (log) => log.visit((line) => lines.push(line.toString())))
    const records = readRecords(lines, file)
    const [{ run_id, task, note }] = records
    const last = records.at(-1)
    const result = last?.type === "ended" && !running ? last.result : undefined
    const state = running ? "running" : result === undefined ? "crashed" : stateOf(result)
    const can_go_on = !running && (result === undefined || canGoOn(result))
    return { file, state, run_id, task, note, can_go_on, result }
  } catch (error) {
    return { file, state: "unreadable", problem: thrownMessage(error) }
  }
}

function stateOf({ status }: RunResult): ListedRunState {
  return status === "aborted" || status === "suspended" ? status : "finished"
}

async function isHeld(file: string): Promise<boolean> {
  const lock = await lockFile(file)
  if ("holder" in lock) return true
  await lock.release()
  return false
}
