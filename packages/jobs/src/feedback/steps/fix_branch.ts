import { InvalidOptionError } from "@proofloop/foundation/errors"
import { git, removeAbandonedTrees, requireGit } from "@proofloop/foundation/git"
import { fetchMissing } from "../../forge/fetch_missing.ts"
import { FIX_BRANCH_PREFIX } from "../../forge/git.ts"
import type { Feedback } from "../feedback.ts"
import type { SelfCorrectionSettings } from "../settings.ts"
import { FixError } from "./fix_error.ts"
import type { FeedbackContext } from "./step.ts"

/** The branch of a feedback's fix. Throws InvalidOptionError for an invalid id. */
export function fixBranch(feedback_id: string): string {
  const branch = `${FIX_BRANCH_PREFIX}${feedback_id}`
  feedbackIdOf(branch)
  return branch
}

/** Throws InvalidOptionError unless the branch is a fix branch. */
export function feedbackIdOf(branch: string): string {
  const id = branch.startsWith(FIX_BRANCH_PREFIX) ? branch.slice(FIX_BRANCH_PREFIX.length) : ""
  if (/^[A-Za-z0-9_-]{1,64}$/.test(id)) return id
  const expected = `${FIX_BRANCH_PREFIX} and the id of a feedback: letters, digits, "-" and "_", at most 64`
  throw new InvalidOptionError({ option: "branch", expected, got: branch.slice(0, 200) })
}

export interface FixBranch {
  /** null: the branch is missing. */
  readonly tip: string | null
  readonly commits: readonly BranchCommit[]
}

export interface BranchCommit {
  readonly commit: string
  readonly tree: string
  readonly parents: string
}

/**
 * The commits of a fix branch that `base` lacks. Removes what killed processes left. Rejects with a FixError when one
 * of its commits is not ours or the branch is checked out in some work tree, and with GitError.
 */
export async function readFixBranch(root: string, branch: string, base: string): Promise<FixBranch> {
  const trees = await removeAbandonedTrees(root)
  if (trees.some((tree) => tree.branch === `refs/heads/${branch}`)) {
    throw new FixError("branch", `${branch} is checked out in a work tree; switch that one to another branch`)
  }
  const tip = await readTip(root, branch)
  if (tip === null) return { tip, commits: [] }
  const args = ["log", `--format=${FORMAT}`, `--max-count=${MAX_COMMITS}`, tip, `^${base}`, "--"]
  const lines = (await requireGit(root, args)).split("\n").filter((line) => line !== "")
  return { tip, commits: lines.map((line) => readCommit(line, branch)) }
}

/**
 * Moves the fix branch to a commit in one step, creating it if need be; `before` is its old place. Rejects with
 * GitError when somebody moved it meanwhile.
 */
export async function moveFixBranch(
  root: string,
  branch: string,
  commit: string,
  before: string | null,
): Promise<void> {
  const args = ["update-ref", "--no-deref", "-m", `fix: ${feedbackIdOf(branch)}`]
  // An empty old value: it must not exist.
  await requireGit(root, [...args, `refs/heads/${branch}`, commit, before ?? ""])
}

async function readTip(root: string, branch: string): Promise<string | null> {
  const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", `refs/heads/${branch}`]
  const { exit_code, stdout } = await git(root, args)
  return exit_code === 0 ? stdout.trim() : null
}

/** The full id of a commit. Rejects with GitError. */
export async function resolveCommit(root: string, commit: string): Promise<string> {
  const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${commit}^{commit}`]
  return (await requireGit(root, args)).trim()
}

/**
 * Commits these paths of a tree that has `parent` checked out, and moves no branch. null: nothing changed. If
 * `present` has a commit with the same content and parent, it is taken instead of a new one. Rejects with GitError,
 * also for a path that git ignores.
 */
export async function commitOnTop(
  tree_root: string,
  parent: string,
  { paths, message, present }: TreeChange,
): Promise<string | null> {
  await requireGit(tree_root, ["add", "--all", "--", ...paths])
  const tree = (await requireGit(tree_root, ["write-tree"])).trim()
  const before = await requireGit(tree_root, ["rev-parse", `${parent}^{tree}`])
  if (tree === before.trim()) return null
  const same = present.find((known) => known.tree === tree && known.parents === parent)
  if (same !== undefined) return same.commit
  return (await requireGit(tree_root, ["commit-tree", tree, "-p", parent, "-m", message])).trim()
}

export interface TreeChange {
  readonly paths: readonly string[]
  readonly message: string
  readonly present: readonly BranchCommit[]
}

/** With the trailer of every fix commit. */
export function commitMessage(
  title: string,
  feedback_id: string,
  trailers: Readonly<Record<string, string>> = {},
): string {
  const lines = Object.entries({ [TRAILER]: feedback_id, ...trailers })
  return `${title}\n\n${lines.map(([name, value]) => `${name}: ${value}`).join("\n")}`
}

const TRAILER = "Feedback-Id"
/** The committer of every commit made here (git.ts). */
const COMMITTER = "proofloop@localhost"
const FORMAT = `%H%x09%T%x09%P%x09%ce%x09%(trailers:key=${TRAILER},valueonly,separator=%x2C)`
const MAX_COMMITS = 20

function readCommit(line: string, branch: string): BranchCommit {
  const [commit = "", tree = "", parents = "", committer, feedback_id] = line.split("\t")
  if (committer === COMMITTER && feedback_id === feedbackIdOf(branch)) return { commit, tree, parents }
  const message = `${branch} has a commit that no fix made, ${commit.slice(0, 12)}; move it to another branch`
  throw new FixError("branch", message)
}

/** Keeps a product that is a commit on the forge, so that another machine can go on. Rejects with ForgeError. */
export async function keepCommit(
  { settings, signal }: Pick<FeedbackContext, "settings" | "signal">,
  { id }: Pick<Feedback, "id">,
  step: "fix" | "write_test" | "rebase",
  commit: string,
): Promise<void> {
  await settings.forge.git.keep(settings.root, commit, `${id}/${step}`, signal)
}

/**
 * Fetches the commits of a row that another machine made and this clone lacks, and makes the fix branch at the newest
 * where it is missing. Rejects with ForgeError and GitError.
 */
export async function bringCommits(
  { root, forge }: SelfCorrectionSettings,
  { id, state, work }: Feedback,
  signal: AbortSignal,
): Promise<void> {
  if (!WORKING.has(state)) return
  const commits = [work.base_commit, work.fix?.commit, work.test?.commit].filter(
    (commit) => commit !== undefined,
  )
  await fetchMissing(forge, root, commits, signal)
  const newest = work.test?.commit ?? work.fix?.commit
  if (newest === undefined) return
  const branch = fixBranch(id)
  const known = await git(root, ["rev-parse", "--verify", "--quiet", `refs/heads/${branch}`])
  if (known.exit_code !== 0) await moveFixBranch(root, branch, newest, null)
}

const WORKING: ReadonlySet<string> = new Set(["in-fix", "fix-pr-open", "regression-alarm"])
