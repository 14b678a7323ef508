// A fleet as a process of its own. Reads its settings from the first argument and tells events as JSON lines.
import { readFile } from "node:fs/promises"
import { join } from "node:path"
import { openAICompatible } from "@proofloop/runtime"
import { z } from "zod"
import { TOKEN } from "../../../packages/github/src/github_loopback.fixture.ts"
import { githubForge } from "../../../packages/github/src/index.ts"
import { createFleet, openRunStore } from "../../../packages/pipeline/src/index.ts"

const settingsSchema = z.strictObject({
  state: z.string(),
  /** Bare repositories by their names on the forge. */
  repositories: z.record(z.string(), z.string()),
  forge_url: z.string(),
  model_url: z.string(),
  concurrency: z.number(),
})

export type WorkerSettings = z.output<typeof settingsSchema>

const tell = (event: object): void => void process.stdout.write(`${JSON.stringify(event)}\n`)
tell({ type: "worker.loaded" })
const settings = settingsSchema.parse(JSON.parse(await readFile(process.argv[2] ?? "", "utf8")))
const model = (name: string) =>
  openAICompatible({ model: name, base_url: settings.model_url, api_key: "sk-of-this-machine" })
const begun = new Map<string, number>()

process.on("SIGUSR2", () => {
  globalThis.gc?.()
  globalThis.gc?.()
  tell({ type: "memory", rss: process.memoryUsage.rss(), heap: process.memoryUsage().heapUsed })
})

const store = await openRunStore(join(settings.state, "runs.db"))
const end = await createFleet({
  store,
  state_dir: settings.state,
  repositories: Object.keys(settings.repositories).map((name) => ({
    url: `github:${name}`,
    base: null,
    switches: [],
    cap: 1,
  })),
  forgeFor: async ({ url }) => {
    const repository = url.slice("github:".length)
    const remote_url = settings.repositories[repository]
    return githubForge({ repository, remote_url, token: TOKEN, base_url: settings.forge_url })
  },
  model: model("worker"),
  models: {
    planner: model("planner"),
    reviewer: model("reviewer"),
    fixer: model("fixer"),
    critic: model("critic"),
  },
  unsafe_host_runner: true,
  setup: "",
  ci: { look_every_ms: 2000, grace_ms: 0 },
  concurrency: settings.concurrency,
  on_step: (step, at, run_id) => {
    const key = `${run_id} ${step}`
    if (at === "before") begun.set(key, performance.now())
    tell({
      type: "step",
      step,
      at,
      run_id,
      ms: at === "after" ? performance.now() - (begun.get(key) ?? 0) : null,
    })
  },
  on_event: (event) => {
    tell({ ...event })
  },
}).run()
tell({ type: "worker.ended", ...end })
await store.close()
