import { listTree } from "@proofloop/foundation/git"
import { findTestCommand } from "@proofloop/foundation/paths"
import { runRoomCommand, type SandboxName } from "@proofloop/foundation/sandbox"
import { redactSecrets, sha256Hex } from "@proofloop/foundation/text"
import { type CheckVerdict, verifyByCommand } from "@proofloop/runtime"
import { failingTestsIn, findRegressions, languagesOf } from "@proofloop/stdlib/critics"
import type { Place } from "../tree/place.ts"

/** What the repository's own check said of one commit. */
export interface CheckRun {
  readonly command: string
  /** `unable`: it says nothing about the code. */
  readonly outcome: "green" | "red" | "unable"
  /** Names of the tests that failed, at most 500; one that stands for all where the runner names none. */
  readonly failing: readonly string[]
  readonly tests_run: number | null
  readonly exit_code: number | null
  readonly output_sha256: string
  /** The last 4000 characters, without secrets. */
  readonly output: string
  /** Why it says nothing; "" when it does. */
  readonly reason: string
  readonly sandbox: SandboxName
  /** Why something may not have been installed; null: nothing is missing. */
  readonly setup_problem: string | null
}

/** The command that judges a repository, by its manifests; null: there is none. */
export async function findCheck(root: string): Promise<string | null> {
  const languages = languagesOf(await listTree(root)).map(({ name }) => name)
  return findTestCommand(root, languages)
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
  const verdict = await verifyByCommand({ command, timeout_ms, cwd: root }, root, signal, (asked) =>
    // No bytecode of the tree is read: it would hide an edit within one second.
    runRoomCommand(runner, { ...asked, env: { ...asked.env, PYTHONPYCACHEPREFIX: "/nowhere" } }),
  )
  signal.throwIfAborted()
  const printed = verdict.status === "unable" ? verdict.reason : (verdict.output ?? "")
  const output = redactSecrets(printed)
  return {
    command,
    outcome: OUTCOME_OF[verdict.status],
    failing: verdict.status === "fail" ? [...failingTestsIn(output, command, root)].slice(0, MAX_NAMES) : [],
    tests_run: verdict.status === "unable" ? null : (verdict.tests_run ?? null),
    exit_code: verdict.status === "unable" ? null : (verdict.exit_code ?? null),
    output_sha256: sha256Hex(printed),
    output: output.slice(-MAX_OUTPUT),
    reason: verdict.status === "unable" ? output : "",
    sandbox: runner.sandbox,
    setup_problem: problem === null ? null : redactSecrets(problem).slice(0, MAX_OUTPUT),
  }
}

const MAX_NAMES = 500
const MAX_OUTPUT = 4000

const OUTCOME_OF = { pass: "green", fail: "red", unable: "unable" } as const satisfies Record<
  CheckVerdict["status"],
  CheckRun["outcome"]
>

/** What a check says of a change, given what it said before. */
export interface Comparison {
  /** `worse`: something fails that did not. `weaker`: nothing does, and fewer tests ran than before. */
  readonly verdict: "fine" | "worse" | "weaker" | "unable"
  /** In words: what is worse, or what weakens "fine"; "" for nothing. */
  readonly why: string
}

/** Compares a run of the check with the one before the change. Where it was red before, the same failures are no fault of the change. */
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
  if (now.outcome === "unable") return { verdict: "unable", why: now.reason }
  const known = new Set(before?.failing ?? [])
  const added = findRegressions(known, new Set(now.failing))
  if (before?.outcome !== "red") return { verdict: "worse", why: `fails: ${named(now.failing)}` }
  if (added.length > 0) return { verdict: "worse", why: `fails and did not before: ${named(added)}` }
  return { verdict: "fine", why: `still fails as before the change: ${named(now.failing)}` }
}

function named(names: readonly string[]): string {
  const shown = names.slice(0, 5).join(", ")
  return names.length > 5 ? `${shown} and ${names.length - 5} more` : shown
}
