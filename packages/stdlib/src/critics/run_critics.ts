import type { ChangeSet } from "@proofloop/foundation/git"
import { inParallel, raceAbort } from "@proofloop/foundation/process"
import type { RepositoryFacts } from "../repository/facts.ts"
import type { Critic } from "./critic.ts"
import { withoutQuotedSecrets } from "./quoted_secrets.ts"
import { readAhead } from "./read_ahead/read_ahead.ts"
import type { SelectedCritic } from "./select.ts"
import { crashVerdict, type CriticVerdict, type FailVerdict } from "./verdict.ts"

export interface CriticResult {
  readonly critic: Critic
  readonly verdict: CriticVerdict
  /** How long it took, in milliseconds. */
  readonly duration_ms: number
}

export interface RunCriticsOptions {
  /** On abort, critics that have not answered are `unable`. */
  readonly signal?: AbortSignal | undefined
  /** Called as each critic answers, in any order within a stage. A throw is ignored. */
  readonly on_verdict?: ((result: CriticResult) => void) | undefined
  /** Default "never": "first_failure" skips the stages after the first one with a failure. */
  readonly stop?: "first_failure" | "never" | undefined
  /** How many critics of a stage at once. Default 8: most of what one waits for is what threads read. */
  readonly concurrency?: number | undefined
  /** Milliseconds, for the durations. Default: performance.now. */
  readonly now?: (() => number) | undefined
}

/** The verdicts in the order of the selection; cheap stages run before expensive ones. A critic that throws is `unable`. */
export async function runCritics(
  selected: readonly SelectedCritic[],
  change: ChangeSet,
  facts: RepositoryFacts,
  options: RunCriticsOptions = {},
): Promise<readonly CriticResult[]> {
  const { signal, stop = "never", concurrency = 8 } = options
  const watched = signal === undefined ? facts : withSignal(facts, signal)
  const results: CriticResult[] = []
  const closeThreads = readAhead(
    selected.map(({ critic }) => critic),
    change,
  )
  try {
    for (const stage of stagesOf(selected, stop)) {
      const part = await inParallel(stage, concurrency, (one) => judge(one, change, watched, options))
      results.push(...part)
      if (signal?.aborted) break
      if (stop === "first_failure" && part.some(({ verdict }) => verdict.status === "fail")) break
    }
  } finally {
    await closeThreads()
  }
  return results
}

export type FailedResult = CriticResult & { readonly verdict: FailVerdict }

/** The failure that counts: the first in the order of the selection. */
export function firstFailure(results: readonly CriticResult[]): FailedResult | undefined {
  return results.find((result): result is FailedResult => result.verdict.status === "fail")
}

async function judge(
  { critic, options }: SelectedCritic,
  change: ChangeSet,
  facts: RepositoryFacts,
  { signal, on_verdict, now = () => performance.now() }: RunCriticsOptions,
): Promise<CriticResult> {
  const started_at = now()
  const answer = await answerOrAbort(() => critic.check(change, facts, options), signal)
  // Critics that run something name tests, and hide secrets of the output themselves.
  const verdict = critic.needs === "nothing" ? withoutQuotedSecrets(answer) : answer
  const result: CriticResult = { critic, verdict, duration_ms: Math.round(10 * (now() - started_at)) / 10 }
  try {
    on_verdict?.(result)
  } catch {
    // A host's listener must not affect the verdict.
  }
  return result
}

async function answerOrAbort(
  check: () => Promise<CriticVerdict>,
  signal: AbortSignal | undefined,
): Promise<CriticVerdict> {
  try {
    return await raceAbort(check, signal)
  } catch (error) {
    return signal?.aborted ? { status: "unable", reason: "aborted" } : crashVerdict(error)
  }
}

function withSignal(facts: RepositoryFacts, signal: AbortSignal): RepositoryFacts {
  return {
    root: facts.root,
    baselines: facts.baselines,
    probe: facts.probe,
    runner: facts.runner,
    parsers: facts.parsers,
    signal,
    on_measured: facts.on_measured,
    read: (path) => facts.read(path),
    exists: (path) => facts.exists(path),
    paths: () => facts.paths(),
    fingerprint: () => facts.fingerprint(),
  }
}

/** How expensive a critic is. Cheap ones go first, and a failure in one stage keeps the next from starting. */
type Stage = "syntax" | "static" | "repository" | "scanner" | "build" | "tests" | "psi"

const STAGES: Readonly<Record<string, Stage>> = {
  G1: "syntax",
  G2: "syntax",
  G6: "syntax",
  G20: "syntax",
  leftovers: "syntax",
  G16: "repository",
  G18: "repository",
  G19: "repository",
  build: "build",
  G8: "tests",
  "psi-lite": "psi",
  "psi-full": "psi",
}

function stageOf({ id, needs }: Pick<Critic, "id" | "needs">): Stage {
  const known = Object.hasOwn(STAGES, id) ? STAGES[id] : undefined
  if (known !== undefined) return known
  if (needs === "scanner") return "scanner"
  return needs === "run" ? "tests" : "static"
}

/** The selection cut at changes of stage; critics of one part may run side by side. */
function stagesOf(
  selected: readonly SelectedCritic[],
  stop: NonNullable<RunCriticsOptions["stop"]>,
): ReadonlyArray<readonly SelectedCritic[]> {
  const parts: SelectedCritic[][] = []
  let last: Stage | null = null
  for (const one of selected) {
    const own = stageOf(one.critic)
    // Both only read: where all run in any case, none of them waits.
    const stage = own === "syntax" && stop === "never" ? "static" : own
    const part = parts.at(-1)
    if (part === undefined || stage !== last) parts.push([one])
    else part.push(one)
    last = stage
  }
  return parts
}
