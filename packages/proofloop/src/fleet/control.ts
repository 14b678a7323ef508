import { rm } from "node:fs/promises"
import { join } from "node:path"
import { setTimeout as sleep } from "node:timers/promises"
import { writeWholeFile } from "@proofloop/foundation/files"
import { accountIdentity, openWorkers, STOP_FILE } from "@proofloop/jobs/internal/pipeline"
import { readCount } from "../arguments/numbers.ts"
import type { Input } from "../arguments/verb.ts"
import { EXIT_CODES } from "../console/exit_code.ts"
import type { Io } from "../console/io.ts"
import { onRecord } from "../pipeline/on_record.ts"
import { stoppedText } from "../pipeline/standstill.ts"
import { withStateFolder } from "../pipeline/store.ts"

const LOOK_MS = 200
const DEFAULT_SECONDS = 30

/** `fleet drain`: the workers that run now end their turns and then themselves. */
export async function drainFleet(input: Input, io: Io): Promise<number> {
  const wait_ms = (readCount(input, "wait") ?? DEFAULT_SECONDS) * 1000
  return withStateFolder(input, io, async (state_dir) => {
    const workers = openWorkers(state_dir, Date.now)
    const by = accountIdentity()
    const before = await workers.list()
    await workers.drain(by.name)
    await onRecord({ state_dir }, "drain", { workers: before.length })
    const until = Date.now() + wait_ms
    let left = before
    while (left.length > 0 && Date.now() < until) {
      await sleep(LOOK_MS)
      const pids = new Set(before.map(({ pid }) => pid))
      left = (await workers.list()).filter(({ pid }) => pids.has(pid))
    }
    if (input.json) {
      io.stdout.write(
        `${JSON.stringify({ ended: before.length - left.length, left: left.map(({ pid }) => pid) })}\n`,
      )
    } else {
      const ended = before.length - left.length
      const still =
        left.length === 0 ? "" : `, ${left.length} still work: ${left.map(({ pid }) => pid).join(", ")}`
      io.stdout.write(
        before.length === 0 ? "No worker runs.\n" : `${ended} of ${before.length} workers ended${still}.\n`,
      )
    }
    return left.length === 0 ? EXIT_CODES.clean : EXIT_CODES.escalate
  })
}

/**
 * `fleet stop`: no run of the folder goes on, whoever drives it, until `--lift`. A stop needs no store and holds before
 * it is recorded; a lift waits for its record.
 */
export async function stopFleet(input: Input, io: Io): Promise<number> {
  return withStateFolder(input, io, async (state_dir) => {
    const by = accountIdentity()
    const file = join(state_dir, STOP_FILE)
    const lifts = input.flag("lift")
    const reason = input.text("reason") ?? ""
    if (lifts) await onRecord({ state_dir }, "lift", { reason })
    if (lifts) await rm(file, { force: true })
    else
      await writeWholeFile(file, `${JSON.stringify({ by: by.name, at: new Date().toISOString(), reason })}\n`)
    if (input.json) io.stdout.write(`${JSON.stringify({ is_stopped: !lifts, file })}\n`)
    else io.stdout.write(lifts ? "Runs may go on.\n" : `${stoppedText(file)}\n`)
    if (!lifts) await onRecord({ state_dir }, "stop", { reason })
    return EXIT_CODES.clean
  })
}
