import { realpath } from "node:fs/promises"
import { basename } from "node:path"
import { InvalidOptionError, thrownMessage } from "@proofloop/foundation/errors"
import { changeSet, git } from "@proofloop/foundation/git"
import type { Runner } from "@proofloop/foundation/sandbox"
import { cutCodePoints, oneLine, redactSecrets } from "@proofloop/foundation/text"
import { type RepositoryFacts, treeFacts, workTreeFacts } from "@proofloop/stdlib/critics"
import * as z from "zod"
import type { Analyser } from "./analyser.ts"
import { analysers } from "./analysers.ts"
import type { Metric, MetricReport } from "./metric.ts"
import { repositoryOf, type Repository } from "./repository/repository.ts"

export interface AnalyseOptions {
  /** Read from git's objects. Default: the folder as it is. */
  readonly commit?: string | undefined
  /** "owner/name". Default: the name of the folder. */
  readonly repository?: string | undefined
  /** Where the repository's own build and tests run; nothing of a commit runs. Default: nothing runs. */
  readonly runner?: Runner | undefined
  /** Its tests' known results: the failing names; null: they could not run. Default: they run, with a runner. */
  readonly failing_tests?: readonly string[] | null | undefined
  /** Asked after those of this package; one that throws, or answers no metric, is `unable`. */
  readonly analysers?: readonly Analyser[] | undefined
  /** Aborts the analysis. Default: none. */
  readonly signal?: AbortSignal | undefined
}

/**
 * The findings of every analyser in the repository at `root`; the same files give the same findings. Without a runner
 * nothing is written and nothing of it runs. Throws InvalidOptionError for a missing folder or commit; rejects with
 * the reason once aborted.
 */
export async function analyse(root: string, options: AnalyseOptions = {}): Promise<MetricReport> {
  const { repository: name, commit: reference, ...given } = options
  const real = await realpath(root).catch(() => {
    throw new InvalidOptionError({ option: "root", expected: "a folder", got: root })
  })
  const commit = reference === undefined ? null : await commitId(real, reference)
  const nothing = changeSet([])
  const facts = commit === null ? workTreeFacts(real, nothing) : treeFacts(real, commit, nothing)
  return analyseFacts(facts, { ...given, repository: name ?? basename(real), commit })
}

/** As `analyse`, of facts that are there already. */
export async function analyseFacts(
  facts: RepositoryFacts,
  options: Omit<AnalyseOptions, "commit"> & { readonly commit?: string | null },
): Promise<MetricReport> {
  const { repository: name = "repository", commit = null, signal } = options
  const repository = await repositoryOf(facts, options)
  const found: { readonly metric: Metric; readonly weight: number }[] = []
  for (const analyser of analysers) {
    signal?.throwIfAborted()
    found.push({ metric: await analyser.analyse(repository), weight: analyser.weight })
  }
  for (const analyser of options.analysers ?? []) {
    signal?.throwIfAborted()
    found.push({ metric: await askForeign(analyser, repository), weight: analyser.weight })
  }
  return {
    repository: name,
    commit,
    languages: (repository.fingerprint?.languages ?? []).map((language) => language.name),
    metrics: found.map(({ metric }) => metric),
    score: weightedMean(found.map(({ metric, weight }) => ({ score: metric.score, weight }))),
  }
}

function weightedMean(
  scores: readonly { readonly score: number | null; readonly weight: number }[],
): number | null {
  const known = scores.flatMap(({ score, weight }) => (score === null ? [] : [{ score, weight }]))
  const weights = known.reduce((sum, { weight }) => sum + weight, 0)
  if (weights === 0) return null
  return Math.round((100 * known.reduce((sum, { score, weight }) => sum + score * weight, 0)) / weights) / 100
}

async function commitId(root: string, reference: string): Promise<string> {
  const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${reference}^{commit}`]
  const { exit_code, stdout } = await git(root, args)
  if (exit_code === 0) return stdout.trim()
  throw new InvalidOptionError({ option: "commit", expected: "a commit of the repository", got: reference })
}

/** What a host's analyser finds. A throw or an answer of another shape is "could not look". Rejects only once aborted. */
async function askForeign(analyser: Analyser, repository: Repository): Promise<Metric> {
  try {
    const read = metric.safeParse(await analyser.analyse(repository))
    if (read.success) return read.data as Metric
    const [issue] = read.error.issues
    const where = issue?.path.join(".") || "its answer"
    return unable(analyser, `its answer is not a metric: ${where}: ${issue?.message ?? "another shape"}`)
  } catch (error) {
    repository.signal?.throwIfAborted()
    return unable(analyser, thrownMessage(error))
  }
}

const metric = z.object({
  name: z.string(),
  title: z.string(),
  status: z.enum(["pass", "warn", "fail", "unable"]),
  score: z.number().min(0).max(1).nullable(),
  summary: z.string(),
  details: z.string(),
  evidence: z.array(
    z.object({ path: z.string(), line: z.number().nullable(), what: z.string(), is_fault: z.boolean() }),
  ),
  suggestions: z.array(
    z.object({
      title: z.string(),
      description: z.string(),
      file_hints: z.array(z.string()),
      action: z.string(),
      needs_person: z.boolean(),
    }),
  ),
})

function unable({ name, title }: Analyser, reason: string): Metric {
  const summary = cutCodePoints(oneLine(redactSecrets(reason)), 160)
  return {
    name,
    title,
    status: "unable",
    score: null,
    summary,
    details: summary,
    evidence: [],
    suggestions: [],
  }
}
