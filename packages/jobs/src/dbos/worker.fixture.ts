import * as z from "zod"
import { machineSchema, turnsOn } from "../pipeline/run/story_machine.fixture.ts"
import { workRows } from "./work_rows.ts"

/** A program that works on runs over DBOS until it is told to end, or killed. */
const job = machineSchema.extend({ database_url: z.string() }).parse(JSON.parse(process.argv[2] ?? ""))
const { turns, store } = await turnsOn(job)
const worker = await workRows({
  turns: [turns],
  database_url: job.database_url,
  poll_ms: 100,
  // A busy machine may keep a worker silent for some seconds.
  lost_after_ms: 20_000,
})
process.once("SIGTERM", () => {
  void worker.close().then(async () => {
    await store.close()
    process.exit(0)
  })
})
process.stdout.write("works\n")
