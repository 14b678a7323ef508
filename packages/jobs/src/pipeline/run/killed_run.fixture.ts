import { existsSync } from "node:fs"
import { rename, writeFile } from "node:fs/promises"
import { join } from "node:path"
import { commitPaths, git, requireGit } from "@proofloop/foundation/git"
import { hostRunner } from "@proofloop/foundation/sandbox"
import { scriptedModel } from "@proofloop/runtime/testing"
import * as z from "zod"
import type { OpensRows } from "../../engines/row_engine.ts"
import { localForge } from "../../forge/local_forge.ts"
import type { PipelineRun } from "../run.ts"
import { openRunStore } from "../run_store.ts"
import { GOOD_WORK, PLAN, RENAMED, reviewOn, SHOP_FILES, workerModel } from "../shop.fixture.ts"
import { createPipeline } from "./pipeline.ts"

/**
 * A program that drives a run over a shop until it is done, and plays the people around it. Each process has its own
 * clone, and kills itself at the first boundary that is not among the known ones.
 */
const job = z
  .object({
    folder: z.string(),
    /** A file, or the address of a Postgres. */
    store: z.string(),
    /** The module of the engine that moves the run; null: none. */
    engine: z.string().nullable(),
    story: z.enum(["merged", "taken_back"]),
    known: z.array(z.string()),
    /** Steps whose boundaries are passed by. */
    spared: z.array(z.string()),
  })
  .parse(JSON.parse(process.argv[2] ?? ""))

const seen = new Set<string>()

function boundary(name: string, of_step = step): void {
  if (job.spared.includes(of_step)) return
  seen.add(name)
  if (job.known.includes(name)) return
  process.stdout.write(`${JSON.stringify({ killed_at: name })}\n`, () => process.kill(process.pid, "SIGKILL"))
  // Nothing else may happen before the signal.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1)
  for (;;) process.kill(process.pid, "SIGKILL")
}

const changed = z.object({ note: z.object({ step: z.string() }) })

/** A step that goes on after a crash is not told of. */
function stepOf([, change]: readonly unknown[]): string {
  return changed.safeParse(change).data?.note.step ?? step
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
      const of_step = stepOf(given)
      boundary(`before ${name}.${method} ${of_step}`, of_step)
      const result = await call(...given)
      boundary(`after ${name}.${method} ${of_step}`, of_step)
      return result
    }
    return [method, around] as const
  })
  return { ...target, ...Object.fromEntries(wrapped) }
}

let step = ""
const bare = join(job.folder, "shop.git")
const work = join(job.folder, "work")
const store = await openRunStore(job.store)
/** Its CI demands more than the repository's own check. */
const CI = `node -e "if (!require('fs').readFileSync('docs/usage.md', 'utf8').includes('Returns')) { console.log('docs/usage.md:3:1: error: say what is returned'); process.exit(1) }"`
const forge = localForge({ repository: bare, checks: { command: CI, runner: hostRunner() } })

const answering = (answer: object) => scriptedModel(() => ({ text: JSON.stringify(answer) }))
const REPAIR = {
  diagnosis: "the page says nothing of what is returned",
  subject: "docs: say what is returned",
  edits: [{ path: "docs/usage.md", old_string: ")`.", new_string: ")`. Returns the price to pay." }],
  needs: [],
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

const pipeline = createPipeline({
  engine,
  store: watched("store", store, ["change", "requestApproval"]),
  forge: {
    ...forge,
    git: watched("git", forge.git, ["advance", "keep", "push"]),
    pulls: watched("pulls", forge.pulls, ["open", "rewrite"]),
    comments: watched("comments", forge.comments, ["post"]),
    reviews: watched("reviews", forge.reviews, ["reply", "resolve"]),
  },
  model: workerModel({ ...GOOD_WORK, ...RENAMED }),
  models: {
    planner: answering(PLAN),
    reviewer: answering({ findings: [] }),
    fixer: answering(REPAIR),
    critic: answering({ approved: true, feedback: "" }),
  },
  state_dir: join(job.folder, `machine ${process.pid}`),
  unsafe_host_runner: true,
  setup: "",
  check: "node --test tests/price.test.mjs",
  ci: { look_every_ms: 50, grace_ms: 0 },
  on_step(name, at) {
    step = name
    boundary(`${at} ${name}`)
  },
})

/** A commit of somebody else on the base branch. */
async function pushToBase(path: string, text: string): Promise<void> {
  await requireGit(work, ["pull", "--quiet", "--no-rebase", bare, "main"])
  await writeFile(join(work, path), text)
  await commitPaths(work, [path], `somebody's ${path}`)
  await requireGit(work, ["push", "--quiet", bare, "HEAD:main"])
}

/**
 * The plan is approved while the base moves on; the pull request is reviewed and, once the comment is fulfilled,
 * merged.
 */
async function mergePeople({ state, work: { pull_request } }: PipelineRun): Promise<void> {
  if (state === "awaiting-approval") {
    await pushToBase("NEWS.md", "# News\n")
    await store.answer("run-1", { answer: "approved", by: "grace" })
  }
  if (state !== "pr-open" || pull_request === undefined) return
  const { number } = pull_request
  if ((await forge.reviews.list(number)).length === 0)
    await forge.review(number, reviewOn("docs/usage.md", "Say percent_off, please."))
  if ((await forge.reviews.threads(number)).some(({ is_resolved }) => !is_resolved)) return
  if ((await forge.pulls.get(number)).draft) await forge.markReady(number)
  await forge.merge(number)
}

const RECORD = join(bare, "proofloop", "pulls", "1.json")
const BASE_PRICE = `${SHOP_FILES["src/price.mjs"].replace("return price", "return  price")}`

/**
 * The base moves on so that the pull request conflicts, and the pull request is invisible for a while. It is merged
 * with the fault that it should fix, and the damage is repaired by hand.
 */
async function takeBackPeople({ state, work: { branch = "", gone, revert, handed_over } }: PipelineRun) {
  if (state === "alarm" && revert !== undefined)
    return pushToBase("src/price.mjs", SHOP_FILES["src/price.mjs"].replace("price + ", "price - "))
  if (state !== "pr-open") return
  if (gone !== undefined)
    return rename(`${RECORD}.hidden`, RECORD).then(() => writeFile(`${RECORD}.shown`, ""))
  if (handed_over === undefined) return pushToBase("src/price.mjs", BASE_PRICE)
  if (!existsSync(`${RECORD}.shown`)) return rename(RECORD, `${RECORD}.hidden`)
  await requireGit(work, ["fetch", "--quiet", bare, `refs/heads/${branch}`])
  await git(work, ["merge", "--quiet", "--no-ff", "--no-commit", "FETCH_HEAD"])
  await writeFile(join(work, "src/price.mjs"), BASE_PRICE)
  await requireGit(work, ["commit", "--quiet", "--all", "-m", "Merge, resolved wrongly"])
  await requireGit(work, ["push", "--quiet", bare, "HEAD:main"])
}

const actOn = job.story === "merged" ? mergePeople : takeBackPeople

while ((await store.get("run-1")).state !== "done") {
  const { row: run, error } = await pipeline.drive("run-1", { wait_for: ["ci"] })
  if (error !== null) throw new Error(error)
  await actOn(run)
}
await store.close()
process.stdout.write(`${JSON.stringify({ boundaries: [...seen] })}\n`)
