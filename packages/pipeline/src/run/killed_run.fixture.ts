import { join } from "node:path"
import { hostRunner } from "@proofloop/foundation/sandbox"
import { localForge } from "@proofloop/jobs/forge"
import { scriptedModel } from "@proofloop/runtime/testing"
import { z } from "zod"
import { openRunStore } from "../run_store.ts"
import { GOOD_WORK, PLAN, RENAMED, reviewOn, workerModel } from "../shop.fixture.ts"
import { createPipeline } from "./pipeline.ts"

/**
 * A program that drives a run over a shop until it is done, with the people around it: its plan is approved, its pull request reviewed and,
 * once the comment is worked in, merged. Each process has a clone of its own. Kills itself at the first boundary that is not among the known ones.
 */
const job = z
  .object({ folder: z.string(), known: z.array(z.string()) })
  .parse(JSON.parse(process.argv[2] ?? ""))

const seen = new Set<string>()

function boundary(name: string): void {
  seen.add(name)
  if (job.known.includes(name)) return
  process.stdout.write(`${JSON.stringify({ killed_at: name })}\n`, () => process.kill(process.pid, "SIGKILL"))
  // Nothing else may happen before the signal.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1)
  for (;;) process.kill(process.pid, "SIGKILL")
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
      boundary(`before ${name}.${method} ${step}`)
      const result = await call(...given)
      boundary(`after ${name}.${method} ${step}`)
      return result
    }
    return [method, around] as const
  })
  return { ...target, ...Object.fromEntries(wrapped) }
}

let step = ""
const bare = join(job.folder, "shop.git")
const store = await openRunStore(join(job.folder, "jobs.db"))
const forge = localForge({ repository: bare, checks: { command: "npm test", runner: hostRunner() } })
const pipeline = createPipeline({
  store: watched("store", store, ["change", "requestApproval"]),
  forge: {
    ...forge,
    git: watched("git", forge.git, ["advance", "keep"]),
    pulls: watched("pulls", forge.pulls, ["open"]),
    comments: watched("comments", forge.comments, ["post"]),
    reviews: watched("reviews", forge.reviews, ["reply", "resolve"]),
  },
  model: workerModel({ ...GOOD_WORK, ...RENAMED }),
  models: {
    planner: scriptedModel(() => ({ text: JSON.stringify(PLAN) })),
    reviewer: scriptedModel(() => ({ text: '{"findings": []}' })),
  },
  state_dir: join(job.folder, `machine ${process.pid}`),
  unsafe_host_runner: true,
  setup: "",
  ci: { look_every_ms: 50, grace_ms: 0 },
  on_step(name, at) {
    step = name
    boundary(`${at} ${name}`)
  },
})

while ((await store.get("run-1")).state !== "done") {
  const { run, error } = await pipeline.drive("run-1", { wait_for: ["ci"] })
  if (error !== null) throw new Error(error)
  if (run.state === "awaiting-approval") await store.answer("run-1", { answer: "approved", by: "grace" })
  const number = run.work.pull_request?.number
  if (number === undefined) continue
  if ((await forge.reviews.list(number)).length === 0)
    await forge.review(number, reviewOn("docs/usage.md", "Say percent_off, please."))
  if ((await forge.reviews.threads(number)).some(({ is_resolved }) => !is_resolved)) continue
  if ((await forge.pulls.get(number)).draft) await forge.markReady(number)
  await forge.merge(number)
}
await store.close()
process.stdout.write(`${JSON.stringify({ boundaries: [...seen] })}\n`)
