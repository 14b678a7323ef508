import { spawnSync } from "node:child_process"

/** A workflow of the served repository, with one job. */
export interface ServedWorkflow {
  /** Of its job, and so of its check run. */
  readonly name: string
  /** It begins for drafts, too. Default true. */
  readonly drafts?: boolean
  /** Its runs wait for a person, as after somebody's first contribution. Default false. */
  readonly needs_approval?: boolean
  /** The job's conclusion, by the files of the commit, and its output. */
  readonly job: (read: (path: string) => string | null) => JobEnd
}

export interface JobEnd {
  readonly conclusion: string
  readonly log: string
}

/** The Actions of the served repository, and what other services say of its commits. */
export interface ServedCi {
  readonly workflows: ServedWorkflow[]
  /** Names that the rules of the base branch ask for; null: the token may not see them. */
  required: readonly string[] | null
  /** By commit, newest first. */
  readonly statuses: Map<string, readonly object[]>
  /** Oldest first; of a name the newest of a commit is the latest. */
  readonly runs: Array<ServedRun & { readonly sha: string }>
  /** Commits whose workflows a person let run. */
  readonly approved: Set<string>
  /** What each job printed. */
  readonly logs: Map<number, string>
}

interface ServedRun {
  readonly id: number
  readonly name: string
  status: "queued" | "completed"
  conclusion: string | null
  readonly html_url: string
  readonly app: { readonly slug: string; readonly name: string }
}

export function servedCi(): ServedCi {
  return {
    workflows: [],
    required: null,
    statuses: new Map(),
    runs: [],
    approved: new Set(),
    logs: new Map(),
  }
}

const ACTIONS = { slug: "github-actions", name: "GitHub Actions" }

export interface ToldPull {
  readonly draft: boolean
  readonly state: "open" | "closed"
  readonly head: { readonly sha: string }
}

/**
 * What exists of a commit: for the head of an open pull request a run of each workflow. It is queued at the first
 * question and ended at the second. null: no such list.
 */
export function ofCommit(
  ci: ServedCi,
  {
    bare,
    pulls,
    sha,
    list,
  }: {
    readonly bare: string
    readonly pulls: readonly ToldPull[]
    readonly sha: string
    readonly list: string
  },
): readonly object[] | null {
  const pull = pulls.find(({ state, head }) => state === "open" && head.sha === sha)
  const begun = ci.workflows.filter(({ drafts = true }) => pull !== undefined && (drafts || !pull.draft))
  const isHeld = ({ needs_approval = false }: ServedWorkflow) => needs_approval && !ci.approved.has(sha)
  if (list === "check-runs") {
    for (const workflow of begun) if (!isHeld(workflow)) advance(ci, workflow, { bare, sha })
    return latest(ci.runs.filter((run) => run.sha === sha))
  }
  if (list === "check-suites") return begun.map((workflow) => suiteOf(isHeld(workflow)))
  return list === "statuses" ? (ci.statuses.get(sha) ?? []) : null
}

function suiteOf(is_held: boolean): object {
  return is_held
    ? { status: "completed", conclusion: "action_required", latest_check_runs_count: 0, app: ACTIONS }
    : { status: "queued", conclusion: null, latest_check_runs_count: 1, app: ACTIONS }
}

function advance(
  { runs, logs }: ServedCi,
  { name, job }: ServedWorkflow,
  { bare, sha }: { readonly bare: string; readonly sha: string },
): void {
  const there = runs.find((run) => run.sha === sha && run.name === name)
  if (there === undefined) {
    const id = 9000 + runs.length
    const html_url = `https://github.example/runs/${id}`
    runs.push({ id, name, sha, status: "queued", conclusion: null, html_url, app: ACTIONS })
  } else if (there.status === "queued") {
    const { conclusion, log } = job((path) => fileAt(bare, sha, path))
    Object.assign(there, { status: "completed", conclusion })
    logs.set(there.id, log)
  }
}

function latest(runs: ServedCi["runs"]): ServedCi["runs"] {
  return [...new Map(runs.map((run) => [run.name, run])).values()]
}

function fileAt(bare: string, sha: string, path: string): string | null {
  const { status, stdout } = spawnSync("git", ["--git-dir", bare, "show", `${sha}:${path}`], {
    encoding: "utf8",
  })
  return status === 0 ? stdout : null
}
