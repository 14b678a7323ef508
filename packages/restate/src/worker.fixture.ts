import * as z from "zod"
import { machineSchema, turnsOn } from "../../pipeline/src/run/story_machine.fixture.ts"
import { serveRows } from "./serve_rows.ts"

/** A program that works on runs over Restate until it is told to end, or killed. */
const job = machineSchema.extend({ port: z.number() }).parse(JSON.parse(process.argv[2] ?? ""))
const { turns, store } = await turnsOn(job)
const worker = await serveRows({ turns: [turns], port: job.port })
process.once("SIGTERM", () => {
  void worker.close().then(async () => {
    await store.close()
    process.exit(0)
  })
})
process.stdout.write(`${worker.url}\n`)
