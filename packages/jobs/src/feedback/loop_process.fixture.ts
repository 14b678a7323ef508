import { join } from "node:path"
import { scriptedModel } from "@proofloop/runtime/testing"
import * as z from "zod"
import type { OpensRows } from "../engines/row_engine.ts"
import { localForge } from "../forge/local_forge.ts"
import { openFeedbackStore } from "./feedback_store.ts"
import { createSelfCorrection } from "./run/self_correction.ts"
import { HOST_ROOMS } from "./steps/rooms.fixture.ts"

/**
 * A program that drives the feedback of a shop until nothing moves, and plays the people: it approves what waits for
 * approval and merges what is proposed. Kills itself at a named boundary, or at the first unknown one.
 */
const job = z
  .object({
    folder: z.string(),
    /** A file, or the address of a Postgres. */
    store: z.string(),
    /** The module of the engine that moves the rows; null: none. */
    engine: z.string().nullable(),
    replies: z.record(z.string(), z.string()),
    /** Kill at this one. */
    kill_at: z.string().optional(),
    /** Kill at the first one that is not among these. */
    known: z.array(z.string()).optional(),
    /** Do not merge. */
    leave_open: z.boolean().default(false),
  })
  .parse(JSON.parse(process.argv[2] ?? ""))

const seen = new Map<string, number>()

function boundary(name: string): void {
  const count = (seen.get(name) ?? 0) + 1
  seen.set(name, count)
  const numbered = `${name} ${count}`
  if (job.kill_at !== numbered && (job.known === undefined || job.known.includes(name))) return
  process.stdout.write(`${JSON.stringify({ killed_at: name })}\n`, () => process.kill(process.pid, "SIGKILL"))
  // Nothing else may happen before the signal.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1)
  for (;;) process.kill(process.pid, "SIGKILL")
}

const changed = z.object({ note: z.object({ step: z.string() }) })

/** Which step a change is of, or the key of a comment. */
function detailOf([target, what]: readonly unknown[]): string {
  if (typeof target === "object" && typeof what === "string") return what
  return changed.safeParse(what).data?.note.step ?? ""
}

/** The same object, with a boundary before and after these methods. */
function watched<Target extends object>(
  name: string,
  target: Target,
  methods: readonly (keyof Target & string)[],
): Target {
  const wrapped = methods.map((method) => {
    const call = target[method] as unknown as (...given: readonly unknown[]) => Promise<unknown>
    const around = async (...given: readonly unknown[]): Promise<unknown> => {
      const effect = [`${name}.${method}`, detailOf(given)].join(" ").trim()
      boundary(`before ${effect}`)
      const result = await call(...given)
      boundary(`after ${effect}`)
      return result
    }
    return [method, around] as const
  })
  return { ...target, ...Object.fromEntries(wrapped) }
}

const store = await openFeedbackStore(job.store)
const forge = localForge({ repository: join(job.folder, "shop.git") })
const modelOf = (step: string) => scriptedModel(() => ({ text: job.replies[step] ?? "" }))
const effects = job.known === undefined ? [] : (["change", "requestApproval"] as const)
const watchedForge = {
  ...forge,
  git: watched("git", forge.git, ["push"]),
  pulls: watched("pulls", forge.pulls, ["open"]),
  comments: watched("comments", forge.comments, ["post"]),
}
/** The engine of a store in Postgres. */
const engine: OpensRows | undefined =
  job.engine === null
    ? undefined
    : async (work) => {
        const { workRows } = (await import(job.engine ?? "")) as {
          workRows: (options: object) => ReturnType<OpensRows>
        }
        return workRows({ ...work, database_url: job.store, queue: null })
      }

const loop = createSelfCorrection({
  engine,
  root: join(job.folder, "work"),
  store: watched("store", store, effects),
  forge: job.known === undefined ? forge : watchedForge,
  model: modelOf("fix"),
  models: { triage: modelOf("triage"), plan: modelOf("plan"), fix: modelOf("fix"), test: modelOf("test") },
  base: "develop",
  ...HOST_ROOMS,
  on_step: (step, at) => boundary(`${at} ${step}`),
})

for (let still = 0; still < 2;) {
  const results = await loop.process()
  const moved = results.some(({ from, to }) => from !== to)
  const acted = (await Promise.all(results.map(({ id }) => act(id)))).includes(true)
  still = moved || acted ? 0 : still + 1
}
await store.close()
process.stdout.write(`${JSON.stringify({ boundaries: Object.fromEntries(seen) })}\n`)

/** What a person does about a row that waits. */
async function act(id: string): Promise<boolean> {
  const { state, work } = await store.get(id)
  const request = (await store.approvals(id)).at(-1)
  if (state === "awaiting-approval" && request?.answer === null) {
    await store.answer(id, { answer: "approved", by: "grace" })
    return true
  }
  if (state !== "fix-pr-open" || work.pull_request === undefined || job.leave_open) return false
  const { number } = work.pull_request
  const pull = await forge.pulls.get(number)
  if (pull.state !== "open") return false
  if (pull.draft) await forge.markReady(number)
  await forge.merge(number)
  return true
}
