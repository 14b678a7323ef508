import { InvalidOptionError } from "@proofloop/foundation/errors"
import { requireGit } from "@proofloop/foundation/git"
import { readDeclaredDependencies } from "@proofloop/stdlib/internal"
import { patientModel } from "@proofloop/stdlib/internal/llm"
import { isBranchName } from "../../forge/branch_name.ts"
import { FIX_BRANCH_PREFIX } from "../../forge/git.ts"
import { openPull } from "../../forge/open_pull.ts"
import { list, paragraph } from "../../forge/page_text.ts"
import type { PullRequest } from "../../forge/pulls.ts"
import { type CiFailure, readFailedJobs } from "../ci/failed_jobs.ts"
import type { FailureMark } from "../ci/failure_mark.ts"
import { lookAtCi } from "../ci/look_at_ci.ts"
import type { CiOutcome } from "../ci/outcome.ts"
import { watchEvent } from "../ci/watch_event.ts"
import { fixCi, type FixCiResult, type FixCiStatus } from "../fix_ci/fix_ci.ts"
import { branchSettings, type BranchOptions, type BranchSettings, type ModelRole } from "../settings.ts"
import { meteredModel, openSpending } from "../spending/spending.ts"
import { takeClone } from "../tree/clone.ts"
import { advanced, firstBranch } from "../tree/own_branch.ts"
import { inPlace, type Place } from "../tree/place.ts"

export interface BranchRepair {
  /** `not_red`: CI shows nothing to repair, and `why` says what. `offered`: a repair of this commit waits for a person. */
  readonly status: FixCiStatus | "not_red" | "offered"
  readonly head: string
  readonly commit: string | null
  /** Where the fix was pushed: the branch itself, or one of ours. */
  readonly pushed_to: string | null
  /** The draft for somebody else's branch, including an earlier one; null: there is none. */
  readonly pull_request: {
    readonly number: number
    readonly url: string
  } | null
  /** For a person, without secrets. */
  readonly why: string
  readonly jobs: readonly string[]
  /** Replies that the repair asked models for; 0 without a repair. */
  readonly model_calls: number
}

/**
 * Repairs what CI found on a branch, outside of runs. A fix of one of our branches is pushed there; any other branch
 * gets a draft pull request. Asks no model while a draft of the same commit is open, or when the last fix helped
 * nothing. Rejects with InvalidOptionError, ForgeError, GitError, the model's error, and the signal's reason.
 */
export async function repairBranch(
  options: BranchOptions,
  {
    branch,
    signal = new AbortController().signal,
  }: {
    readonly branch: string
    /** Aborts the repair. Default: none. */
    readonly signal?: AbortSignal
  },
): Promise<BranchRepair> {
  if (!isBranchName(branch)) {
    throw new InvalidOptionError({ option: "branch", expected: "the name of a branch", got: branch })
  }
  const settings = branchSettings(options)
  const clone = await takeClone(settings.state_dir, settings.forge, signal)
  try {
    return await repairIn(clone.root, settings, { branch, signal })
  } finally {
    await clone.release()
  }
}

async function repairIn(
  root: string,
  settings: BranchSettings,
  { branch, signal }: { readonly branch: string; readonly signal: AbortSignal },
): Promise<BranchRepair> {
  const { forge } = settings
  const head = await forge.git.fetchBranch(root, branch, signal)
  const ci = await watch(settings, head, signal)
  const jobs = ci.jobs.map(({ name }) => name)
  const untouched = { head, jobs, commit: null, pushed_to: null, pull_request: null }
  if (ci.state !== "red" || forge.checks === null) {
    return {
      ...untouched,
      status: "not_red",
      why: `CI is ${ci.state.replaceAll("_", " ")}: ${ci.why}`,
      model_calls: 0,
    }
  }
  const { checks } = forge
  const open = await draftOf({ settings, root, head, branch, signal })
  if (open !== null) {
    const why = `a repair of this commit was offered before: merge or close ${open.url}`
    const pull_request = { number: open.number, url: open.url }
    return { ...untouched, status: "offered", pull_request, why, model_calls: 0 }
  }
  const result = await inPlace(settings, { root, commit: head, signal }, async (place) => {
    const declared_dependencies = [...(await readDeclaredDependencies(place.root))]
    const failure = await readFailedJobs({ jobs: ci.jobs, checks, declared_dependencies, signal })
    return repair(settings, { failure, place, head, signal })
  })
  const { status, commit, why, model_calls } = result
  if (commit === null) return { ...untouched, status, why, model_calls }
  const published = await publish({ settings, root, head, branch, signal }, result, commit)
  return { status, head, jobs, commit, why, model_calls, ...published }
}

async function repair(
  settings: BranchSettings,
  {
    failure,
    place,
    head,
    signal,
  }: {
    readonly failure: CiFailure
    readonly place: Place
    readonly head: string
    readonly signal: AbortSignal
  },
): Promise<FixCiResult> {
  const run_id = runId(head)
  const { signer, prompt_dir, clock, state_dir, now, model_timeout_ms } = settings
  const trailers = [
    `${REPAIRS}: ${failure.mark.signature}`,
    ...(signer === undefined ? [] : [`Signed-off-by: ${signer}`]),
  ]
  const spending = openSpending(state_dir, now)
  const modelOf = (role: ModelRole) =>
    meteredModel(
      patientModel(settings.modelFor(role), model_timeout_ms, clock),
      { ...settings, spending },
      run_id,
    )
  return fixCi({
    root: place.root,
    failure,
    before: await repairedBefore(place.root),
    fixer: modelOf("fixer"),
    critic: modelOf("critic"),
    gate: { runner: place.runner, commit_tag: "" },
    commit_message: (subject) => `${subject}\n\n${trailers.join("\n")}`,
    on_event: (event) => settings.on_event({ ...event, run_id }),
    prompt_dir,
    clock,
    signal,
  })
}

/** The trailer of a fix with the earlier failures. It is the only memory, so the next repair may come from any machine. */
const REPAIRS = "Proofloop-Repairs"

/** The failure that a tree's newest commit was to fix, if it is a fix of ours; else null. */
async function repairedBefore(root: string): Promise<FailureMark | null> {
  const format = `--format=%(trailers:key=${REPAIRS},valueonly,separator=%x2C)`
  const signature = (await requireGit(root, ["log", "-1", "--no-merges", format])).trim()
  return signature === "" ? null : { signature, identities: [] }
}

/** Under which its events and its costs stand. */
function runId(head: string): string {
  return `fix-ci-${head.slice(0, 12)}`
}

/** Until CI has a final result, or its deadline has passed. */
async function watch(
  { forge, ci: knobs, clock, now, on_event }: BranchSettings,
  head: string,
  signal: AbortSignal,
): Promise<CiOutcome> {
  const { checks } = forge
  if (checks === null)
    return { state: "no_runs", jobs: [], why: "the forge runs no checks", next_look_at: null }
  const base = await forge.defaultBranch(signal)
  const pushed_at = now()
  for (;;) {
    const found = await lookAtCi({ checks, base, head_sha: head, pushed_at, now: now(), knobs, signal })
    const { state, next_look_at } = found
    const event = watchEvent(found, { head_sha: head, elapsed_ms: now() - pushed_at })
    on_event({ ...event, run_id: runId(head) })
    if (state !== "pending") return found
    await clock.sleep(Math.max(0, (next_look_at ?? now() + knobs.look_every_ms) - now()), signal)
  }
}

interface Published {
  readonly settings: BranchSettings
  readonly root: string
  readonly head: string
  readonly branch: string
  readonly signal: AbortSignal
}

/** Where a fix goes; our own branches take it directly. */
function targetOf({ branch, head }: Pick<Published, "branch" | "head">): string {
  return branch.startsWith(FIX_BRANCH_PREFIX) ? branch : `${FIX_BRANCH_PREFIX}${runId(head)}`
}

/** The open draft that offers a fix of this commit; null: there is none. */
async function draftOf(published: Published): Promise<PullRequest | null> {
  const { settings, branch, signal } = published
  const target = targetOf(published)
  if (target === branch) return null
  const there = await settings.forge.pulls.find(target, signal)
  return there?.state === "open" ? there : null
}

async function publish(
  published: Published,
  result: FixCiResult,
  commit: string,
): Promise<Pick<BranchRepair, "pushed_to" | "pull_request">> {
  const { settings, root, head, branch, signal } = published
  const { forge, draft } = settings
  const target = targetOf(published)
  if (target === branch) {
    await forge.git.advance(root, commit, branch, signal)
    return { pushed_to: branch, pull_request: null }
  }
  // Another process may offer a fix of the same commit.
  const pushed_to = await firstBranch(target, async (one) =>
    (await advanced({ forge, root }, commit, one, signal)) ? one : null,
  )
  const request = {
    head: pushed_to,
    base: branch,
    title: `Repair the CI of ${head.slice(0, 12)}`,
    body: bodyOf(result),
  }
  const { number, url } = await openPull(forge.pulls, request, draft, signal)
  return { pushed_to, pull_request: { number, url } }
}

function bodyOf({ why, tries, check_changed }: FixCiResult): string {
  const rejected = tries.flatMap(({ reason }) => (reason === null ? [] : [reason]))
  return [
    paragraph(why, 2000),
    ...(rejected.length === 0
      ? []
      : [`## Tried before\n\n${list(rejected, (one) => paragraph(one, 500), { none: "", most: 5 })}`]),
    ...(check_changed.length === 0
      ? []
      : [
          `**It changes what decides the check**: ${list(check_changed, (one) => paragraph(one, 200), { none: "", most: 10 })}`,
        ]),
    "Nothing merges this by itself: a person decides.",
  ].join("\n\n")
}
