import { z } from "zod"
import { machineSchema, turnsOn } from "../../pipeline/src/run/story_machine.fixture.ts"
import { serveRows } from "./serve_rows.ts"

/** A program that works on runs over Restate until it is killed. */
const job = machineSchema.extend({ port: z.number() }).parse(JSON.parse(process.argv[2] ?? ""))
const { turns } = await turnsOn(job)
const { url } = await serveRows({ turns: [turns], port: job.port })
process.stdout.write(`${url}\n`)
