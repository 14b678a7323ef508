import { z } from "zod"
import { machineSchema, turnsOn } from "../../pipeline/src/run/story_machine.fixture.ts"
import { workRows } from "./work_rows.ts"

/** A program that works on runs over DBOS until it is killed. */
const job = machineSchema.extend({ database_url: z.string() }).parse(JSON.parse(process.argv[2] ?? ""))
const { turns } = await turnsOn(job)
await workRows({ turns: [turns], database_url: job.database_url, poll_ms: 100, lost_after_ms: 2000 })
process.stdout.write("works\n")
