import * as z from "zod"
import { makeFix } from "./fix.ts"
import { HOST_ROOMS } from "./rooms.fixture.ts"
import { writeRegressionTest } from "./write_test.ts"

/** A program that is killed before a step of a fix or of its test. */
const jobSchema = z.object({
  root: z.string(),
  base_commit: z.string(),
  branch: z.string(),
  edits: z.array(z.object({ path: z.string(), old_string: z.string(), new_string: z.string() })),
  test: z.object({ path: z.string(), content: z.string() }),
  kill_at: z.string(),
})

const { kill_at, test, ...job } = jobSchema.parse(JSON.parse(process.argv[2] ?? ""))
const killAt = (prefix: string) => (step: string) => {
  if (`${prefix} ${step}` === kill_at) process.kill(process.pid, "SIGKILL")
}
const { commit } = await makeFix({ ...job, watch: killAt("fix") })
await writeRegressionTest({ rooms: HOST_ROOMS, ...job, fix_commit: commit, test, watch: killAt("test") })
