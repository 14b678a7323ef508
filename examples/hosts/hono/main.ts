// Hono: starts runs, streams their events to a page, aborts on DELETE, and takes up at boot what a crash cut off.
import { mkdir, readFile } from "node:fs/promises"
import { join } from "node:path"
import { serve } from "@hono/node-server"
import { resolvePreset } from "@proofloop/presets"
import { type AgentLoop, type AgentRun, createAgentLoop, listRuns, toSseResponse } from "@proofloop/runtime"
import { workspaceTools } from "@proofloop/stdlib"
import { Hono } from "hono"
import { z } from "zod"
import { brokenProject } from "../../broken_project.ts"
import { repairModel } from "../repair_model.ts"

const folder = process.env["RUNS"] ?? "runs"
const page = await readFile(new URL("page.html", import.meta.url), "utf8")
/** The runs of this process. What a run was to do, and where, stands in its journal. */
const live = new Map<string, AgentRun>()
const taskSchema = z.object({ task: z.string().trim().min(1) })
const noteSchema = z.object({ root: z.string() })

/** A run goes on with a loop of the same options, so both come from here. */
function loopIn(root: string): AgentLoop {
  return createAgentLoop({
    ...resolvePreset("evidence", { loop_until_done: false }),
    model: repairModel(),
    tools: workspaceTools({ root }),
    workspace_root: root,
    verify_completion: { command: "node --test", timeout_ms: 60_000 },
  })
}

async function start(task: string): Promise<AgentRun> {
  const root = await brokenProject() // your checkout of what the task is about
  const run_id = crypto.randomUUID()
  const journal = join(folder, `${run_id}.jsonl`)
  const run = loopIn(root).run(task, { run_id, journal, note: { root } })
  live.set(run_id, run)
  return run
}

/** A run that crashed, or that a shutdown suspended, goes on; one that a person aborted does not. */
async function resumeAll(): Promise<void> {
  for (const listed of await listRuns(folder)) {
    if (listed.state !== "crashed" && listed.state !== "suspended") continue
    const { root } = noteSchema.parse(listed.note)
    live.set(listed.run_id, await loopIn(root).resume(listed.file))
  }
}

const app = new Hono()

app.get("/", (context) => context.html(page))

app.get("/runs", async (context) => {
  const runs = await listRuns(folder)
  return context.json(
    runs.map((run) =>
      run.state === "unreadable"
        ? run
        : { run_id: run.run_id, task: run.task, state: run.state, verified: run.result?.verified ?? false },
    ),
  )
})

app.post("/runs", async (context) => {
  const { data, error } = taskSchema.safeParse(await context.req.json().catch(() => null))
  if (error) return context.json({ error: z.prettifyError(error) }, 400)
  const { run_id } = await start(data.task)
  return context.json({ run_id }, 201)
})

app.get("/runs/:id/events", (context) => {
  const run = live.get(context.req.param("id"))
  // 204 tells an EventSource to stop asking.
  if (run === undefined) return context.body(null, 204)
  return toSseResponse(run, { last_event_id: context.req.header("last-event-id") })
})

app.delete("/runs/:id", async (context) => {
  const run = live.get(context.req.param("id"))
  if (run === undefined) return context.notFound()
  run.abort()
  const { status } = await run.result
  return context.json({ status })
})

await mkdir(folder, { recursive: true })
await resumeAll()
const server = serve(
  { fetch: app.fetch, hostname: "127.0.0.1", port: Number(process.env["PORT"] ?? 3000) },
  ({ port }) => console.log(`http://127.0.0.1:${port}`),
)
process.once("SIGTERM", () => {
  server.close()
  for (const run of live.values()) run.suspend()
  void Promise.all([...live.values()].map(({ result }) => result)).then(() => process.exit())
})
