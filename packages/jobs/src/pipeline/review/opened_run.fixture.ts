import { join } from "node:path"
import { commitPaths, requireGit } from "@proofloop/foundation/git"
import { openObservationLedger } from "@proofloop/stdlib"
import { addFiles } from "../../../../foundation/src/files/workspace.fixture.ts"
import type { Association } from "../../forge/comments.ts"
import type { Forge } from "../../forge/forge.ts"
import { identityOf } from "../../forge/identity.ts"
import type { LocalForge } from "../../forge/local_forge.ts"
import type { CheckRun } from "../check/run_check.ts"
import type { RunContext } from "../context/context.ts"
import { pipelineWith, type Place } from "../run.fixture.ts"
import type { PipelineRun, RunWork, Switch } from "../run.ts"
import { pipelineSettings } from "../settings.ts"
import { openSpending } from "../spending/spending.ts"
import { takeClone } from "../tree/clone.ts"

const BRANCH = "auto/proofloop/plan-1"

/** What the pull request changes; the tests are green with it. */
const CHANGED = {
  "src/price.mjs":
    "export function discount(price, percent) {\n  return price - (price * percent) / 100\n}\n",
  "docs/usage.md": "# Usage\n\nCall `discount(price, percent)`.\n",
}

/** Only requests of people are left to do. */
export const INTEGRATING: readonly Switch[] = ["integrate", "no_ci_watch", "no_self_review"]

const GREEN: CheckRun = {
  command: "npm test",
  outcome: "green",
  failing: [],
  tests_run: 2,
  exit_code: 0,
  output_sha256: "0".repeat(64),
  output: "",
  reason: "",
  sandbox: "none",
  setup_problem: null,
}

export interface OpenedRun extends Place {
  readonly row: PipelineRun
  readonly context: RunContext
  readonly head: string
}

/** A run whose pull request is open, made without the earlier steps. */
export async function openedRun(
  options: Parameters<typeof pipelineWith>[0] & {
    readonly switches?: readonly Switch[]
    readonly changed?: Readonly<Record<string, string>>
    readonly signal?: AbortSignal
  } = {},
): Promise<OpenedRun> {
  const { switches = [], changed = CHANGED, signal, ...given } = options
  const place = await pipelineWith(given)
  const { bare, folder, forge } = place
  const work = join(folder, "work")
  const base_commit = (await requireGit(work, ["rev-parse", "HEAD"])).trim()
  await addFiles(work, changed)
  await commitPaths(work, Object.keys(changed), "Take discounts off")
  const head = (await requireGit(work, ["rev-parse", "HEAD"])).trim()
  await forge.git.push(work, head, BRANCH)
  const request = { head: BRANCH, base: "main", title: "Take discounts off", body: "Because." }
  const { number, url } = await forge.pulls.open(request)
  const products: RunWork = {
    base_commit,
    head,
    base_head: base_commit,
    branch: BRANCH,
    pull_request: {
      number,
      url,
      identity: await identityOf(forge, { number, head: BRANCH }, head),
    },
    pushed_at: new Date().toISOString(),
    head_check: GREEN,
  }
  await place.store.add({ id: "run-1", url: bare, switches })
  for (const to of ["analysing", "planning", "working"] as const)
    await place.store.change("run-1", { to, note: {} })
  await place.store.change("run-1", { to: "publishing", work: products, note: {} })
  const row = await place.store.change("run-1", { to: "pr-open", note: {} })
  const settings = pipelineSettings(place.options)
  const { root } = await takeClone(settings.state_dir, forge)
  await forge.git.fetchCommit(root, head)
  const ledger = openObservationLedger(join(settings.state_dir, "observations.jsonl"))
  const spending = openSpending(settings.state_dir, settings.now)
  const context: RunContext = {
    settings: { ...settings, root, ledger, spending },
    key: "run-1/step/0",
    signal: signal ?? new AbortController().signal,
    part: async (_, run) => run(),
    keeps_parts: false,
    tell: () => {},
  }
  return { ...place, row, context, head }
}

/** The same forge with these roles of people, by name; "none" for all others. */
export function associated(forge: LocalForge, people: Readonly<Record<string, Association>>): Forge {
  const as = <Said extends { readonly author: string }>(one: Said) => ({
    ...one,
    association: people[one.author] ?? "none",
  })
  return {
    ...forge,
    comments: { ...forge.comments, list: async (...asked) => (await forge.comments.list(...asked)).map(as) },
    reviews: {
      ...forge.reviews,
      list: async (...asked) => (await forge.reviews.list(...asked)).map(as),
      threads: async (...asked) =>
        (await forge.reviews.threads(...asked)).map((one) => ({ ...one, comments: one.comments.map(as) })),
    },
  }
}
