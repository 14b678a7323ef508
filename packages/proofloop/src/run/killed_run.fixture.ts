import { openJournalFile } from "@proofloop/runtime/internal/journal"
import { noConfig } from "../config/config.ts"
import { createJobLoop, type Job } from "./job.ts"

/**
 * A separate process: does a job as `proofloop run --journal` does, and is killed right after record number `last`.
 */
const [job = "", file = "", last = ""] = process.argv.slice(2)
const work = JSON.parse(job) as Job
const store = await openJournalFile({ file })
let kept = 0
const journal = {
  ...store,
  async append(line: string): Promise<void> {
    await store.append(line)
    kept += 1
    if (kept === Number(last)) process.kill(process.pid, "SIGKILL")
  },
}
const loop = await createJobLoop(work, { config: noConfig, needs: () => undefined }, process.env)
await loop.run(work.task, { run_id: "killed", journal, note: work }).result
