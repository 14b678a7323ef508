import { listTree } from "@proofloop/foundation/git"
import { findTestCommand } from "@proofloop/foundation/paths"
import { runRoomCommand, type SandboxName } from "@proofloop/foundation/sandbox"
import { oneLine, redactSecrets, sha256Hex } from "@proofloop/foundation/text"
import { type CheckOutcome, readCheck } from "@proofloop/runtime/internal/evidence"
import { findRegressions, isUnnamed, ownModules, readFailingTests } from "@proofloop/stdlib/internal/critics"
import type { Place } from "../tree/place.ts"

export interface CheckRun {
  readonly command: string
  /** `unable`: it says nothing about the code. A check that lacked something outside the code still has an exit code. */
  readonly outcome: "green" | "red" | "unable"
  /** Names of failed tests, at most 500; one sentinel where the runner names none. */
  readonly failing: readonly string[]
  /** Tests that it ran; null when the output does not say. */
  readonly tests_run: number | null
  /** Its exit code; null when it did not end by itself. */
  readonly exit_code: number | null
  /** Hash of all that it printed, in hex. */
  readonly output_sha256: string
  /** The last 4000 characters, without secrets. */
  readonly output: string
  /** Why it says nothing; "" when it does. */
  readonly reason: string
  /** The sandbox that it ran in, or "none". */
  readonly sandbox: SandboxName
  /** Why something may not have been installed; null: nothing is missing. */
  readonly setup_problem: string | null
}

/** The command that judges a repository, by its manifests; null: there is none. */
export async function findCheck(root: string): Promise<string | null> {
  return findTestCommand(root, { files: await listTree(root), whole: true })
}

/** Runs the check in a room of the place. Rejects with the signal's reason alone. */
export async function runCheck(
  { root, runner, problem }: Place,
  {
    command,
    timeout_ms,
    signal,
  }: { readonly command: string; readonly timeout_ms: number; readonly signal: AbortSignal },
): Promise<CheckRun> {
  const ran = await runRoomCommand(runner, { command, timeout_ms, cwd: root, signal })
  signal.throwIfAborted()
  const output = redactSecrets(ran.output)
  const isOwnModule = ran.exit_code === 0 ? undefined : await ownModules(root)
  const said = saidBy(readCheck({ ...ran, output }, { command, isOwnModule }), { command, root })
  return {
    command,
    ...withProblem(said, { command, problem, output }),
    output_sha256: sha256Hex(ran.output),
    output: output.slice(-MAX_OUTPUT),
    sandbox: runner.sandbox,
    setup_problem: problem === null ? null : redactSecrets(problem).slice(0, MAX_OUTPUT),
  }
}

const MAX_NAMES = 500
const MAX_OUTPUT = 4000

/** What could not be installed, or is hidden, is the likely reason of a check in which no test ran. */
function withProblem<Said extends Pick<CheckRun, "outcome" | "reason" | "failing" | "tests_run">>(
  said: Said,
  {
    command,
    problem,
    output,
  }: { readonly command: string; readonly problem: string | null; readonly output: string },
): Said {
  const { outcome, reason, failing, tests_run } = said
  if (outcome === "green") return said
  const asks_git = isUnnamed(new Set(failing)) && /\bfatal: not a git repository\b/.test(output)
  const why = asks_git ? "it asks git, and its room has no repository" : problem
  if (why === null || (outcome === "red" && !asks_git && (tests_run ?? 0) > 0)) return said
  const told = outcome === "unable" ? reason : `${command} ran no test`
  return {
    ...said,
    outcome: "unable",
    failing: [],
    reason: `${told}; ${oneLine(redactSecrets(why)).slice(0, 400)}`,
  }
}

/** The outcome in the words of a row: a weak pass is `unable`, and a hanging check is red, as it may hang by itself. */
function saidBy(
  check: CheckOutcome,
  { command, root }: { readonly command: string; readonly root: string },
): Pick<CheckRun, "outcome" | "failing" | "tests_run" | "exit_code" | "reason"> {
  const { tests_run = null, exit_code = null } = check
  const said = { failing: [], tests_run, exit_code, reason: "" }
  if (check.status === "pass") return { ...said, outcome: "green" }
  if (check.status === "fail") {
    const failing = check.timed_out ? ["<timed out>"] : readFailingTests(check, check.output, root)
    return { ...said, outcome: "red", failing: [...failing].slice(0, MAX_NAMES) }
  }
  const lacks =
    check.status === "unable" && (check.cause === "environment" || check.cause === "missing_module")
  const reason = `${command} ${check.reason}${lacks ? "; --setup names what prepares the tree" : ""}`
  return { outcome: "unable", failing: [], tests_run: null, exit_code: lacks ? exit_code : null, reason }
}

export interface Comparison {
  /** `worse`: a new failure. `weaker`: no new failure, and fewer tests ran than before. */
  readonly verdict: "fine" | "worse" | "weaker" | "unable"
  /** In words: what is worse, or what weakens "fine"; "" for nothing. */
  readonly why: string
}

/** Compares a run of the check with the one before the change. Failures from before are not the change's fault. */
export function compareChecks(before: CheckRun | undefined, now: CheckRun): Comparison {
  const compared = compareFailures(before, now)
  const was = before?.tests_run ?? 0
  if (compared.verdict !== "fine" || (now.tests_run ?? 0) >= was) return compared
  const ran =
    now.tests_run === null
      ? "it does not say that a test ran"
      : now.tests_run === 1
        ? "1 test ran"
        : `${now.tests_run} tests ran`
  return { verdict: "weaker", why: `${ran}, and ${was} before` }
}

function compareFailures(before: CheckRun | undefined, now: CheckRun): Comparison {
  if (now.outcome === "green") return { verdict: "fine", why: "" }
  if (now.outcome === "unable") {
    // A check that ran here before now lacks something, which a change may have caused.
    const is_lost = now.exit_code !== null && (before?.outcome === "green" || before?.outcome === "red")
    return { verdict: is_lost ? "worse" : "unable", why: now.reason }
  }
  const known = new Set(before?.failing ?? [])
  const added = findRegressions(known, new Set(now.failing))
  if (before?.outcome !== "red") return { verdict: "worse", why: `fails: ${named(now.failing)}` }
  if (added.length > 0) return { verdict: "worse", why: `fails and did not before: ${named(added)}` }
  return { verdict: "fine", why: `still fails as before the change: ${named(now.failing)}` }
}

/** A check's result without the tests that subtasks removed by plan. */
export function withoutRemoved(
  check: CheckRun,
  outcomes: readonly { readonly removed_tests?: { readonly count: number } }[] = [],
): CheckRun {
  const removed = outcomes.reduce((sum, { removed_tests }) => sum + (removed_tests?.count ?? 0), 0)
  return check.tests_run === null ? check : { ...check, tests_run: Math.max(0, check.tests_run - removed) }
}

function named(names: readonly string[]): string {
  const shown = names.slice(0, 5).join(", ")
  return names.length > 5 ? `${shown} and ${names.length - 5} more` : shown
}
