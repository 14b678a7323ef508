import { numberOption } from "@proofloop/foundation/errors"
import { redactSecrets, cutCodePoints } from "@proofloop/foundation/text"
import { knownLens, lensIds } from "../session/lenses.ts"
import { checkVerifierOptions } from "../session/options.ts"
import { runVerifiers } from "../session/run_verifiers.ts"
import type { VerifierOptions, VerifierSessionOptions } from "../session/verifiers.ts"
import { loadBuilds, readBuild, type SeededBuild } from "./builds.ts"
import { openBuild } from "./builds_repository.ts"
import {
  scoreVerifiers,
  type VerifierEvaluationRow,
  type VerifierScores,
} from "./evaluate_verifiers_scores.ts"

export interface EvaluateVerifiersOptions extends VerifierSessionOptions {
  /** A folder, or builds. Default: those of this package. */
  readonly builds?: string | readonly SeededBuild[] | undefined
  /** Builds that are judged at once. Default 4. */
  readonly concurrency?: number | undefined
  /** Aborts the evaluation. Default: none. */
  readonly signal?: AbortSignal | undefined
}

export interface VerifierEvaluation {
  /** The scores over all lenses. */
  readonly overall: VerifierScores
  readonly by_lens: Readonly<Record<string, VerifierScores>>
  readonly dangerous_misses: readonly VerifierEvaluationRow[]
  /** In the order of the builds. */
  readonly rows: readonly VerifierEvaluationRow[]
  /** Every build was answered, and no bad one passed. */
  readonly ok: boolean
}

/**
 * Measures how well a model judges: runs the real verifier of each build's lens on builds with known defects. Each
 * build is a separate repository in the temporary folder. A build without an answer counts as `unanswered` alone.
 * Rejects with InvalidOptionError, before a model is asked, for bad options and builds.
 */
export async function evaluateVerifiers(options: EvaluateVerifiersOptions): Promise<VerifierEvaluation> {
  const { builds: given, concurrency = 4, signal, ...verifiers } = options
  checkVerifierOptions({ ...verifiers, root: "." })
  numberOption("concurrency", concurrency, 1, 64)
  const builds =
    typeof given === "object"
      ? given.map((one, at) => readBuild(one, `builds.${at}`))
      : await loadBuilds(given)
  const ids = lensIds(options.lenses)
  for (const { id, lens } of builds) knownLens(lens, ids, id)
  const wanted = options.only?.map((lens, at) => knownLens(lens, ids, `only.${at}`)) ?? ids
  const judged = builds.filter(({ lens }) => wanted.includes(lens))
  const rows = await inTurns(judged, concurrency, (build) => judge(build, verifiers, signal))
  const lenses = [...new Set(rows.map(({ lens }) => lens))]
  const dangerous_misses = rows.filter(({ label, verdict }) => label === "bad" && verdict === "pass")
  const overall = scoreVerifiers(rows)
  return {
    overall,
    by_lens: Object.fromEntries(
      lenses.map((lens) => [lens, scoreVerifiers(rows.filter((row) => row.lens === lens))]),
    ),
    dangerous_misses,
    rows,
    ok: rows.length > 0 && dangerous_misses.length === 0 && overall.unanswered === 0,
  }
}

async function judge(
  build: SeededBuild,
  verifiers: Omit<VerifierOptions, "root">,
  signal: AbortSignal | undefined,
): Promise<VerifierEvaluationRow> {
  const { id, lens, label, seeded, seeded_paths, contract, tests } = build
  const repository = await openBuild(build)
  try {
    const { root } = repository
    const run = await runVerifiers({ ...verifiers, root, contract, tests, only: [lens] }, signal)
    const session = run.sessions[0]
    const verdict = session?.verdict ?? null
    const said = cutCodePoints(redactSecrets(verdict?.evidence ?? session?.reason ?? ""), 300)
    const common = { build: id, lens, label, seeded, said }
    if (verdict === null) return { ...common, verdict: null, match: null, names_seed: null }
    const names_seed = label === "good" ? null : seeded_paths.some((path) => verdict.evidence.includes(path))
    const match = (label === "bad") === (verdict.verdict !== "pass")
    return { ...common, verdict: verdict.verdict, match, names_seed }
  } finally {
    await repository.remove()
  }
}

async function inTurns<Item, Result>(
  items: readonly Item[],
  at_once: number,
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = []
  const pending = items.entries()
  let has_failed = false
  const worker = async (): Promise<void> => {
    for (const [index, item] of pending) {
      if (has_failed) return
      try {
        results[index] = await work(item)
      } catch (error) {
        has_failed = true
        throw error
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(at_once, items.length) }, worker))
  return results
}
