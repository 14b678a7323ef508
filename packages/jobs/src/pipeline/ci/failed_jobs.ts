import { cutMiddle, redactSecrets } from "@proofloop/foundation/text"
import { createDetector, type OutputParser } from "@proofloop/runtime/detector"
import { type DiagnosticKind, type ParsedDiagnostic, parseOutput } from "@proofloop/runtime/internal/detector"
import type { Checks } from "../../forge/checks.ts"
import { ForgeError } from "../../forge/forge_error.ts"
import { failedSteps } from "./failed_steps.ts"
import { type FailureMark, failureMark } from "./failure_mark.ts"
import type { FailedJob } from "./outcome.ts"

export interface ReadJobsOptions {
  /** As `reduceCi` names them. */
  readonly jobs: readonly FailedJob[]
  readonly checks: Pick<Checks, "log">
  /** The packages that the project's manifests declare: a missing one is no fault of the code. Default none. */
  readonly declared_dependencies?: readonly string[] | undefined
  /** Output parsers asked before the built-in ones. */
  readonly parsers?: readonly OutputParser[] | undefined
  /** Aborts the requests. Default: none. */
  readonly signal?: AbortSignal | undefined
}

/** Jobs that failed alike. All texts are a stranger's, without secrets. */
export interface JobFailure {
  /** Of all jobs that failed this way. */
  readonly names: readonly string[]
  /** The forge's word: "failure", "timed_out". */
  readonly told: string
  /** The command that failed, as the log names it; null when it names none. */
  readonly command: string | null
  /** `environment`: no change of the code mends it. */
  readonly kind: DiagnosticKind
  /** "err:" and a SHA-256, the loop's signature of a failure. */
  readonly signature: string
  /** Digests of the single failures, such as one for each test. */
  readonly identities: readonly string[]
  /** At most 240 characters: what failed, as it was read. */
  readonly snippet: string
  /** The last 5,000 characters of what the failed steps printed; "" without a log and a summary. */
  readonly output: string
  readonly has_log: boolean
  /** Files and lines that the output names, as it spells them, at most 400; those of failures first. */
  readonly mentions: readonly string[]
}

export interface CiFailure {
  /** What tells this failure from another one of the same branch. */
  readonly mark: FailureMark
  readonly jobs: readonly JobFailure[]
  readonly unread: readonly string[]
}

/** How many jobs' logs are read; a matrix has more, and they fail alike. */
const MAX_JOBS = 20
const TAIL = 5000

/**
 * The failed jobs' output, each failure once. Without a log, the check's summary stands for it. Rejects with a
 * ForgeError that a later try may avoid, and as the signal says.
 */
export async function readFailedJobs(options: ReadJobsOptions): Promise<CiFailure> {
  const { jobs, signal } = options
  const failures = new Map<string, JobFailure>()
  for (const job of jobs.slice(0, MAX_JOBS)) {
    signal?.throwIfAborted()
    const failure = await readJob(job, options)
    const { identities, signature } = failure
    const key = identities.length === 0 ? signature : identities.join(" ")
    const known = failures.get(key)
    failures.set(key, known === undefined ? failure : { ...known, names: [...known.names, job.name] })
  }
  const read = [...failures.values()].map((failure) => ({ ...failure, names: [...new Set(failure.names)] }))
  return { mark: failureMark(read), jobs: read, unread: jobs.slice(MAX_JOBS).map(({ name }) => name) }
}

async function readJob(job: FailedJob, options: ReadJobsOptions): Promise<JobFailure> {
  const log = await logOf(job, options)
  const steps = log === null ? null : failedSteps(log)
  const text = redactSecrets(steps?.text ?? `${job.name}: ${job.told}\n${job.summary}`)
  const command = steps?.command ?? null
  const { parsers, declared_dependencies } = options
  const detector = createDetector({ parsers, declared_dependencies })
  const timed_out = /^timed[ _]out$/.test(job.told)
  const { evidence } = detector.verdict(
    detector.initial_state,
    { status: "fail", evidence: text, timed_out, exit_code: steps?.exit_code ?? undefined },
    { check_id: command ?? "ci" },
  )
  if (evidence === null) throw new Error("a failed verdict is evidence")
  const { parsed } = parseOutput(text, command ?? undefined)
  return {
    names: [job.name],
    told: job.told,
    command: command === null ? null : redactSecrets(command),
    kind: evidence.kind,
    signature: evidence.signature,
    identities: evidence.identities,
    snippet: evidence.snippet,
    output: cutMiddle(text.trim(), TAIL, TAIL).trimStart(),
    has_log: log !== null,
    mentions: mentionsIn(text, parsed.diagnostics),
  }
}

/** null: there is none. */
async function logOf({ log_id }: FailedJob, { checks, signal }: ReadJobsOptions): Promise<string | null> {
  if (log_id === null) return null
  try {
    return await checks.log(log_id, signal)
  } catch (error) {
    if (error instanceof ForgeError && !error.retryable && error.problem === "missing") return null
    throw error
  }
}

const MAX_MENTIONS = 400
const MAX_READ = 200_000

/** Words that look like a path with a name and an extension, once each. */
function mentionsIn(text: string, diagnostics: readonly ParsedDiagnostic[]): readonly string[] {
  const of_failures = diagnostics.flatMap(({ location, test_id }) => [
    location === undefined ? "" : `${location.path}${location.line === undefined ? "" : `:${location.line}`}`,
    test_id?.split("::", 1)[0]?.split(" > ", 1)[0] ?? "",
  ])
  const words = text.slice(-MAX_READ).split(/[\s()[\]{}"'`,;<>|=]+/)
  const found = new Set<string>()
  for (const word of [...of_failures, ...words]) {
    if (found.size === MAX_MENTIONS) break
    if (word.length <= 300 && PATH.test(word) && !FOREIGN.test(word)) found.add(word)
  }
  return [...found]
}

const PATH = /[\w-]\.[A-Za-z]\w{0,7}(?::\d{1,7}){0,2}:?$/
const FOREIGN = /(?:^|[\\/])(?:node_modules|site-packages|\.cargo|\.rustup)[\\/]|^node:|:\/\//
