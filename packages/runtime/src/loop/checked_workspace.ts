import { extname } from "node:path"
import type { ReadFiles, WorkReading } from "@proofloop/foundation/git"
import type { Proof, Verdict } from "../protocol/verdict.ts"
import type { DetectorState } from "../stall/state.ts"
import { isVerified } from "../stall/work.ts"
import type { ReadLoopOptions } from "./options.ts"
import { checkedRoot, type RunFiles } from "./run_files.ts"
import type { RunProcesses } from "./run_processes.ts"

/** A verdict with the digest of the files it is about, where a work tree is known. */
export type SeenVerdict = Verdict & {
  readonly workspace_sha256?: string | undefined
  /** Files that the check wrote each time it ran. */
  readonly written_by_check?: readonly string[] | undefined
  /** Nothing ran: the pass that is on record is about these very files. */
  readonly reused?: true | undefined
}

export interface VerdictContext {
  readonly options: ReadLoopOptions
  readonly detector: DetectorState
  readonly files: RunFiles
  readonly processes: RunProcesses
  readonly signal: AbortSignal
}

/**
 * Asks for a verdict on files that nobody writes to, once processes of earlier calls have ended. If somebody wrote to
 * them, the check runs once more. What it writes again is its product; any other write makes a pass `unable`, as do a
 * change under a function and unreadable files. A command whose pass on these files is on record does not run.
 * @requirement proof.workspace, proof.unread, proof.reused
 */
export async function verdictOnWorkspace(
  context: VerdictContext,
  ask: () => Promise<Verdict>,
): Promise<SeenVerdict> {
  const { options, detector, files, processes, signal } = context
  await processes.endBeforeCheck()
  const proof = standingProof(options, detector)
  let first: Written | null = null
  for (;;) {
    const before = await files.read(signal)
    if (proof !== null && before !== null && proof.workspace_sha256 === before.sha256)
      return { status: "pass", check_id: proof.check_id, reused: true }
    if (before === null) return ask()
    files.noteCheck("begins")
    const { verdict, flickering } = await askWatched(context, { ask, before, paths: first?.touched ?? [] })
    if (verdict.status !== "unable") files.reports.note(verdict.output ?? "", verdict.tests_run)
    if (verdict.status !== "pass") return verdict
    files.noteCheck("passed")
    if (before.sha256 === null) return unread(before.reason)
    const after = await files.read(signal)
    if (after === null || after.sha256 === null) return unread(after?.reason ?? "")
    const { changedBetween } = await import("@proofloop/foundation/git")
    const written = { ...changedBetween(before, after), before, after, flickering }
    const { changed, touched } = written
    if (changed.length === 0 && touched.length === 0) return { ...verdict, workspace_sha256: before.sha256 }
    if (first !== null) return { ...verdict, ...(await judgeWritten(first, written, files)) }
    if (changed.length > 0 && typeof options.verify_completion !== "object") return meanwhile(changed)
    first = written
  }
}

/** What was written to while a check ran. */
interface Written {
  readonly changed: readonly string[]
  readonly touched: readonly string[]
  readonly before: ReadFiles
  readonly after: ReadFiles
  /** Showed other content while the check ran than before it. */
  readonly flickering: ReadonlySet<string>
}

async function askWatched(
  { options }: VerdictContext,
  {
    ask,
    before,
    paths,
  }: {
    readonly ask: () => Promise<Verdict>
    readonly before: WorkReading
    readonly paths: readonly string[]
  },
): Promise<{ readonly verdict: Verdict; readonly flickering: ReadonlySet<string> }> {
  const root = checkedRoot(options)
  if (paths.length === 0 || before.sha256 === null || root === undefined)
    return { verdict: await ask(), flickering: new Set() }
  const { watchContents } = await import("@proofloop/foundation/git")
  const watch = watchContents(root, before, paths)
  try {
    return { verdict: await ask(), flickering: watch.others }
  } finally {
    await watch.stop()
  }
}

/** A check that was written to twice in the same places wrote there itself, if no file was another one meanwhile. */
async function judgeWritten(
  first: Written,
  second: Written,
  files: RunFiles,
): Promise<Pick<SeenVerdict, "workspace_sha256" | "written_by_check"> | Verdict> {
  const { changed, touched, flickering, after } = second
  const isProduct = await productsOf(second, files)
  const unexplained = [...touched.filter((path) => !first.touched.includes(path)), ...flickering, ...changed]
  const others = [...new Set(unexplained)].filter((path) => !isProduct(path) || !first.touched.includes(path))
  if (others.length > 0) return meanwhile(others)
  return { workspace_sha256: after.sha256, written_by_check: touched.slice(0, MOST_PRODUCTS) }
}

/** What a check leaves behind, and no source or test of it: untracked, and of a kind that no other file of the work is. */
async function productsOf({ before, after }: Written, files: RunFiles): Promise<(path: string) => boolean> {
  const { isCheckPath } = await import("@proofloop/foundation/paths")
  const paths = new Set([...before.entries.keys(), ...after.entries.keys()])
  const kinds = new Set([...paths].filter((path) => files.isWork(path)).map((path) => extname(path)))
  return (path) => {
    const kind = extname(path)
    return kind !== "" && !files.isWork(path) && !kinds.has(kind) && !isCheckPath(path)
  }
}

const MOST_PRODUCTS = 64
const MOST_NAMES = 5
const LONGEST_NAME = 200

function meanwhile(paths: readonly string[]): Verdict {
  const names = paths.slice(0, MOST_NAMES).map((path) => JSON.stringify(path.slice(0, LONGEST_NAME)))
  const more = paths.length > MOST_NAMES ? ` and ${paths.length - MOST_NAMES} more` : ""
  const reason = `files changed while the check looked at them, so that its pass is about neither state: ${names.join(", ")}${more}`
  return { status: "unable", reason }
}

function unread(reason: string): Verdict {
  return { status: "unable", reason: `the check passed on files that cannot be read: ${reason}` }
}

/**
 * The proof that the configured command gave, while nothing failed or may have written since; else null. A function
 * is asked each time: it hears what the run said and why it stops, so its answer is not about files alone.
 */
function standingProof({ verify_completion }: ReadLoopOptions, detector: DetectorState): Proof | null {
  const { proof } = detector.work
  const is_own = typeof verify_completion === "object" && proof?.source === "command"
  // A command may have changed what the digest does not see, such as installed packages.
  return is_own && isVerified(detector) && !detector.work.ran_since_proof ? proof : null
}
