import { mkdir, rm, writeFile } from "node:fs/promises"
import { dirname, join } from "node:path"
import { numberOption } from "@proofloop/foundation/errors"
import { temporaryFolder } from "@proofloop/foundation/files"
import { initRepository, requireGit } from "@proofloop/foundation/git"
import { redactSecrets, cutCodePoints } from "@proofloop/foundation/text"
import { knownLens, lensIds } from "../session/lenses.ts"
import { checkVerifierOptions } from "../session/options.ts"
import { runVerifiers } from "../session/run_verifiers.ts"
import type { VerifierOptions, VerifierSessionOptions } from "../session/verifiers.ts"
import type { VerdictValue } from "../verdict/lens_verdict.ts"
import { blockScores, type BlockScores, share } from "./block_scores.ts"
import { loadBuilds, readBuild, type SeededBuild } from "./builds.ts"

export interface EvaluateVerifiersOptions extends VerifierSessionOptions {
  /** A folder, or builds. Default: those of this package. */
  readonly builds?: string | readonly SeededBuild[] | undefined
  /** Builds that are judged at once. Default 4. */
  readonly concurrency?: number | undefined
  /** Aborts the evaluation. Default: none. */
  readonly signal?: AbortSignal | undefined
}

export interface VerifierEvaluation {
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

interface BuildRepository {
  readonly root: string
  remove(): Promise<void>
}

/** A temporary repository with the build's `before` committed and its `after` in the work tree. Rejects with GitError. */
async function openBuild({ before, after }: SeededBuild): Promise<BuildRepository> {
  const root = await temporaryFolder("build")
  const remove = () => rm(root, { recursive: true, force: true })
  try {
    await writeFiles(root, before)
    await initRepository(root)
    await requireGit(root, ["add", "--all", "--", "."])
    await requireGit(root, ["commit", "--quiet", "--message", "before"])
    await writeFiles(root, after)
    return { root, remove }
  } catch (error) {
    await remove()
    throw error
  }
}

async function writeFiles(root: string, files: Readonly<Record<string, string | null>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    const file = join(root, path)
    if (content === null) {
      await rm(file, { force: true })
      continue
    }
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, content)
  }
}

interface VerifierEvaluationRow {
  readonly build: string
  readonly lens: string
  /** The right verdict: `bad` must be blocked. */
  readonly label: "good" | "bad"
  /** null: it gave none. */
  readonly verdict: VerdictValue | null
  /** Whether a bad build was blocked, a good one passed; null without a verdict. */
  readonly match: boolean | null
  /** Whether the evidence names a file with the defect; null for a good build and without a verdict. */
  readonly names_seed: boolean | null
  /** The defect, in words; null in a good build. */
  readonly seeded: string | null
  /** The evidence, or why there is no verdict; at most 300 characters. */
  readonly said: string
}

/** Fail and risk both block. null: undefined. A build without a verdict counts as unanswered, not as a find. */
interface VerifierScores extends BlockScores {
  readonly builds: number
  /** Builds without a verdict. */
  readonly unanswered: number
  /** The share of answered builds that were judged rightly, from 0 to 1; null: none was answered. */
  readonly accuracy: number | null
  /** How often each label had each verdict. */
  readonly confusion: Readonly<Record<"good" | "bad", Readonly<Record<VerdictValue | "none", number>>>>
}

function scoreVerifiers(rows: readonly VerifierEvaluationRow[]): VerifierScores {
  const answered = rows.filter(({ verdict }) => verdict !== null)
  const scores = blockScores(
    answered.map(({ label, verdict }) => ({ should_block: label === "bad", did_block: verdict !== "pass" })),
  )
  return {
    builds: rows.length,
    unanswered: rows.length - answered.length,
    accuracy: share(scores.tp + scores.tn, answered.length),
    ...scores,
    confusion: { good: verdictsOf(rows, "good"), bad: verdictsOf(rows, "bad") },
  }
}

function verdictsOf(rows: readonly VerifierEvaluationRow[], label: "good" | "bad") {
  const count = (verdict: VerdictValue | null) =>
    rows.filter((row) => row.label === label && row.verdict === verdict).length
  return { pass: count("pass"), fail: count("fail"), risk: count("risk"), none: count(null) }
}
